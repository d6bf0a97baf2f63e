import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROGRAMME_TABLES } from '../tables/programme-tables.ts';
import { type Lms, measureAtZ, zFromLms } from './lms.ts';

const WHO_ROWS: Lms[] = Object.values(PROGRAMME_TABLES).flatMap((bySex) =>
  Object.values(bySex).flatMap((table) => table.rows),
);
const whoRow = fc.constantFrom(...WHO_ROWS);
const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, Number.EPSILON),
);

describe('zFromLms', () => {
  it('follows the published formula', () => {
    const row: Lms = { l: -0.3521, m: 9.1292, s: 0.08272 };
    // (8 / 9.1292)^-0.3521 − 1, over −0.3521 × 0.08272
    expect(zFromLms(8, row)).toBeCloseTo(-1.6338713638824882, 12);
  });

  it('the median of every WHO row has a z-score of exactly 0', () => {
    for (const row of WHO_ROWS) expect(Math.abs(zFromLms(row.m, row) ?? Number.NaN)).toBe(0);
  });

  it('uses the logarithmic form at L = 0', () => {
    expect(zFromLms(11, { l: 0, m: 10, s: 0.1 })).toBeCloseTo(Math.log(1.1) / 0.1, 14);
  });

  it.each([1e-3, 1e-6, 1e-9, 1e-11, 1.0000001e-12, 9.999999e-13, 1e-15, 5e-324])(
    'the z-score is continuous near L = ±%s',
    (l) => {
      const atZero = Math.log(1.1) / 0.1;
      // The first term that the limit form omits is L × ln(y / M)² / (2 × S).
      const bend = (Math.log(1.1) ** 2 / (2 * 0.1)) * l;
      expect(zFromLms(11, { l, m: 10, s: 0.1 })).toBeCloseTo(atZero + bend, 8);
      expect(zFromLms(11, { l: -l, m: 10, s: 0.1 })).toBeCloseTo(atZero - bend, 8);
    },
  );

  it.each([0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a measure of %s has no z-score',
    (measure) => {
      for (const l of [1, 0.3487, 0, -0.3521]) {
        expect(zFromLms(measure, { l, m: 10, s: 0.1 })).toBe(null);
      }
    },
  );

  it('never returns NaN or infinity', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, anyNumber, (measure, l, m, s) => {
        const z = zFromLms(measure, { l, m, s });
        expect(z === null || Number.isFinite(z)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('increases with the measure', () => {
    const measure = fc.integer({ min: 1, max: 20_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(whoRow, measure, measure, (row, one, other) => {
        fc.pre(one !== other);
        const low = zFromLms(Math.min(one, other), row);
        const high = zFromLms(Math.max(one, other), row);
        expect(low).not.toBe(null);
        expect(high).toBeGreaterThan(low ?? Number.NaN);
      }),
    );
  });
});

describe('measureAtZ', () => {
  it('follows the published formula', () => {
    // 76.3817 × (1 − 2 × 0.03514)
    expect(measureAtZ(-2, { l: 1, m: 76.3817, s: 0.03514 })).toBeCloseTo(71.013594124, 9);
  });

  it('gives the median at 0', () => {
    for (const row of WHO_ROWS) expect(measureAtZ(0, row)).toBe(row.m);
  });

  it('uses the exponential form at L = 0', () => {
    expect(measureAtZ(2, { l: 0, m: 10, s: 0.1 })).toBeCloseTo(10 * Math.exp(0.2), 12);
  });

  it.each([
    // 1 + L × S × z is positive just below z = 10, zero at it, negative above it.
    [9.99, 10 / 0.001],
    [10, null],
    [10.01, null],
  ])('with L −1 and S 0.1 reaches z = %s at %s', (z, expected) => {
    const measure = measureAtZ(z, { l: -1, m: 10, s: 0.1 });
    if (expected === null) expect(measure).toBe(null);
    else expect(measure).toBeCloseTo(expected, 5);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'there is no measure at z = %s',
    (z) => {
      for (const l of [1, 0, -0.3521]) expect(measureAtZ(z, { l, m: 10, s: 0.1 })).toBe(null);
    },
  );

  it('measureAtZ is the inverse of zFromLms on every WHO row', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          whoRow,
          whoRow.map((row) => ({ ...row, l: row.l * 1e-11 })),
        ),
        fc.double({ min: -6, max: 6, noNaN: true }),
        (row, z) => {
          const measure = measureAtZ(z, row);
          expect(measure).not.toBe(null);
          expect(zFromLms(measure ?? Number.NaN, row)).toBeCloseTo(z, 8);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never returns NaN, infinity or zero', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, anyNumber, (z, l, m, s) => {
        const measure = measureAtZ(z, { l, m, s });
        expect(measure === null || (Number.isFinite(measure) && measure > 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
