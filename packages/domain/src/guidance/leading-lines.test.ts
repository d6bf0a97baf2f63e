import { describe, expect, it } from 'vitest';
import { SEXES, type Sex } from '../fields/entities.ts';
import {
  codesOf,
  lineOf,
  linesOf,
  SIX_MONTHS_DAY,
  type ToldScreening,
  TWO_YEARS_DAY,
  WELL,
} from './testing/screenings.ts';

const YEAR = 365;
const BABY = 100;

/** The code of the leading line, or null. */
function leadOf(told: ToldScreening, before: readonly ToldScreening[] = []): string | null {
  const leading = linesOf(told, before).filter(({ place }) => place === 'lead');
  expect(leading.length).toBeLessThanOrEqual(1);
  return leading[0]?.code ?? null;
}

describe.each(SEXES)('the leading line of a %s', (sex: Sex) => {
  it('no line leads when every sign was examined and is normal', () => {
    expect(codesOf(linesOf({ day: YEAR, sex, ...WELL }))).toEqual([]);
    expect(codesOf(linesOf({ day: BABY, sex, whz: 0 }))).toEqual([]);
  });

  it.each([0, BABY, YEAR, 1700])('G1 leads with oedema on day %d, whatever the measures', (day) => {
    for (const whz of [-4, 0, 4]) {
      const lines = linesOf({ day, sex, whz, muac: 10, oedema: true });
      expect(lines[0]).toEqual({ code: 'G1', severity: 'today', place: 'lead' });
      expect(codesOf(lines).filter((code) => ['G2', 'G3', 'G4', 'G5'].includes(code))).toEqual([]);
      // With oedema, weight does not count: no overweight line either.
      expect(codesOf(lines)).not.toContain('G6');
    }
  });

  it('G1 does not lead when oedema was examined and absent, or not examined', () => {
    expect(leadOf({ day: YEAR, sex, ...WELL, oedema: false })).toBeNull();
    expect(leadOf({ day: YEAR, sex, ...WELL, oedema: undefined })).toBeNull();
  });

  // From 6 months: weight for height (WHZ).
  it.each([
    [-3.01, 'G2'],
    [-3, 'G3'],
    [-2.99, 'G3'],
    [-2.01, 'G3'],
    [-2, null],
    [-1.99, null],
  ])('at WHZ %d, at 12 and at 30 months, is %s', (whz, code) => {
    for (const day of [YEAR, 900]) expect(leadOf({ day, sex, ...WELL, whz })).toBe(code);
  });

  it.each([
    [11.4, 'G2'],
    [11.5, 'G3'],
    [11.6, 'G3'],
    [12.4, 'G3'],
    [12.5, null],
    [12.6, null],
  ])('at MUAC %d from 6 months is %s', (muac, code) => {
    for (const day of [SIX_MONTHS_DAY, YEAR, 900, 1700]) {
      expect(leadOf({ day, sex, ...WELL, muac })).toBe(code);
      // The MUAC alone is enough.
      expect(leadOf({ day, sex, muac })).toBe(code);
    }
  });

  it('counts MUAC from the day of 6 months, and not one day earlier', () => {
    const told = { sex, ...WELL, muac: 11.4 };
    expect(leadOf({ ...told, day: SIX_MONTHS_DAY })).toBe('G2');
    expect(leadOf({ ...told, day: SIX_MONTHS_DAY - 1 })).toBeNull();
    expect(leadOf({ ...told, muac: 10.9, day: SIX_MONTHS_DAY - 1 })).toBe('G4');
  });

  // Under 6 months: weight for length (WLZ).
  it.each([
    [-3.01, 'G2'],
    [-3, 'G4'],
    [-2.99, 'G4'],
    [-2.01, 'G4'],
    [-2, null],
    [-1.99, null],
  ])('at WLZ %d of a baby is %s', (whz, code) => {
    // A long baby, so that WAZ stays above −2.
    expect(leadOf({ day: BABY, sex, haz: 1.8, whz })).toBe(code);
  });

  it.each([
    [-2.01, 'G4'],
    [-2, null],
    [-1.99, null],
  ])('at WAZ %d of a baby is %s', (waz, code) => {
    expect(leadOf({ day: BABY, sex, haz: -1.9, waz })).toBe(code);
  });

  it.each([
    [10.9, 'G4'],
    [11, null],
    [11.1, null],
  ])('at MUAC %d of a baby of 100 days is %s', (muac, code) => {
    expect(leadOf({ day: BABY, sex, whz: 0, muac })).toBe(code);
  });

  it.each([
    [41, null],
    [42, 'G4'],
    [43, 'G4'],
  ])('for the MUAC of a baby on day %d is %s', (day, code) => {
    expect(leadOf({ day, sex, whz: 0, muac: 10.9 })).toBe(code);
  });

  it.each([
    [5.59, 'G4'],
    [5.6, null],
    [5.61, null],
  ])('for a baby whose weight goes from 5.6 kg to %d is %s', (weight, code) => {
    const before = { day: BABY - 14, sex, height: 59, weight: 5.6 };
    expect(leadOf({ day: BABY, sex, height: 59, weight }, [before])).toBe(code);
  });

  it.each([
    [{ haz: -2.01 }, 'G5'],
    [{ haz: -2 }, null],
    [{ haz: -1.99 }, null],
  ])('for a child of one year with %o and a normal weight is %s', (size, code) => {
    expect(leadOf({ day: YEAR, sex, ...WELL, whz: 1, ...size })).toBe(code);
  });

  it.each([
    [-2.01, 'G5'],
    [-2, null],
    [-1.99, null],
  ])('at WAZ %d alone is %s', (waz, code) => {
    const { whz: _none, ...well } = WELL;
    expect(leadOf({ day: YEAR, sex, ...well, haz: -1.9, waz })).toBe(code);
  });

  it('G5 is not beneath an acute verdict of the programme, which it would deny', () => {
    const short = { day: 500, ...WELL, haz: -2.5 };
    expect(codesOf(linesOf(short, [], { isProgrammeAcute: true }))).not.toContain('G5');
    expect(codesOf(linesOf(short))).toContain('G5');
  });

  it('G5 does not lead under 6 months, where a low HAZ alone has no meaning', () => {
    const short = { sex, ...WELL, haz: -2.5, whz: 1 };
    expect(leadOf({ ...short, day: SIX_MONTHS_DAY })).toBe('G5');
    expect(leadOf({ ...short, day: SIX_MONTHS_DAY - 1 })).toBeNull();
  });
});

describe('guidance line G2, severe,', () => {
  it('lists the measures below a line, and whether the programme is milder', () => {
    expect(lineOf(linesOf({ day: YEAR, ...WELL, muac: 10.8 }), 'G2')).toEqual({
      code: 'G2',
      severity: 'today',
      place: 'lead',
      figures: [{ index: 'muac', value: 10.8, line: 11.5 }],
      isProgrammeMilder: true,
    });
    const both = lineOf(linesOf({ day: YEAR, ...WELL, whz: -3.2, muac: 10.8 }), 'G2');
    expect(both?.figures).toEqual([
      { index: 'wl', value: -3.2, line: -3 },
      { index: 'muac', value: 10.8, line: 11.5 },
    ]);
    expect(both?.isProgrammeMilder).toBe(false);
  });

  it('G2 does not report the programme as milder when MUAC decides there too', () => {
    expect(lineOf(linesOf({ day: YEAR, muac: 10.8 }), 'G2')?.isProgrammeMilder).toBe(false);
  });

  it('reports the programme as milder when it calls the child moderate', () => {
    const line = lineOf(linesOf({ day: YEAR, ...WELL, whz: -2.5, muac: 10.8 }), 'G2');
    expect(line?.isProgrammeMilder).toBe(true);
    expect(line?.figures).toHaveLength(1);
  });

  it('treats a stored MUAC of 108 as unusable, and rates it as a tenth of its value', () => {
    const lines = linesOf({ day: YEAR, ...WELL, muac: 108 });
    expect(lines).toEqual([
      {
        code: 'G7',
        severity: 'today',
        place: 'below',
        unchecked: [{ what: 'muac-millimetres', value: 108 }],
      },
    ]);
  });

  it('treats an implausible height or weight as not measured', () => {
    for (const size of [
      { height: 0.82, weight: 7 },
      { height: 29.9, weight: 2 },
      { height: 140.1, weight: 14 },
      { height: 70, weight: 7500 },
      { height: 70, weight: 0.4 },
      { height: 70, weight: 40.1 },
    ]) {
      const lines = linesOf({ day: YEAR, ...size, muac: 14, oedema: false });
      expect(lineOf(lines, 'G2')).toBeNull();
      expect(lineOf(lines, 'G7')?.unchecked).toEqual([{ what: 'wl' }]);
    }
  });
});

describe('guidance line G3, moderate,', () => {
  const moderate = { day: 900, ...WELL, muac: 12.2 } as const;

  it.each([
    [TWO_YEARS_DAY - 1, ['under-age']],
    [TWO_YEARS_DAY, []],
    [TWO_YEARS_DAY + 1, []],
  ])('gives a child of day %d priority for special food: %o', (day, reasons) => {
    const { priority } = lineOf(linesOf({ ...moderate, day }), 'G3') ?? {};
    expect(priority?.map(({ why }) => why)).toEqual(reasons);
  });

  it.each([
    [11.9, [{ why: 'below-line', index: 'muac', value: 11.9, line: 12 }]],
    [12, []],
    [12.1, []],
  ])('gives a child with MUAC %d priority for special food: %o', (muac, priority) => {
    expect(lineOf(linesOf({ ...moderate, muac }), 'G3')?.priority).toEqual(priority);
  });

  it.each([
    [-3.01, [{ why: 'below-line', index: 'wa', value: -3.01, line: -3 }]],
    [-3, []],
    [-2.99, []],
  ])('gives a child with WAZ %d priority for special food: %o', (waz, priority) => {
    const { whz: _none, ...rest } = moderate;
    const told = { ...rest, haz: -3.5, waz };
    expect(lineOf(linesOf(told), 'G3')?.priority).toEqual(priority);
  });

  it("gives WHO's energy for the weight, 40 to 78 kcal per kg, rounded to 10", () => {
    const at = (weight: number) =>
      lineOf(linesOf({ day: YEAR, height: 76, weight, muac: 12, oedema: false }), 'G3')?.energy;
    expect(at(8.6)).toEqual({ fromKcal: 340, toKcal: 670, weight: 8.6 });
    expect(at(9.1)).toEqual({ fromKcal: 360, toKcal: 710, weight: 9.1 });
    expect(lineOf(linesOf({ day: YEAR, muac: 12 }), 'G3')?.energy).toBeNull();
  });

  it('gives no energy where food may not be named', () => {
    const lines = linesOf({ day: YEAR, ...WELL, muac: 12 }, [], { mayNameFood: false });
    expect(lineOf(lines, 'G3')?.energy).toBeNull();
  });
});

describe('guidance line G4, a baby at risk,', () => {
  it('lists the signs of risk of a baby', () => {
    const baby = { day: BABY, haz: -1, waz: -2.5, muac: 10.5 };
    const heavier = { day: BABY - 20, haz: 0, waz: 1 };
    expect(lineOf(linesOf(baby, [heavier]), 'G4')).toMatchObject({
      severity: 'this-week',
      place: 'lead',
      figures: [
        { index: 'wa', value: -2.5, line: -2 },
        { index: 'wl', line: -2 },
        { index: 'muac', value: 10.5, line: 11 },
      ],
      weightLoss: { since: '2024-05-29' },
    });
  });

  it("takes the MUAC line from the programme's settings", () => {
    const lines = (infantMuacLine: number) =>
      codesOf(linesOf({ day: BABY, whz: 0, muac: 11.2 }, [], { settings: { infantMuacLine } }));
    expect(lines(11.2)).toEqual([]);
    expect(lines(11.3)).toEqual(['G4']);
  });

  it('compares with the last screening with a weight and without oedema', () => {
    const baby = { day: BABY, height: 58, weight: 5.4 };
    const heavy = { day: 60, height: 56, weight: 5.5 };
    expect(leadOf(baby, [heavy])).toBe('G4');
    expect(leadOf(baby, [heavy, { day: 80, muac: 12 }])).toBe('G4');
    expect(leadOf(baby, [{ ...heavy, oedema: true }])).toBeNull();
    expect(leadOf(baby, [heavy, { day: 80, height: 57, weight: 5.3 }])).toBeNull();
    // A later screening does not count as an earlier one.
    expect(leadOf(baby, [{ ...heavy, day: 120 }])).toBeNull();
  });

  it('compares a baby that is weighed twice in a day with the day before', () => {
    const heavy = { day: 60, height: 56, weight: 5.5 };
    const first = { day: BABY, height: 58, weight: 5.3, created: '2024-06-18T09:00:00.000Z' };
    const again = { ...first, weight: 5.4, created: '2024-06-18T10:00:00.000Z' };
    expect(leadOf(again, [heavy, first])).toBe('G4');
    expect(leadOf({ ...again, weight: 5.2 }, [first])).toBeNull();
  });
});

describe('the age in the guidance', () => {
  it('comes from the present birth date, or is the override times 30.4375 days', () => {
    const thin = { ...WELL, muac: 11.4 };
    expect(leadOf({ ...thin, day: YEAR, ageOverride: 5.99 })).toBeNull();
    expect(leadOf({ ...thin, day: BABY, ageOverride: 6 })).toBe('G2');
    // 42 days are 1.38 months.
    expect(leadOf({ day: YEAR, muac: 10.9, ageOverride: 1.37 })).toBeNull();
    expect(leadOf({ day: YEAR, muac: 10.9, ageOverride: 1.38 })).toBe('G4');
  });

  it('when unknown leaves only the lines that apply at any age', () => {
    const unborn = { day: -5, height: 70, weight: 5, muac: 10.8 };
    expect(codesOf(linesOf(unborn))).toEqual([]);
    expect(codesOf(linesOf({ ...unborn, oedema: true }))).toEqual(['G1']);
  });
});
