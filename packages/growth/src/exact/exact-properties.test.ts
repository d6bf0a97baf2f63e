import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sex } from '../base/sex.ts';
import {
  COLUMN_CODES,
  EXACT_SCORES,
  type ExactMeasures,
  exactMeasureAtZ,
  exactScoreColumns,
  exactZScoreColumns,
  exactZScores,
} from './index.ts';

const sexes = fc.constantFrom<Sex>('Boy', 'Girl');
const days = fc.integer({ min: 0, max: 1826 });
const plausible = fc.double({ min: -6, max: 6, noNaN: true });
/** Enough decimals to notice a wrong digit, and few enough that rounding hides binary noise. */
const DECIMALS = 9;

describe('the exact method and its inverse', () => {
  it('returns z for the measure at z, for every index by age', () => {
    fc.assert(
      fc.property(sexes, days, plausible, (sex, day, z) => {
        const at = (score: 'zlen' | 'zwei' | 'zac' | 'zhc') =>
          exactMeasureAtZ({ score, sex, day }, z) ?? undefined;
        const scores = exactZScores(
          {
            sex,
            ageDays: day,
            height: at('zlen'),
            weight: at('zwei'),
            muac: at('zac'),
            headCircumference: at('zhc'),
          },
          DECIMALS,
        );
        expect(scores.zlen.z).toBeCloseTo(z, 6);
        expect(scores.zwei.z).toBeCloseTo(z, 6);
        expect(scores.zhc.z).toBeCloseTo(z, 6);
        if (day >= 91) expect(scores.zac.z).toBeCloseTo(z, 6);
        else expect(at('zac')).toBeUndefined();
      }),
    );
  });

  it('returns z for the BMI and for the weight at a height', () => {
    fc.assert(
      fc.property(sexes, days, plausible, (sex, day, z) => {
        const height = 66 + (day % 440) / 10;
        const byBmi = exactMeasureAtZ({ score: 'zbmi', sex, day }, z) ?? Number.NaN;
        const place = day < 731 ? { length: height } : { height };
        const byHeight = exactMeasureAtZ({ score: 'zwfl', sex, ...place }, z) ?? Number.NaN;
        const z2 = (weight: number, name: 'zbmi' | 'zwfl') =>
          exactZScores({ sex, ageDays: day, height, weight }, DECIMALS)[name].z;
        expect(z2(byBmi * (height / 100) ** 2, 'zbmi')).toBeCloseTo(z, 6);
        expect(z2(byHeight, 'zwfl')).toBeCloseTo(z, 6);
      }),
    );
  });

  it('gives a higher z for a higher measure', () => {
    fc.assert(
      fc.property(sexes, days, plausible, plausible, (sex, day, one, other) => {
        for (const score of ['zlen', 'zwei', 'zbmi', 'zhc'] as const) {
          const low = exactMeasureAtZ({ score, sex, day }, Math.min(one, other)) ?? Number.NaN;
          const high = exactMeasureAtZ({ score, sex, day }, Math.max(one, other)) ?? Number.NaN;
          expect(low).toBeLessThanOrEqual(high);
        }
      }),
    );
  });

  it('continues the step between 2 and 3 SD in the restricted tail', () => {
    for (const sex of ['Boy', 'Girl'] as const)
      for (const side of [1, -1]) {
        const at = (z: number) => exactMeasureAtZ({ score: 'zwei', sex, day: 700 }, side * z) ?? 0;
        expect(at(4) - at(3)).toBeCloseTo(at(3) - at(2), 10);
        expect(at(7) - at(3)).toBeCloseTo(4 * (at(3) - at(2)), 10);
      }
  });

  it("the inverse is WHO's median at z 0, and null outside the tables", () => {
    expect(exactMeasureAtZ({ score: 'zwei', sex: 'Girl', day: 1522 }, 0)).toBe(16.433);
    expect(exactMeasureAtZ({ score: 'zwfl', sex: 'Boy', length: 45 }, 0)).toBe(2.441);
    expect(exactMeasureAtZ({ score: 'zwei', sex: 'Girl', day: 1827 }, 0)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zwei', sex: 'Girl', day: 1.5 }, 0)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zac', sex: 'Girl', day: 90 }, 0)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zwfl', sex: 'Boy', length: 110.1 }, 0)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zwfl', sex: 'Boy', height: 64.9 }, 0)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zlen', sex: 'Boy', day: 0 }, -50)).toBeNull();
    expect(exactMeasureAtZ({ score: 'zlen', sex: 'Boy', day: 0 }, Number.NaN)).toBeNull();
  });
});

/** Arbitrary numbers mixed with plausible ones. */
const anyNumber = fc.oneof(
  fc.double(),
  fc.double({ min: 0, max: 2000, noNaN: true }),
  fc.constantFrom(0, -0, 45, 65, 110, 120, 103.1, 731, 730.5, 1826.25, Number.MIN_VALUE, 1e308),
);
const anyMeasures: fc.Arbitrary<ExactMeasures> = fc.record(
  {
    sex: sexes,
    ageDays: anyNumber,
    ageMonths: anyNumber,
    weight: anyNumber,
    height: anyNumber,
    measured: fc.constantFrom('lying' as const, 'standing' as const),
    muac: anyNumber,
    headCircumference: anyNumber,
    oedema: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('the exact method on arbitrary input', () => {
  it('gives finite figures or a reason, never NaN, infinity or −0', () => {
    fc.assert(
      fc.property(anyMeasures, (measures) => {
        const scores = exactZScores(measures);
        for (const name of EXACT_SCORES) {
          const score = scores[name];
          if (score.z === null) expect(score.reason).toMatch(/^[a-z-]+$/);
          else {
            expect(Number.isFinite(score.z)).toBe(true);
            expect(Object.is(score.z, -0)).toBe(false);
          }
        }
        for (const figure of [scores.bmi, scores.convertedHeight])
          expect(figure === null || Number.isFinite(figure)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same in columns as for single records', () => {
    fc.assert(
      fc.property(fc.array(anyMeasures, { maxLength: 20 }), (records) => {
        const column = (pick: (record: ExactMeasures) => number | undefined) =>
          Float64Array.from(records, (record) => pick(record) ?? Number.NaN);
        const output = exactScoreColumns(records.length);
        const input = {
          sex: Uint8Array.from(records, ({ sex }) => COLUMN_CODES.sex[sex ?? 'unknown']),
          ageDays: column(({ ageDays }) => ageDays),
          ageMonths: column(({ ageMonths }) => ageMonths),
          weight: column(({ weight }) => weight),
          height: column(({ height }) => height),
          measured: Uint8Array.from(
            records,
            ({ measured }) => COLUMN_CODES.measured[measured ?? 'unknown'],
          ),
          muac: column(({ muac }) => muac),
          headCircumference: column(({ headCircumference }) => headCircumference),
          oedema: Uint8Array.from(records, ({ oedema }) => (oedema === true ? 1 : 0)),
        };
        exactZScoreColumns(input, output, 4);
        // A second run must overwrite everything that the first wrote into the same output.
        exactZScoreColumns(input, output, 4);
        records.forEach((record, row) => {
          const scores = exactZScores(record, 4);
          EXACT_SCORES.forEach((name, bit) => {
            const score = scores[name];
            const isFlagged = (((output.flags[row] ?? 0) >> bit) & 1) === 1;
            expect(output[name][row]).toBe(score.z ?? Number.NaN);
            expect(isFlagged).toBe(score.z !== null && score.isFlagged);
          });
          expect(output.bmi[row]).toBe(scores.bmi ?? Number.NaN);
          expect(output.convertedHeight[row]).toBe(scores.convertedHeight ?? Number.NaN);
          expect(output.isStandingDisbelieved[row]).toBe(scores.isStandingDisbelieved ? 1 : 0);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('the exact method for boys and girls', () => {
  it('differs only in the tables: reasons, conversion and BMI are the same', () => {
    fc.assert(
      fc.property(anyMeasures, (measures) => {
        // Near the largest double, a score overflows for one sex earlier than for the other.
        fc.pre(Object.values(measures).every((value) => !(Math.abs(Number(value)) > 1e300)));
        const boy = exactZScores({ ...measures, sex: 'Boy' });
        const girl = exactZScores({ ...measures, sex: 'Girl' });
        expect([boy.bmi, boy.convertedHeight, boy.isStandingDisbelieved]).toEqual([
          girl.bmi,
          girl.convertedHeight,
          girl.isStandingDisbelieved,
        ]);
        for (const name of EXACT_SCORES) {
          const [one, other] = [boy[name], girl[name]];
          if (one.z === null) expect(other).toEqual(one);
          else expect(other.z).not.toBeNull();
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('exactZScoreColumns', () => {
  it('needs only the column of the sex', () => {
    const output = exactScoreColumns(2);
    exactZScoreColumns({ sex: Uint8Array.of(1, 2) }, output);
    expect([...output.zwei, ...output.zwfl]).toEqual(new Array(4).fill(Number.NaN));
  });

  it('treats an unknown code as an unknown sex or position', () => {
    const output = exactScoreColumns(1);
    const weight = Float64Array.of(10);
    const ageDays = Float64Array.of(400);
    exactZScoreColumns({ sex: Uint8Array.of(7), weight, ageDays }, output);
    expect(output.zwei[0]).toBeNaN();
    const height = Float64Array.of(76);
    exactZScoreColumns(
      { sex: Uint8Array.of(1), weight, ageDays, height, measured: Uint8Array.of(9) },
      output,
    );
    expect(output.convertedHeight[0]).toBe(76);
  });

  it('throws when the output is too short', () => {
    expect(() => exactZScoreColumns({ sex: new Uint8Array(3) }, exactScoreColumns(2))).toThrow(
      RangeError,
    );
  });
});
