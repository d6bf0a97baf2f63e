import { programmeZScores } from '@crece/growth';
import { describe, expect, it } from 'vitest';
import { heightAtZ, muacAtZ, weightAtZ } from './measures.ts';

describe('measures at a z-score', () => {
  it.each([
    ['Girl', 3, -2],
    ['Boy', 14, -3.4],
    ['Girl', 23.9, 1.5],
    ['Boy', 24, 0],
    ['Girl', 58, -2.5],
  ] as const)('measures of a %s of %d months give z = %d again', (sex, ageMonths, z) => {
    const height = heightAtZ(sex, ageMonths, z);
    expect(programmeZScores({ sex, ageMonths, height }).haz.z).toBeCloseTo(z, 1);
    const weight = weightAtZ(sex, ageMonths, height, z);
    const whz = programmeZScores({ sex, ageMonths, height, weight }).whz.z ?? Number.NaN;
    // The scale's step of 0.1 kg is up to 0.1 z for the smallest children.
    expect(Math.abs(whz - z)).toBeLessThan(0.12);
  });

  it('measures at a z-score remain inside the limits of the form', () => {
    expect(heightAtZ('Girl', 0.5, -5)).toBe(45);
    expect(weightAtZ('Girl', 0.5, 45, -3)).toBe(3);
    expect(weightAtZ('Boy', 59, 118, 3)).toBe(18);
  });

  it('give a MUAC near 14 cm for an ordinary child and under 11.5 cm for a wasted one', () => {
    expect(muacAtZ(12, 0)).toBe(14.3);
    expect(muacAtZ(12, -3.5)).toBe(11.2);
  });
});
