import { describe, expect, it } from 'vitest';
import { SEXES } from '../fields/entities.ts';
import { type GuidanceLine, mayFold } from './guidance-line.ts';
import {
  codesOf,
  dateOfDay,
  lineOf,
  linesOf,
  SIX_MONTHS_DAY,
  type ToldScreening,
  TWO_YEARS_DAY,
  WELL,
} from './testing/screenings.ts';

const YEAR = 365;
const BABY = 100;
const LATER = 500;

const { whz: _whz, ...LOOKED_AT } = WELL;

describe.each(SEXES)('guidance line G6, overweight, of a %s', (sex) => {
  it.each([
    [1.99, null],
    [2, null],
    [2.01, 2],
    [3, 2],
    [3.01, 3],
  ])('at WHZ %d crosses the line %s', (whz, line) => {
    for (const day of [BABY, YEAR, 900]) {
      const lines = linesOf({ day, sex, ...WELL, whz });
      const g6 = lineOf(lines, 'G6');
      expect(g6?.line ?? null).toBe(line);
      if (g6 !== null) expect(g6).toMatchObject({ value: whz, place: 'below' });
    }
  });

  it('G6 is listed below a leading line', () => {
    const lines = linesOf({ day: YEAR, sex, ...WELL, whz: 2.5, muac: 11.4 });
    expect(codesOf(lines)).toEqual(['G2', 'G6']);
  });
});

describe('guidance line G7, not checked,', () => {
  const uncheckedAt = (told: ToldScreening) =>
    lineOf(linesOf(told), 'G7')?.unchecked.map(({ what }) => what) ?? null;
  const { muac: _m, ...noMuac } = WELL;
  const { oedema: _o, ...noOedema } = WELL;

  it.each([
    [noMuac, ['muac']],
    [noOedema, ['oedema']],
    [LOOKED_AT, ['wl']],
    [{ muac: 14 }, ['oedema', 'wl']],
    [{ whz: 0 }, ['muac', 'oedema']],
    [{ ...noMuac, muac: 0 }, ['muac']],
    [WELL, null],
  ])('for %o lists %o as unchecked', (told, unchecked) => {
    expect(uncheckedAt({ day: YEAR, ...told })).toEqual(unchecked);
  });

  it('applies to MUAC from the day of 6 months', () => {
    expect(uncheckedAt({ day: SIX_MONTHS_DAY, whz: 0 })).toEqual(['muac', 'oedema']);
    expect(uncheckedAt({ day: SIX_MONTHS_DAY - 1, whz: 0 })).toBeNull();
  });

  it('G7 does not report a missing WHZ when oedema is the reason', () => {
    expect(uncheckedAt({ day: YEAR, ...WELL, oedema: true })).toBeNull();
    expect(uncheckedAt({ day: YEAR, ...LOOKED_AT, oedema: true })).toEqual(['wl']);
  });

  it('distinguishes a height without a table row from one that was not measured', () => {
    const lines = linesOf({ day: YEAR, ...LOOKED_AT, height: 44, weight: 3 });
    expect(lineOf(lines, 'G7')?.unchecked).toEqual([{ what: 'wl-outside-reference' }]);
    // Five years old: WHO's tables end before.
    expect(uncheckedAt({ day: 1827, ...LOOKED_AT, height: 110, weight: 18 })).toEqual([
      'wl-outside-reference',
    ]);
  });

  it.each([
    [108, 'today'],
    [115, 'two-weeks'],
    [124, 'two-weeks'],
    [125, 'information'],
    [55, 'today'],
    [265, 'information'],
  ])('rates a MUAC of %d mm as a tenth of its value: %s', (muac, severity) => {
    const line = lineOf(linesOf({ day: YEAR, ...WELL, muac }), 'G7');
    expect(line?.severity).toBe(severity);
    expect(line?.unchecked).toEqual([{ what: 'muac-millimetres', value: muac }]);
  });
});

describe('guidance line G8, recovering,', () => {
  const recovery = (told: ToldScreening, before: readonly ToldScreening[]) => {
    const line = lineOf(linesOf(told, before), 'G8');
    return line === null ? null : [line.screeningsMet, line.notYet];
  };
  const severe = { day: YEAR, ...WELL, muac: 11 };
  const well = { ...WELL };

  it('G8 is absent without an earlier acute screening', () => {
    expect(recovery({ day: LATER, ...well }, [])).toBeNull();
    expect(recovery({ day: LATER, ...well }, [{ day: YEAR, ...well }])).toBeNull();
    // Low HAZ is not acute; an acute screening of a later date does not count.
    expect(recovery({ day: LATER, ...well }, [{ day: YEAR, ...well, haz: -3 }])).toBeNull();
    expect(recovery({ day: LATER, ...well }, [{ ...severe, day: 600 }])).toBeNull();
  });

  it.each([
    { ...WELL, oedema: true },
    { ...WELL, whz: -3.01 },
    { ...WELL, whz: -2.01 },
    { ...WELL, muac: 11.4 },
    { ...WELL, muac: 12.4 },
  ])('starts after %o', (acute) => {
    expect(recovery({ day: LATER, ...well }, [{ day: YEAR, ...acute }])).toEqual([1, []]);
  });

  it.each([
    { ...WELL, whz: -2 },
    { ...WELL, muac: 12.5 },
  ])('G8 does not start after %o', (notAcute) => {
    expect(recovery({ day: LATER, ...well }, [{ day: YEAR, ...notAcute }])).toBeNull();
  });

  it('counts to the second good screening in a row and then ends', () => {
    const first = { day: 400, ...well };
    const second = { day: 430, ...well };
    expect(recovery(first, [severe])).toEqual([1, []]);
    expect(recovery(second, [severe, first])).toEqual([2, []]);
    expect(recovery({ day: LATER, ...well }, [severe, first, second])).toBeNull();
    // The order in which the screenings are passed does not matter.
    expect(recovery(second, [first, severe])).toEqual([2, []]);
    expect(recovery({ day: LATER, ...well }, [second, severe, first])).toBeNull();
  });

  it.each([
    [{ ...WELL, whz: -2 }, [1, []]],
    [{ ...WELL, whz: -2.01 }, [0, [{ what: 'below-line', index: 'wl', value: -2.01, line: -2 }]]],
    [{ ...WELL, muac: 12.5 }, [1, []]],
    [
      { ...WELL, muac: 12.4 },
      [0, [{ what: 'below-line', index: 'muac', value: 12.4, line: 12.5 }]],
    ],
    [{ muac: 14, oedema: false }, [0, [{ what: 'wl' }]]],
    [{ whz: 0, oedema: false }, [0, [{ what: 'muac' }]]],
    [{ whz: 0, muac: 14 }, [0, [{ what: 'oedema' }]]],
  ])('for %o lists %o as still missing', (told, expected) => {
    expect(recovery({ day: LATER, ...told }, [severe])).toEqual(expected);
  });

  it('starts again after a screening that misses a condition', () => {
    const met = { day: 400, ...well };
    const lacking = { day: 430, whz: 0, muac: 14 };
    expect(recovery(lacking, [severe, met])).toEqual([0, [{ what: 'oedema' }]]);
    expect(recovery({ day: LATER, ...well }, [severe, met, lacking])).toEqual([1, []]);
    const relapse = { day: 430, ...WELL, muac: 12.4 };
    expect(recovery({ day: LATER, ...well }, [severe, met, relapse])).toEqual([1, []]);
  });

  it('counts two records of one day as one screening', () => {
    const first = { day: 400, ...well, created: '2025-04-14T09:00:00.000Z' };
    const again = { day: 400, ...well, created: '2025-04-14T10:00:00.000Z' };
    expect(recovery(again, [severe, first])).toEqual([1, []]);
    expect(recovery({ day: LATER, ...well }, [severe, first, again])).toEqual([2, []]);
  });

  it('G8 is absent when the screening itself is severe, and under 6 months', () => {
    expect(recovery({ ...severe, day: LATER }, [severe])).toBeNull();
    expect(recovery({ day: LATER, ...WELL, oedema: true }, [severe])).toBeNull();
    const baby = { day: 90, whz: -3.5 };
    expect(recovery({ day: SIX_MONTHS_DAY - 1, ...well }, [baby])).toBeNull();
    expect(recovery({ day: SIX_MONTHS_DAY, ...well }, [baby])).toEqual([1, []]);
    // A good screening of a baby does not count: MUAC is not assessed at that age.
    const wellBaby = { day: 150, ...well };
    expect(recovery({ day: SIX_MONTHS_DAY, ...well }, [baby, wellBaby])).toEqual([1, []]);
  });
});

describe('guidance line G9, changed,', () => {
  const checks = (told: ToldScreening, before: readonly ToldScreening[]) =>
    linesOf(told, before).filter((line) => line.code === 'G9');
  const kinds = (lines: readonly GuidanceLine[]) =>
    lines.map((line) => (line.code === 'G9' ? line.kind : null));

  it.each([
    [69.1, []],
    [69, []],
    [68.99, ['height-fell']],
    [68.9, ['height-fell']],
  ])('reports for a height of %d cm after 70 cm: %o', (height, expected) => {
    const before = { day: YEAR, height: 70 };
    expect(kinds(checks({ day: LATER, height, muac: 14 }, [before]))).toEqual(expected);
  });

  it('allows a fall of 2 cm when one height was lying and the other standing, recorded or by age', () => {
    const lying = { day: YEAR, height: 72, measured: 'lying' } as const;
    const now = (height: number) => ({ day: LATER, height, measured: 'standing' }) as const;
    expect(checks(now(70), [lying])).toEqual([]);
    expect(kinds(checks(now(69.9), [lying]))).toEqual(['height-fell']);
    const young = { day: TWO_YEARS_DAY - 10, height: 82 };
    expect(checks({ day: TWO_YEARS_DAY + 10, height: 80 }, [young])).toEqual([]);
    expect(kinds(checks({ day: TWO_YEARS_DAY - 1, height: 80 }, [young]))).toEqual(['height-fell']);
  });

  it.each([
    [9.51, []],
    [9.5, []],
    [9.49, ['weight-lost']],
  ])('reports for a weight of %d kg after 10 kg: %o', (weight, expected) => {
    const before = { day: 700, height: 82, weight: 10 };
    expect(kinds(checks({ day: 714, height: 82, weight }, [before]))).toEqual(expected);
  });

  it.each([
    ['wa', 0.51, 0],
    ['wa', 0.5, 1],
    ['wa', 0.49, 1],
    ['wl', 0.51, 0],
    ['wl', 0.5, 1],
    ['wl', 0.49, 1],
  ])('G9 for %s from 1.5 to %d gives %d lines', (index, z, count) => {
    const key = index === 'wa' ? 'waz' : 'whz';
    const before = { day: YEAR, haz: 0, [key]: 1.5 };
    const lines = checks({ day: LATER, haz: 0, [key]: z }, [before]);
    const fell = lines.filter((line) => line.kind === 'z-fell' && line.index === index);
    expect(fell).toHaveLength(count);
    if (count > 0) {
      expect(fell[0]).toMatchObject({ since: dateOfDay(YEAR), before: 1.5, now: z });
    }
  });

  it('compares with the last screening that has the measure', () => {
    const older = { day: 300, height: 75, weight: 10 };
    const last = { day: YEAR, height: 70, weight: 9 };
    const arm = { day: 400, muac: 14 };
    expect(checks({ day: LATER, height: 70, weight: 9 }, [older, last, arm])).toEqual([]);
    const fallen = checks({ day: LATER, height: 68, weight: 9 }, [older, last, arm]);
    expect(fallen[0]).toMatchObject({ since: dateOfDay(YEAR), before: 70, now: 68 });
  });

  it('compares two records of one day with the day before, not with one another', () => {
    const first = { day: LATER, height: 74, weight: 10, created: '2025-04-14T09:00:00.000Z' };
    const again = { day: LATER, height: 70, weight: 8, created: '2025-04-14T10:00:00.000Z' };
    expect(checks(again, [first])).toEqual([]);
    const before = { day: YEAR, height: 70, weight: 9 };
    expect(checks(again, [before, first])[0]).toMatchObject({ kind: 'weight-lost', before: 9 });
  });

  it('ignores weight when this or the earlier screening has oedema', () => {
    const swollen = { day: YEAR, height: 74, weight: 10, oedema: true };
    const now = { day: LATER, height: 74, weight: 8 };
    expect(checks(now, [swollen])).toEqual([]);
    expect(checks({ ...now, oedema: true }, [{ ...swollen, oedema: false }])).toEqual([]);
  });
});

describe('guidance line G10, methods differ,', () => {
  it("reports an exact z-score in another band than the programme's", () => {
    // Born 10 March 2024, screened 25 May 2025: the programme uses the row of 14 months, WHO that
    // of day 441.
    const lines = linesOf({ day: 441, height: 68.5, weight: 7.1, muac: 13, oedema: false });
    expect(lineOf(lines, 'G10')).toEqual({
      code: 'G10',
      severity: 'information',
      place: 'below',
      kind: 'other-band',
      index: 'ha',
      exact: -3.11,
      programme: -2.94,
      line: -3,
    });
    const same = linesOf({ day: 426, height: 68.5, weight: 7.1, muac: 13, oedema: false });
    expect(lineOf(same, 'G10')).toBeNull();
  });

  it.each([
    [2.99, true],
    [3, null],
    [3.01, null],
    [18, null],
    [18.01, false],
  ])('reports whether a weight of %d kg is too light: %s', (weight, isTooLight) => {
    const line = lineOf(linesOf({ day: 1000, ...LOOKED_AT, weight }), 'G10');
    const isOutside = line?.kind === 'outside-form' ? line.isTooLight : null;
    expect(isOutside).toBe(isTooLight);
    if (line !== null) {
      expect(line).toMatchObject({ measure: 'weight', value: weight, min: 3, max: 18 });
      expect(line.severity).toBe(isTooLight === true ? 'today' : 'information');
    }
  });

  it.each([
    [YEAR, 44.9, [45, 110]],
    [YEAR, 45, null],
    [YEAR, 110, null],
    [YEAR, 110.1, [45, 110]],
    [TWO_YEARS_DAY, 64.9, [65, 120]],
    [TWO_YEARS_DAY, 65, null],
    [TWO_YEARS_DAY, 120.1, [65, 120]],
    [TWO_YEARS_DAY - 1, 64.9, null],
  ])('on day %d for a height of %d cm reports the limits %o', (day, height, limits) => {
    const line = lineOf(linesOf({ day, ...LOOKED_AT, height }), 'G10');
    const named = line?.kind === 'outside-form' ? [line.min, line.max] : null;
    expect(named).toEqual(limits);
  });
});

describe('mayFold', () => {
  it.each([
    [{ day: YEAR, ...WELL, oedema: true }, false],
    [{ day: YEAR, ...WELL, muac: 11.4 }, false],
    [{ day: YEAR, ...WELL, muac: 12 }, true],
    [{ day: BABY, whz: 0, muac: 10.9 }, false],
    [{ day: YEAR, ...WELL, haz: -2.5, whz: 1 }, true],
    [{ day: YEAR, ...WELL, whz: 2.5 }, true],
    [{ day: YEAR, muac: 14 }, true],
    [{ day: 10, height: 47, weight: 2.9 }, false],
  ])('for %o is %s', (told, expected) => {
    const lines = linesOf(told);
    expect(lines.length).toBeGreaterThan(0);
    expect(mayFold(lines)).toBe(expected);
  });

  it('"not yet recovered" may not fold, whatever the other figures say', () => {
    const before = [{ day: YEAR, ...WELL, whz: -3.5 }];
    expect(mayFold(linesOf({ day: YEAR + 30, muac: 13 }, before))).toBe(false);
    expect(mayFold(linesOf({ day: YEAR + 30, ...WELL, whz: -0.5 }, before))).toBe(true);
  });
});
