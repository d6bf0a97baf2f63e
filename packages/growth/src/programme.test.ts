import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureAtZ } from './base/lms.ts';
import { roundZ } from './base/round-z.ts';
import { type ProgrammeMeasures, programmeZScores, type ZScore } from './programme.ts';
import { lmsAt } from './tables/lms-table.ts';
import { PROGRAMME_TABLES } from './tables/programme-tables.ts';

const NOT_MEASURED: ZScore = { z: null, reason: 'not-measured' };
const OUTSIDE: ZScore = { z: null, reason: 'outside-reference' };
const NONSENSE = [0, -0, -70, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

function rounded({ z }: ZScore): number | null {
  return z === null ? null : roundZ(z);
}

function aMeasure(changes: Partial<ProgrammeMeasures> = {}): ProgrammeMeasures {
  return { sex: 'Girl', ageMonths: 14, height: 68.5, weight: 7.1, ...changes };
}

describe('programmeZScores', () => {
  it('assesses a girl of 14 months with 7.1 kg and 68.5 cm', () => {
    // L, M, S: 1, 76.3817, 0.03514; −0.2278, 9.387, 0.12294; −0.3833, 7.8509, 0.09085
    const { haz, waz, whz } = programmeZScores(aMeasure());
    expect(haz.z).toBeCloseTo(-2.9364920074463887, 10);
    expect(waz.z).toBeCloseTo(-2.345071386147174, 10);
    expect(whz.z).toBeCloseTo(-1.1281839537975642, 10);
    expect([haz, waz, whz].map(rounded)).toEqual([-2.94, -2.35, -1.13]);
  });

  // Cells that older systems calculated wrongly. L, M and S are WHO's published rows; the z-scores
  // were calculated separately from this code, by the printed formula.
  it.each([
    {
      child: { sex: 'Boy', ageMonths: 30, height: 72.5, weight: 8 },
      table: PROGRAMME_TABLES.weightForHeight,
      row: { l: -0.3521, m: 9.1292, s: 0.08272 },
      z: [-5.7067934339544255, -4.362377766543366, -1.6338713638824882],
    },
    {
      child: { sex: 'Girl', ageMonths: 30, height: 72.5, weight: 8 },
      table: PROGRAMME_TABLES.weightForHeight,
      row: { l: -0.3833, m: 8.8053, s: 0.09028 },
      z: [-5.149822185673795, -3.9518400113779664, -1.0821565766793146],
    },
    {
      child: { sex: 'Boy', ageMonths: 15, height: 83.5, weight: 9.5 },
      table: PROGRAMME_TABLES.weightForLength,
      row: { l: -0.3521, m: 11.1516, s: 0.08231 },
      z: [1.7208295848550719, -0.7428157950923896, -2.003411450109442],
    },
    {
      child: { sex: 'Girl', ageMonths: 40, height: 99.5, weight: 13 },
      table: PROGRAMME_TABLES.weightForHeight,
      row: { l: -0.3833, m: 15.0828, s: 0.09075 },
      z: [0.4397275394314315, -0.895824191812993, -1.6850634781657048],
    },
  ] as const)(
    "gives WHO's figures for $child.height cm at $child.ageMonths months ($child.sex)",
    ({ child, table, row, z }) => {
      expect(lmsAt(table[child.sex], child.height)).toEqual(row);
      const { haz, waz, whz } = programmeZScores(child);
      [haz, waz, whz].forEach((score, index) => {
        expect(score.z).toBeCloseTo(z[index] ?? Number.NaN, 10);
      });
      // At the published median the index is 0, at WHO's −3 SD line it is −3.
      expect(programmeZScores({ ...child, weight: row.m }).whz).toEqual({ z: 0 });
      const atMinus3 = measureAtZ(-3, row) ?? Number.NaN;
      expect(programmeZScores({ ...child, weight: atMinus3 }).whz.z).toBeCloseTo(-3, 10);
    },
  );

  describe('the age in programmeZScores', () => {
    const { lengthForAge, heightForAge, weightForAge } = PROGRAMME_TABLES;

    it.each([
      [0, lengthForAge, 0],
      [0.49, lengthForAge, 0],
      [0.5, lengthForAge, 1],
      [13.49, lengthForAge, 13],
      [13.5, lengthForAge, 14],
      [23.49, lengthForAge, 23],
      // Rounded to month 24, but 24 months are not completed: still the lying row.
      [23.5, lengthForAge, 24],
      [23.99, lengthForAge, 24],
      [24, heightForAge, 24],
      [24.49, heightForAge, 24],
      [24.5, heightForAge, 25],
      [59.5, heightForAge, 60],
      [60, heightForAge, 60],
      [60.49, heightForAge, 60],
    ])(
      'an age of %s months selects the row of length or height and the row of weight',
      (age, table, month) => {
        for (const sex of ['Boy', 'Girl'] as const) {
          const { haz, waz } = programmeZScores({
            sex,
            ageMonths: age,
            height: lmsAt(table[sex], month)?.m,
            weight: lmsAt(weightForAge[sex], month)?.m,
          });
          expect([haz, waz]).toEqual([{ z: 0 }, { z: 0 }]);
        }
      },
    );

    it.each([60.5, 60.97, 61, 240])(
      'an age of %s months has no row, but weight for height is calculated',
      (age) => {
        const { haz, waz, whz } = programmeZScores(
          aMeasure({ sex: 'Boy', ageMonths: age, height: 99.5, weight: 15.2187 }),
        );
        expect([haz, waz, whz]).toEqual([OUTSIDE, OUTSIDE, { z: 0 }]);
      },
    );

    it.each([-0.01, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      'an age of %s months gives no index',
      (age) => {
        const { haz, waz, whz } = programmeZScores(aMeasure({ ageMonths: age }));
        expect([haz, waz, whz]).toEqual([OUTSIDE, OUTSIDE, OUTSIDE]);
      },
    );
  });

  describe('the position for weight-for-length or weight-for-height', () => {
    // Girls, 80 cm: 10.0891 kg is the median lying, 10.2332 kg standing.
    const lying = lmsAt(PROGRAMME_TABLES.weightForLength.Girl, 80)?.m;
    const standing = lmsAt(PROGRAMME_TABLES.weightForHeight.Girl, 80)?.m;

    it.each([
      [23.49, lying],
      [23.6, lying],
      [23.99, lying],
      [24, standing],
      [24.01, standing],
      [60.97, standing],
    ])('at %s months depends on the completed months', (ageMonths, weight) => {
      expect([lying, standing]).toEqual([10.0891, 10.2332]);
      expect(programmeZScores({ sex: 'Girl', ageMonths, height: 80, weight }).whz).toEqual({
        z: 0,
      });
    });
  });

  describe('the height in weight-for-length or weight-for-height', () => {
    const { weightForLength, weightForHeight } = PROGRAMME_TABLES;

    function whzAtMedianOf(row: number, height: number, ageMonths: number): ZScore {
      const table = ageMonths < 24 ? weightForLength : weightForHeight;
      const weight = lmsAt(table.Boy, row)?.m;
      expect(weight).toBeGreaterThan(2);
      return programmeZScores({ sex: 'Boy', ageMonths, height, weight }).whz;
    }

    it.each([
      [70.24, 70],
      [70.25, 70.5],
      [70.49, 70.5],
      [70.5, 70.5],
      [70.74, 70.5],
      [70.75, 71],
      // Ties moved by binary arithmetic.
      [70.24999999999999, 70.5],
      [70.74999999999999, 71],
      [109.74, 109.5],
      [109.75, 110],
      [110, 110],
      [110.24, 110],
    ])('a height of %s cm lying uses the row of %s cm', (height, row) => {
      expect(whzAtMedianOf(row, height, 10)).toEqual({ z: 0 });
    });

    it.each([
      [64.75, 65],
      [64.75 - 1e-13, 65],
      [65, 65],
      [65.24, 65],
      [65.25, 65.5],
      [119.75, 120],
      [120, 120],
      [120.24, 120],
    ])('a height of %s cm standing uses the row of %s cm', (height, row) => {
      expect(whzAtMedianOf(row, height, 36)).toEqual({ z: 0 });
    });

    it.each([
      [0.1, 45],
      [44, 45],
      [44.99, 45],
      [45, 45],
      [45.24, 45],
      [45.25, 45.5],
    ])('a height of %s cm below 45 cm counts as 45 cm: the row of %s cm', (height, row) => {
      expect(whzAtMedianOf(row, height, 1)).toEqual({ z: 0 });
    });

    it.each([
      [10, 110.25],
      [10, 110.5],
      [10, 300],
      [36, 30],
      [36, 44],
      [36, 64.74],
      [36, 64.7499],
      [36, 120.25],
      [36, 121],
    ])(
      'at %s months has no row for %s cm, but the other indices are calculated',
      (ageMonths, height) => {
        const { haz, waz, whz } = programmeZScores(
          aMeasure({ sex: 'Boy', ageMonths, height, weight: 9 }),
        );
        expect(whz).toEqual(OUTSIDE);
        expect(Number.isFinite(haz.z)).toBe(true);
        expect(Number.isFinite(waz.z)).toBe(true);
      },
    );

    it('height-for-age uses the height as entered, also below 45 cm', () => {
      const atBirth = { sex: 'Boy', ageMonths: 0, weight: 2.441 } as const;
      // (44 / 49.8842 − 1) / 0.03795
      expect(programmeZScores({ ...atBirth, height: 44 }).haz.z).toBeCloseTo(
        -3.108226320141637,
        10,
      );
      expect(programmeZScores({ ...atBirth, height: 70.25 }).haz.z).toBeCloseTo(
        10.757879676207567,
        10,
      );
    });
  });

  describe('not-measured in programmeZScores', () => {
    it('leaves only weight-for-age without a height', () => {
      const { haz, waz, whz } = programmeZScores({ sex: 'Girl', ageMonths: 14, weight: 9.387 });
      expect([haz, waz, whz]).toEqual([NOT_MEASURED, { z: 0 }, NOT_MEASURED]);
    });

    it('leaves only height-for-age without a weight', () => {
      const { haz, waz, whz } = programmeZScores({ sex: 'Girl', ageMonths: 14, height: 76.3817 });
      expect([haz, waz, whz]).toEqual([{ z: 0 }, NOT_MEASURED, NOT_MEASURED]);
    });

    it('not-measured is the reason also when the tables have no row', () => {
      const { haz, waz, whz } = programmeZScores({ sex: 'Girl', ageMonths: Number.NaN });
      expect([haz, waz, whz]).toEqual([NOT_MEASURED, NOT_MEASURED, NOT_MEASURED]);
    });

    it.each(NONSENSE)('includes a height of %s', (height) => {
      const { haz, waz, whz } = programmeZScores(aMeasure({ height, weight: 9.387 }));
      expect([haz, waz, whz]).toEqual([NOT_MEASURED, { z: 0 }, NOT_MEASURED]);
    });

    it.each(NONSENSE)('includes a weight of %s', (weight) => {
      const { haz, waz, whz } = programmeZScores(aMeasure({ height: 76.3817, weight }));
      expect([haz, waz, whz]).toEqual([{ z: 0 }, NOT_MEASURED, NOT_MEASURED]);
    });
  });

  it('gives outside-reference when the formula exceeds the range of numbers', () => {
    // 5e-324 kg over any median is 0 in binary: no logarithm, no z-score.
    const { waz, whz } = programmeZScores(aMeasure({ weight: Number.MIN_VALUE }));
    expect([waz, whz]).toEqual([OUTSIDE, OUTSIDE]);
  });

  describe('programmeZScores for arbitrary input', () => {
    const sex = fc.constantFrom('Boy', 'Girl');
    const anyNumber = fc.oneof(
      fc.double(),
      fc.double({ min: 0, max: 200 }),
      fc.constantFrom(...NONSENSE, Number.MIN_VALUE, Number.MAX_VALUE),
    );

    it('returns a finite number or a reason, never NaN, infinity or an exception', () => {
      fc.assert(
        fc.property(
          sex,
          anyNumber,
          fc.option(anyNumber, { nil: undefined }),
          fc.option(anyNumber, { nil: undefined }),
          (child, ageMonths, height, weight) => {
            const scores = programmeZScores({ sex: child, ageMonths, height, weight });
            for (const score of [scores.haz, scores.waz, scores.whz]) {
              if (score.z === null) {
                expect(['not-measured', 'outside-reference']).toContain(score.reason);
              } else {
                expect(Number.isFinite(score.z)).toBe(true);
              }
            }
          },
        ),
        { numRuns: 5000 },
      );
    });

    it('gives every index for a child within the tables', () => {
      const age = fc.integer({ min: 0, max: 6049 }).map((hundredths) => hundredths / 100);
      const height = fc.integer({ min: 6475, max: 11024 }).map((hundredths) => hundredths / 100);
      const weight = fc.integer({ min: 1, max: 5000 }).map((hundredths) => hundredths / 100);
      fc.assert(
        fc.property(sex, age, height, weight, (child, ageMonths, cm, kg) => {
          const scores = programmeZScores({ sex: child, ageMonths, height: cm, weight: kg });
          for (const { z } of [scores.haz, scores.waz, scores.whz]) expect(z).not.toBe(null);
        }),
        { numRuns: 1000 },
      );
    });

    it('increases with height (height-for-age) and with weight (weight-for-age, weight-for-height)', () => {
      const age = fc.integer({ min: 0, max: 6049 }).map((hundredths) => hundredths / 100);
      const tenths = fc.integer({ min: 10, max: 1100 }).map((count) => count / 10);
      fc.assert(
        fc.property(sex, age, tenths, tenths, (child, ageMonths, one, other) => {
          fc.pre(one !== other);
          const low = Math.min(one, other);
          const high = Math.max(one, other);
          const at = (height: number, weight: number) =>
            programmeZScores({ sex: child, ageMonths, height, weight });
          expect(at(high, 9).haz.z).toBeGreaterThan(at(low, 9).haz.z ?? Number.NaN);
          expect(at(75, high).waz.z).toBeGreaterThan(at(75, low).waz.z ?? Number.NaN);
          expect(at(75, high).whz.z).toBeGreaterThan(at(75, low).whz.z ?? Number.NaN);
        }),
        { numRuns: 1000 },
      );
    });
  });
});
