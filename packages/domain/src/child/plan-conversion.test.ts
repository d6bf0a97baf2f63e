import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFields } from '../base/optional.ts';
import type { Child, Screening } from '../fields/entities.ts';
import type { RawRecord } from '../gate/gate-codes.ts';
import { readDocument } from '../gate/read-document.ts';
import { compareWithTold } from '../screening/compare-with-told.ts';
import { rulesText } from '../settings/rules-version.ts';
import { aChild, anAssessedScreening, aScreening } from '../testing/index.ts';
import { planConversion, type StoredChildFile } from './plan-conversion.ts';
import { summariseChild } from './summarise-child.ts';

/** Documents as the gate reads them, the child first. */
function fileOf([rawChild, ...raws]: readonly RawRecord[]): StoredChildFile {
  const context = { timeZone: 'America/Guatemala' };
  const child = readDocument(rawChild, context);
  if (child.kind !== 'child' || rawChild === undefined) throw new Error('not a child');
  const sexOf = () => child.child.gender;
  const screenings = raws.map((raw) => {
    const read = readDocument(raw, { ...context, sexOf });
    if (read.kind !== 'screening') throw new Error('not a screening');
    return { raw, record: read.screening };
  });
  return { child: { raw: rawChild, record: child.child }, screenings };
}

function written(raws: readonly RawRecord[], changed: readonly RawRecord[]): readonly RawRecord[] {
  const byId = new Map(changed.map((raw) => [raw['_id'], raw]));
  return raws.map((raw) => {
    const changedTo = byId.get(raw['_id']);
    // Signed by the server, through JSON, as a store would return them.
    const stored = changedTo === undefined ? raw : { ...changedTo, rules: rulesText(0) };
    return JSON.parse(JSON.stringify(stored)) as RawRecord;
  });
}

const rawOf = (record: Child | Screening): RawRecord => ({ ...record });
const child = aChild();

describe('planConversion', () => {
  it('writes nothing when the stored figures already equal the reassessed ones', () => {
    const screening = anAssessedScreening(child, { height: 68.5, weight: 7.1, muac: 11.9 });
    const summary = summariseChild(child, [screening]);
    expect(planConversion(fileOf([{ ...child, ...summary }, rawOf(screening)]))).toEqual([]);
  });

  it('keeps the figures of an older system in told, with the reason for the difference', () => {
    const { rules: _rules, ...screening } = aScreening({ status: 'GREEN_CHILD' });
    const zScore = { ha: -0.5, wa: 0.1, wh: 0.4, source: 'chart 7' };
    const raw = { ...screening, zScore, note: 'kept', weight: '7,1' };
    const [changed, summary] = planConversion(fileOf([rawOf(child), raw]));
    expect(changed).toMatchObject({
      weight: '7,1',
      note: 'kept',
      status: 'RED_CHILD',
      zScore: { ha: -2.94, wa: -2.35, wl: -1.13, source: 'chart 7' },
      told: {
        zScore: { ha: -0.5, wa: 0.1, wl: 0.4 },
        status: 'GREEN_CHILD',
        reason: 'older-record',
      },
    });
    expect(changed?.['zScore']).not.toHaveProperty('wh');
    expect(summary).toBeUndefined();
  });

  it("rewrites the summary of a child and removes the older system's name for BMI", () => {
    const { bmi: _bmi, ...older } = child;
    const raw = { ...older, statusColor: 'normalZscore', currentBMI: 9, ward: ' A ' };
    const [changed] = planConversion(fileOf([raw, rawOf(aScreening())]));
    expect(changed).toEqual({ ...child, ward: ' A ' });
  });

  it('removes the derived fields of a child without screenings', () => {
    const [changed] = planConversion(fileOf([rawOf(child)]));
    for (const name of ['zscoreStatus', 'statusColor', 'lastScreening', 'supType', 'bmi', 'obese'])
      expect(changed).not.toHaveProperty(name);
  });

  it('reads a rewritten record as one of this application, in the summary too', () => {
    // A boy of 2.1 kg at 4 months: WAZ below −10, which would discredit an older system's WHZ.
    const boy = aChild({ gender: 'Boy', birthDate: '2021-01-01' });
    const { rules: _rules, status: _s, height: _h, muac: _m, ...rest } = aScreening();
    const zScore = { ha: null, wa: null, wl: -2.01 };
    const raw = { ...rest, actions: [], surveyDate: '2021-05-17', weight: 2.1, zScore };
    const after = written([rawOf(boy), raw], planConversion(fileOf([rawOf(boy), raw])));
    expect(after[0]).toMatchObject({ supType: 'MAM' });
    expect(planConversion(fileOf(after))).toEqual([]);
  });

  it('keeps the age that the stored colour was based on when no figure differs', () => {
    // Figures without measures are shown as stored; the colour RED_CHILD applies only below 48
    // months.
    const screening = aScreening({ _id: 'scr_1', monthAge: 40, status: 'RED_CHILD' });
    const { height: _h, weight: _w, muac: _m, ...withoutMeasures } = screening;
    const raw = { ...withoutMeasures, zScore: { ha: -2.4 }, actions: [] };
    const born = { ...child, birthDate: '2020-12-10' };
    const before = fileOf([born, raw]);
    const after = fileOf(written([born, raw], planConversion(before)));
    expect(readingOf(before, 0).difference).toMatchObject({ differsInColour: true });
    expect(readingOf(after, 0).difference).toEqual(readingOf(before, 0).difference);
  });
});

function readingOf({ child: { record }, screenings }: StoredChildFile, place: number) {
  const all = screenings.map((stored) => stored.record);
  const screening = all[place];
  if (screening === undefined) throw new RangeError('no such screening');
  return compareWithTold(screening, record, all);
}

const figure = fc.option(fc.integer({ min: -600, max: 600 }).map((z) => z / 100));
const zScores = fc.record({ ha: figure, wa: figure, wl: figure });
const classes = fc.constantFrom('RED_CHILD', 'GREEN_CHILD', 'UNDER_6_MONTHS', 'SEVERE_ACUTE');
const actions = fc.constantFrom([], ['RED_START'], ['GREEN_TELL'], ['UNDER_6_REEVALUATE']);
const months = fc.integer({ min: 0, max: 6200 }).map((hundredths) => hundredths / 100);
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const day = fc
  .integer({ min: 0, max: 1900 })
  .map((i) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10));

/**
 * A stored screening as people and older systems write it; records of this application always name
 * a class.
 */
const rawScreening = fc
  .record(
    {
      surveyDate: day,
      gender: fc.constantFrom('Boy', 'Girl'),
      height: fc.constantFrom(44, 62.5, 74, '81,5', 98, 120, 815),
      weight: fc.constantFrom(2.1, 5.2, '6.8', 9.1, 13.4, 8100),
      muac: fc.constantFrom(10.8, 11.5, '12.4', 12.5, 14.1, 108),
      zScore: fc.oneof(zScores, fc.record({ ha: figure, wh: figure, status: classes, actions })),
      status: classes,
      actions,
      monthAge: months,
      ageOverride: fc.constantFrom(false, 30, 7.5),
      comments: fc.constantFrom('age=40', 'ok', ''),
      rules: fc.constant('1'),
      told: fc.record({ zScore: zScores, status: classes, actions, monthAge: months }),
    },
    { requiredKeys: ['surveyDate'] },
  )
  .map((raw) => (raw.status === undefined ? withoutFields(raw, ['rules']) : raw));

const rawFile = fc
  .record({
    gender: fc.constantFrom('Boy', 'Girl'),
    birthDate: day,
    statusColor: sometimes(fc.constantFrom('redZoneZscore', 'normalZscore')),
    currentBMI: sometimes(fc.constant(14.2)),
    screenings: fc.array(rawScreening, { maxLength: 4 }),
  })
  .map(({ screenings, ...fields }): readonly RawRecord[] => [
    { _id: 'chld_test_stake_gtm_1', firstName: 'Ana', lastName: 'Xol', ...fields },
    ...screenings.map((raw, i) => ({ ...raw, _id: `scr_${i}`, owner: 'chld_test_stake_gtm_1' })),
  ]);

describe('converted records', () => {
  it('show the same as before, differ only in derived fields, and are not converted again', () => {
    fc.assert(
      fc.property(rawFile, (raws) => {
        const before = fileOf(raws);
        const changed = planConversion(before);
        const after = written(raws, changed);
        const afterwards = fileOf(after);
        before.screenings.forEach((_, i) => {
          const { difference: wasToldOtherwise, ...shown } = readingOf(before, i);
          const { difference, ...shownAfterwards } = readingOf(afterwards, i);
          expect(shownAfterwards).toEqual(shown);
          // With the age now stored, the reason may change to the sex.
          const { reason: _before, ...told } = wasToldOtherwise ?? { reason: null };
          const { reason: _after, ...toldAfterwards } = difference ?? { reason: null };
          // A record of this application without an earlier assessment keeps nothing in `told`.
          const isKept = afterwards.screenings[i]?.record.told !== undefined;
          expect(toldAfterwards).toEqual(isKept ? told : {});
        });
        raws.forEach((raw, i) => {
          const typed = (document: RawRecord | undefined) =>
            Object.fromEntries(
              Object.entries(document ?? {}).filter(([name]) => !DERIVED.has(name)),
            );
          expect(typed(after[i])).toEqual(JSON.parse(JSON.stringify(typed(raw))));
        });
        expect(planConversion(afterwards)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

const DERIVED = new Set([
  ...['zScore', 'status', 'actions', 'monthAge', 'gender', 'told'],
  ...['zscoreStatus', 'statusColor', 'lastScreening', 'supType', 'bmi', 'obese', 'currentBMI'],
  'rules',
]);
