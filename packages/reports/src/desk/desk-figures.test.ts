import {
  AGE_CHOICES,
  AGE_GROUPS,
  DEFAULT_PROGRAMME_RULES,
  DESK_LISTS,
  type DeskChoice,
  type DeskList,
  PERIODS,
  storedExactMeasures,
  type UnitDatabase,
  USUAL_CHOICE,
} from '@crece/domain';
import { prevalence } from '@crece/growth/prevalence';
import { preferenceScore, quality } from '@crece/growth/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChildRecords, ReportRecords } from '../base/report-records.ts';
import { reportRows } from '../report-rows.ts';
import { listOfDigit, listOfTopic } from './coaching.ts';
import { countChosen, isInList, listsOf } from './desk-choice.ts';
import { deskFigures } from './desk-figures.ts';
import { askedLines, listedChild } from './desk-list-page.ts';
import { countIn, type DeskLine, DIGIT_MEASURES, NEEDS } from './desk-lists.ts';
import { type DeskReading, readDeskUnit } from './desk-unit.ts';
import { aChildWith } from './testing/desk-records.ts';

const TODAY = '2025-11-10';

const aUnit = (stakeDB: string, stakeName = stakeDB): UnitDatabase => ({
  stakeDB,
  stakeName,
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
});

function recordsOf(unit: UnitDatabase, children: readonly ChildRecords[]): ReportRecords {
  return { unit, children, mothers: [], unreadable: [], withoutChild: [] };
}

const readRecords = (records: ReportRecords): DeskReading =>
  readDeskUnit(records, {
    today: TODAY,
    timeZone: 'America/Guatemala',
    countryCode: records.unit.countryCode,
    programme: DEFAULT_PROGRAMME_RULES,
  });
const read = (children: readonly ChildRecords[], unit = aUnit('a_stake_gtm')): DeskReading =>
  readRecords(recordsOf(unit, children));

const day = (from: string, to: string) =>
  fc
    .integer({ min: 0, max: (Date.parse(to) - Date.parse(from)) / 86_400_000 })
    .map((days) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10));

const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((figure) => figure / 10);

const entries = fc.record(
  {
    surveyDate: day('2024-06-01', '2025-11-14'),
    height: tenths(50, 110),
    weight: tenths(3, 18),
    muac: fc.oneof(tenths(10, 16), fc.constant(108)),
    oedema: fc.boolean(),
    interviewer: fc.constantFrom('Ana', 'ana ', 'José', ''),
  },
  { requiredKeys: ['surveyDate'] },
);

const children = fc
  .tuple(
    day('2020-01-01', '2025-12-01'),
    fc.constantFrom('Boy', 'Girl'),
    fc.constantFrom('El Centro', 'el céntro', 'Norte', ''),
    fc.array(entries, { maxLength: 4 }),
  )
  .map(([birthDate, gender, ward, screenings]) =>
    aChildWith({ birthDate, gender, ward }, ...screenings),
  );

const choices = fc.record({
  ages: fc.constantFrom(...AGE_CHOICES),
  months: fc.constantFrom(...PERIODS),
});

describe("the desk's figures", () => {
  it('figures of several units equal those of counting all their children at once', () => {
    fc.assert(
      fc.property(
        fc.array(children, { maxLength: 12 }),
        fc.nat(12),
        choices,
        (all, cut, choice) => {
          const whole = deskFigures([read(all).counts], TODAY, choice);
          const parts = [
            read(all.slice(0, cut), aUnit('a_stake_gtm')).counts,
            read(all.slice(cut), aUnit('b_stake_gtm')).counts,
          ];
          const sum = deskFigures(JSON.parse(JSON.stringify(parts)), TODAY, choice);
          for (const name of ['lists', 'prevalence', 'quality', 'trend', 'needDays'] as const) {
            expect(sum[name]).toEqual(whole[name]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('count each child once: in one ward, for one person, in one status, for any choice', () => {
    fc.assert(
      fc.property(fc.array(children, { maxLength: 12 }), choices, (all, choice) => {
        const { counts, lines } = read(all);
        const { lists } = deskFigures([counts], TODAY, choice);
        const count = (list: DeskList) => countIn(lists, list);
        const sum = (counted: readonly number[]) => counted.reduce((total, one) => total + one, 0);
        const states = ['never', 'unassessed', 'red', 'amber', 'green'] as const;
        expect(sum(states.map(count))).toBe(count('under-five'));
        expect(count('covered') + count('not-covered')).toBe(count('under-five'));
        for (const time of [0, 1, 2, 3] as const) {
          const needs = NEEDS.map((need) => count(`need-${need}-${time}`));
          expect(sum(needs)).toBe(count(`need-any-${time}`));
        }
        for (const base of ['wh', 'ha', 'wa'] as const) {
          const survey = (['known', 'missing', 'flagged'] as const).map((of) =>
            count(`${of}-${base}`),
          );
          expect(sum(survey)).toBe(count('covered'));
        }
        expect(lines.length).toBe(all.length);
        for (const line of lines) expect(new Set(line.lists).size).toBe(line.lists.length);
      }),
      { numRuns: 40 },
    );
  });

  it('every number, in total and in each part, has a list of that length', () => {
    fc.assert(
      fc.property(fc.array(children, { maxLength: 12 }), choices, (all, choice) => {
        const { counts, lines } = read(all);
        const figures = deskFigures([counts], TODAY, choice);
        for (const list of DESK_LISTS) {
          const behind = (part: object) => askedLines(lines, { list, ...part }, choice).length;
          expect(behind({})).toBe(countIn(figures.lists, list));
          for (const { name, lists } of figures.wards) {
            expect(behind({ ward: name })).toBe(countIn(lists, list));
          }
          for (const { name, lists } of figures.interviewers) {
            expect(behind({ interviewer: name })).toBe(countIn(lists, list));
          }
        }
        figures.trend.toReversed().forEach(({ screened }, back) => {
          expect(countIn(figures.lists, `month-${back}` as DeskList)).toBe(screened);
        });
        // Coaching counts must match children who can be looked up.
        for (const { name, lists, coaching } of figures.interviewers) {
          for (const { topic, count, digit } of coaching) {
            const list = listOfTopic(topic, digit);
            expect(countIn(lists, list)).toBe(count);
            expect(askedLines(lines, { list, interviewer: name }, choice).length).toBe(count);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('count last digits as the quality check does', () => {
    const { counts } = read(fc.sample(children, { numRuns: 120, seed: 5 }));
    const { lists, quality: report } = deskFigures([counts], TODAY, USUAL_CHOICE);
    for (const measure of DIGIT_MEASURES) {
      const digits = Array.from({ length: 10 }, (_, digit) =>
        countIn(lists, listOfDigit(measure, digit)),
      );
      const judged = report.figures.find(({ figure }) => figure === `digit-preference-${measure}`);
      expect(judged?.n).toBeGreaterThan(20);
      expect(digits.reduce((sum, one) => sum + one, 0)).toBe(judged?.n);
      expect(preferenceScore(digits)).toBe(judged?.value);
    }
  });

  it('list the records outside all figures, of all ages, without a ward', () => {
    const lost = aChildWith({}, { surveyDate: TODAY, interviewer: 'Ana' }).screenings;
    const { counts, lines } = readRecords({
      ...recordsOf(aUnit('a_stake_gtm'), [aChildWith({ ward: '' })]),
      unreadable: [{ kind: 'unreadable', id: 'chld_torn', codes: ['name-missing'], raw: {} }],
      withoutChild: lost,
    });
    const asked = { list: 'uncounted' } as const;
    expect(askedLines(lines, asked, USUAL_CHOICE).map(({ id, record }) => [id, record])).toEqual([
      ['chld_torn', 'unreadable'],
      [lost[0]?._id, 'without-child'],
    ]);
    expect(askedLines(lines, { ...asked, ward: '' }, USUAL_CHOICE)).toEqual([]);
    const figures = deskFigures([counts], TODAY, { ages: '0-5', months: 3 });
    expect(figures.units.map(({ uncounted }) => uncounted)).toEqual([2]);
    expect(figures.wards).toEqual([]);
  });

  it('figures of the three age groups add up to those of all children under five', () => {
    const { counts } = read(fc.sample(children, { numRuns: 60, seed: 3 }));
    for (const months of PERIODS) {
      const of = (ages: DeskChoice['ages'], list: DeskList) =>
        countIn(deskFigures([counts], TODAY, { ages, months }).lists, list);
      for (const list of ['under-five', 'covered', 'is-stunting', 'red', 'month-2'] as const) {
        const parts = AGE_GROUPS.map((group) => of(group, list));
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(of('all', list));
      }
    }
  });

  it('one list counted by itself has as many children as counted with all others', () => {
    const { counts } = read(fc.sample(children, { numRuns: 60, seed: 4 }));
    for (const ages of AGE_CHOICES) {
      for (const months of PERIODS) {
        const together = listsOf(counts.lists, { ages, months });
        const alone = DESK_LISTS.map((list) => countChosen(counts.lists, list, { ages, months }));
        expect(alone).toEqual(together);
      }
    }
    expect(countChosen(counts.lists, 'covered', USUAL_CHOICE)).toBeGreaterThan(0);
    expect(countChosen(counts.lists, 'not-covered', USUAL_CHOICE)).toBeGreaterThan(0);
  });

  it('the figures are the same for any order of the children', () => {
    fc.assert(
      fc.property(fc.array(children, { maxLength: 8 }), (all) => {
        expect(read(all.toReversed()).counts).toEqual(read(all).counts);
      }),
      { numRuns: 20 },
    );
  });

  it('name each child that the list to hand out and the order do not share', () => {
    for (const countryCode of ['GTM', 'PHL']) {
      const unit = { ...aUnit('a_stake_gtm'), countryCode };
      const all = fc.sample(children, { numRuns: 400, seed: 11 });
      const lists = deskFigures([read(all, unit).counts], TODAY, USUAL_CHOICE).lists;
      const count = (list: DeskList) => countIn(lists, list);
      const handed = [...reportRows('sup', recordsOf(unit, all), { today: TODAY, language: 'en' })];
      expect(count('hand-out')).toBe(handed.length);
      expect(count('hand-out')).toBe(
        count('need-any-0') -
          count('ordered-only') +
          count('supplement-under-6') +
          count('hand-out-at-risk') +
          count('hand-out-ever-low') +
          count('hand-out-lapsed'),
      );
      expect(count('hand-out-at-risk') > 0).toBe(countryCode === 'GTM');
      for (const list of ['hand-out-ever-low', 'hand-out-lapsed', 'ordered-only'] as const) {
        expect(count(list), list).toBeGreaterThan(0);
      }
    }
  });

  it('name in the list of a month the supplement of that month', () => {
    // 34 months old and short: micronutrients from the month in which it is 36.
    const { lines } = read([
      aChildWith({ birthDate: '2023-01-02' }, { surveyDate: TODAY, height: 80, weight: 11 }),
    ]);
    const needIn = (list: DeskList) =>
      askedLines(lines, { list }, USUAL_CHOICE).map((line) => listedChild('a', line, list).need);
    expect(needIn('need-any-0')).toEqual(['sup']);
    expect(needIn('need-any-2')).toEqual(['sup']);
    expect(needIn('need-any-3')).toEqual(['mic']);
    expect(needIn('need-mic-3')).toEqual(['mic']);
    expect(needIn('under-five')).toEqual(['sup']);
    // A baby has none today, and enters at 6 months.
    const baby = read([
      aChildWith({ birthDate: '2025-06-10' }, { surveyDate: TODAY, height: 58, weight: 5 }),
    ]).lines;
    const babyIn = (list: DeskList) => baby.map((line) => listedChild('a', line, list).need);
    expect([babyIn('need-any-0'), babyIn('need-any-2')]).toEqual([[null], ['sup']]);
  });

  it('estimate like `prevalence` and `quality` for the children screened within 6 months', () => {
    const all = fc.sample(children, { numRuns: 250, seed: 7 });
    const { counts, lines } = read(all);
    const isCovered = (line: DeskLine | undefined) =>
      line !== undefined && isInList(line, 'covered', USUAL_CHOICE);
    const survey = all
      .filter((_, index) => isCovered(lines[index]))
      .flatMap(({ child, screenings }) => {
        const newest = screenings.find(({ surveyDate }) => surveyDate <= '2025-11-11');
        return newest === undefined ? [] : [storedExactMeasures(newest, child)];
      });
    expect(survey.length).toBeGreaterThan(40);
    const figures = deskFigures([counts], TODAY, USUAL_CHOICE);
    const [published] = prevalence(survey);
    for (const [indicator, name] of [
      ['wasting', 'WH_2'],
      ['severe-wasting', 'WH_3'],
      ['stunting', 'HA_2'],
      ['underweight', 'WA_2'],
    ] as const) {
      const mine = figures.prevalence.find((each) => each.indicator === indicator);
      expect(mine?.value).toBeCloseTo(published?.figures[`${name}_r`] ?? Number.NaN, 9);
      expect(mine?.lower).toBeCloseTo(published?.figures[`${name}_ll`] ?? Number.NaN, 9);
      expect(mine?.upper).toBeCloseTo(published?.figures[`${name}_ul`] ?? Number.NaN, 9);
    }
    expect(figures.quality).toEqual(quality(survey));
  });

  it('nobody, or everybody, below the line has an interval too: the exact one', () => {
    const thin = { surveyDate: TODAY, height: 80, weight: 6.5 };
    const well = { surveyDate: TODAY, height: 80, weight: 10.2 };
    const wasting = (...entries: readonly object[]) =>
      deskFigures(
        [read(entries.map((entry) => aChildWith({ birthDate: '2024-05-10' }, entry))).counts],
        TODAY,
        USUAL_CHOICE,
      ).prevalence[0];
    // 1 − 0.025^(1/3), and 0.025^(1/2).
    expect(wasting(well, well, well)).toMatchObject({ value: 0, lower: 0 });
    expect(wasting(well, well, well)?.upper).toBeCloseTo(70.76, 2);
    expect(wasting(thin, thin)).toMatchObject({ value: 100, upper: 100 });
    expect(wasting(thin, thin)?.lower).toBeCloseTo(15.81, 2);
    expect(wasting()).toMatchObject({ value: null, lower: null, upper: null });
    expect(wasting(thin, well, well)?.upper).toBeGreaterThan(40);
  });

  it('list units by country and name; wards and people only for one unit', () => {
    const one = read([aChildWith({ ward: 'Norte' })], aUnit('z_stake_gtm', 'Zacapa')).counts;
    const other = read([], aUnit('c_stake_gtm', 'Cobán')).counts;
    const both = deskFigures([one, other], TODAY, USUAL_CHOICE);
    expect(both.units.map(({ unit }) => unit.stakeName)).toEqual(['Cobán', 'Zacapa']);
    expect(both.wards).toEqual([]);
    expect(deskFigures([one], TODAY, USUAL_CHOICE).wards.map(({ name }) => name)).toEqual([
      'Norte',
    ]);
  });

  it('without any unit have no share, and show the requested day', () => {
    const figures = deskFigures([], TODAY, USUAL_CHOICE);
    expect(figures.today).toBe(TODAY);
    expect(figures.prevalence.map(({ value }) => value)).toEqual(Array(6).fill(null));
    expect(figures.trend.map(({ month }) => month).slice(-2)).toEqual(['2025-10', '2025-11']);
  });
});
