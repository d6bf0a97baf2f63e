import { describe, expect, it } from 'vitest';
import { sameContent } from '../base/canonical.ts';
import { kindOfId, unitOfId } from '../base/ids.ts';
import { summariseChild } from '../child/summarise-child.ts';
import { dateFromInstant, timeZoneOfUnit } from '../dates/time-zones.ts';
import {
  type Child,
  SCREENING_CLASSES,
  type Screening,
  STATUS_COLORS,
  SUPPLEMENT_TYPES,
  ZSCORE_STATUSES,
} from '../fields/entities.ts';
import { checkDocument } from '../gate/check-document.ts';
import { readDocument } from '../gate/read-document.ts';
import { isInMotherWindow, motherKind } from '../mother/check-mother.ts';
import { ageToday, isGraduated } from '../screening/age-today.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { newestScreening } from '../screening/order.ts';
import { readScreening } from '../screening/read-screening.ts';
import { supplementOn } from '../screening/supplement.ts';
import { type DemoRecords, demoRecords } from './demo-records.ts';
import { SHOWCASE } from './plans.ts';

const TODAY = '2026-11-21';
const STAKES = ['test_stake_gtm', 'test_stake_phl', 'test_stake_zwe', 'test_stake_kir'];
const demo = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY });

function screeningsOf(child: Child, { screenings }: DemoRecords): Screening[] {
  return screenings.filter(({ owner }) => owner === child._id);
}

/** Each thing that a list or a card can show, with the number of children that show it. */
function shownBy(records: DemoRecords): Map<string, number> {
  const shown = new Map<string, number>();
  const count = (what: string) => shown.set(what, (shown.get(what) ?? 0) + 1);
  for (const child of records.children) {
    const screenings = screeningsOf(child, records);
    const newest = newestScreening(screenings);
    count(`status ${child.zscoreStatus}`);
    count(`color ${child.statusColor}`);
    for (const { status } of screenings) count(`class ${status}`);
    if (child.obese === true) count('obese');
    if (child.birthDateEstimated === true) count('estimated');
    if (isGraduated(child, newest, TODAY)) count('graduated');
    if ((ageToday(child, newest, TODAY)?.completedMonths ?? 0) < 6) count('under 6');
    if (newest === null) {
      count('unscreened');
      continue;
    }
    const reading = readScreening(newest);
    const supplement = supplementOn(newest, child, TODAY);
    count(`supplement ${supplement.supType}`);
    if (supplement.overdue) count('overdue');
    count(`muac ${reading.muacBand}`);
    if (reading.muacBand === 'red' && reading.statusColor === 'normalZscore') {
      count('red muac over green');
    }
    if (newest.height === undefined) count(`muac only: ${child.statusColor}`);
    if (newest.oedema === true) count('oedema');
    if (newest.zScoreConfirmed === true) count('beyond ±5');
    if (newest.ageOverride !== undefined) count('age override');
    if (reading.lowForAge !== undefined) count(`low for age ${reading.lowForAge}`);
    count(`${screenings.length} visits`);
  }
  return shown;
}

const EVERYTHING = [
  ...ZSCORE_STATUSES.map((status) => `status ${status}`),
  ...STATUS_COLORS.map((color) => `color ${color}`),
  ...SUPPLEMENT_TYPES.map((supplement) => `supplement ${supplement}`),
  ...SCREENING_CLASSES.map((each) => `class ${each}`),
  'status undefined',
  'color undefined',
  'muac red',
  'muac yellow',
  'muac green',
  'muac undefined',
  'red muac over green',
  'muac only: redZoneZscore',
  'muac only: normalZscore',
  'muac only: undefined',
  'unscreened',
  'under 6',
  'graduated',
  'overdue',
  'obese',
  'oedema',
  'beyond ±5',
  'age override',
  'estimated',
  'low for age starts-at-6',
  'low for age ends-at-48',
  '1 visits',
  '6 visits',
];

describe('demoRecords', () => {
  it('gives 60 children, their screenings, and pregnant and nursing mothers', () => {
    expect(demo.children).toHaveLength(60);
    expect(demo.screenings.length).toBeGreaterThan(120);
    expect(demo.mothers).toHaveLength(11);
  });

  it('gives the same records for the same options, and different ones for another seed or unit', () => {
    const again = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY });
    expect(JSON.stringify(again)).toBe(JSON.stringify(demo));
    const other = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY, seed: 7 });
    expect(other.children[0]?._id).not.toBe(demo.children[0]?._id);
  });

  it('makes the requested number of children', () => {
    const few = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY, children: 3 });
    expect(few.children).toEqual(demo.children.slice(0, 3));
    const many = demoRecords({ stakeDB: 'test_stake_gtm', today: TODAY, children: 1000 });
    expect(many.children).toHaveLength(1000);
    const ids = [...many.children, ...many.screenings].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('covers every status, colour and mark that a screen can show', () => {
    const shown = shownBy(demo);
    expect(EVERYTHING.filter((what) => !shown.has(what))).toEqual([]);
  });

  it.each(STAKES)('covers everything with the showcase alone, in %s, for any seed', (stakeDB) => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const showcase = demoRecords({ stakeDB, today: TODAY, seed, children: SHOWCASE.length });
      const shown = shownBy(showcase);
      expect(
        EVERYTHING.filter((what) => !shown.has(what)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it.each(['2024-02-29', '2025-03-01', '2025-12-31', '2026-06-30'])(
    "demonstration records are accepted by the forms' own checks on %s",
    (today) => {
      const { children } = demoRecords({ stakeDB: 'test_stake_per', today, children: 200 });
      expect(children).toHaveLength(200);
    },
  );
});

describe.each(STAKES)('the records of %s', (stakeDB) => {
  const records = demoRecords({ stakeDB, today: TODAY, children: 150 });
  const timeZone = timeZoneOfUnit(stakeDB);
  const all = [...records.children, ...records.screenings, ...records.mothers];

  it('pass the gate unchanged, with ids of the unit and sorted keys', () => {
    for (const record of all) {
      expect(unitOfId(record._id)).toBe(stakeDB);
      expect(checkDocument(record)).toEqual({ ok: true });
      const read = readDocument(record, { timeZone });
      const back =
        read.kind === 'child'
          ? read.child
          : read.kind === 'screening'
            ? read.screening
            : read.kind === 'mother'
              ? read.mother
              : null;
      expect(sameContent(back, record), record._id).toBe(true);
      expect(Object.keys(record)).toEqual(Object.keys(record).toSorted());
    }
  });

  it('store author, time, and the revision that last changed each field', () => {
    for (const record of all) {
      expect(record.updatedBy).toMatch(/^\S+ \S+/);
      expect(record.device).toBe('demo-records');
      const stamped = ['birthDate', 'surveyDate', 'deliveryDate', 'childsBirthDate'].filter(
        (field) => record.stamp?.[field] === 1,
      );
      expect(stamped).toHaveLength(1);
      expect(record.stamp).not.toHaveProperty('_id');
      expect(record.stamp).not.toHaveProperty('updatedAt');
    }
  });

  it('store the figures that reassessment gives', () => {
    for (const child of records.children) {
      const screenings = screeningsOf(child, records);
      for (const screening of screenings) {
        const { monthAge, zScore, status, actions } = screening;
        const again = assessStored(screening, child, screenings);
        expect(sameContent({ monthAge, zScore, status, actions }, again)).toBe(true);
        expect(screening.gender).toBe(child.gender);
      }
      const { zscoreStatus, statusColor, lastScreening, supType, bmi, obese } = child;
      const summary = { zscoreStatus, statusColor, lastScreening, supType, bmi, obese };
      expect(sameContent(summary, summariseChild(child, screenings)), child._id).toBe(true);
    }
  });

  it('demonstration screenings are written on their local day, after the child was registered', () => {
    const createdOf = new Map(records.children.map(({ _id, created }) => [_id, created ?? '']));
    for (const { created = '', surveyDate, owner } of records.screenings) {
      expect(dateFromInstant(created, timeZone)).toBe(surveyDate);
      expect(surveyDate < TODAY).toBe(true);
      expect(created > (createdOf.get(owner) ?? '~')).toBe(true);
    }
  });

  it('show no loss of height except at the first standing measurement', () => {
    for (const child of records.children) {
      const heights = screeningsOf(child, records).flatMap(({ height, monthAge = 0 }) =>
        height === undefined ? [] : [{ height, monthAge }],
      );
      heights.forEach((now, index) => {
        const before = heights[index - 1];
        if (before === undefined) return;
        const loss = now.monthAge >= 24 && before.monthAge < 24 ? 0.75 : 0;
        expect(now.height, child._id).toBeGreaterThanOrEqual(before.height - loss);
      });
    }
  });

  it('use wards of the unit', () => {
    for (const { ward } of [...records.children, ...records.mothers]) {
      expect(records.wards).toContain(ward);
    }
  });
});

describe('the mothers', () => {
  it('demonstration mothers are inside the listed period, plus one of each kind outside it', () => {
    const kinds = demo.mothers.map(
      (mother) => `${motherKind(mother)} ${isInMotherWindow(mother, TODAY) ? 'in' : 'out'}`,
    );
    expect(kinds.filter((kind) => kind === 'pregnant in')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'pregnant out')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'nursing in')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'nursing out')).toHaveLength(1);
    const delivered = demo.mothers.filter(
      (mother) => mother.deliveryDate !== undefined && mother.deliveryDate < TODAY,
    );
    expect(delivered.some((mother) => isInMotherWindow(mother, TODAY))).toBe(true);
    expect(demo.mothers.every(({ _id }) => kindOfId(_id) === 'mthr')).toBe(true);
  });
});

describe('the names', () => {
  it('fit the part of the world', () => {
    const namesIn = (stakeDB: string) =>
      demoRecords({ stakeDB, today: TODAY }).children.map(
        ({ firstName, lastName }) => `${firstName} ${lastName}`,
      );
    // Two family names in Latin America, one elsewhere.
    expect(namesIn('test_stake_gtm').every((name) => /^\S+ \S+ \S+$/.test(name))).toBe(true);
    expect(namesIn('test_stake_phl').every((name) => /^\S+ \S+$/.test(name))).toBe(true);
    expect(namesIn('test_stake_phl').some((name) => name.endsWith('Bautista'))).toBe(true);
    expect(namesIn('test_stake_zwe').some((name) => name.endsWith('Moyo'))).toBe(true);
    expect(namesIn('makeni_district_wal').some((name) => name.endsWith('Kamara'))).toBe(true);
  });

  it('demonstration names are unique', () => {
    const names = demo.children.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(new Set(names).size).toBe(60);
  });
});
