import type { SurveyRecord } from '../../packages/growth/src/prevalence/index.ts';

const DAYS = 1827;
const STANDING_FROM_DAY = 731;

/** Pseudo-random numbers in [0, 1), the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A child as measured in a survey, with its stratum and cluster. */
export type BenchChild = SurveyRecord & {
  readonly sex: 'Boy' | 'Girl';
  readonly ageDays: number;
  readonly weight: number;
  readonly height: number;
  readonly measured: 'lying' | 'standing';
  readonly muac: number;
};

/** Plausible children of all ages; some are small, thin or measured wrongly, as in the field. */
export function benchChildren(count: number): BenchChild[] {
  const random = randomNumbers(20_060_427);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const tenth = (measure: number) => Math.round(measure * 10) / 10;
  return Array.from({ length: count }, (_, index) => {
    const ageDays = Math.floor(random() * DAYS);
    const isOutlier = random() < 0.01;
    const years = ageDays / 365.25;
    const height = 50 + 25 * Math.sqrt(years) + 2.2 * years + (random() - 0.6) * 14;
    const weight = (height / 100) ** 2 * (15.5 + (random() - 0.5) * 5) * (isOutlier ? 2.5 : 1);
    const stratum = index % 5;
    return {
      sex: oneOf(['Boy', 'Girl']),
      ageDays,
      height: tenth(height),
      weight: tenth(weight),
      measured: ageDays < STANDING_FROM_DAY ? 'lying' : 'standing',
      muac: tenth(13 + random() * 4),
      samplingWeight: 0.5 + 3 * random(),
      stratum: String(stratum),
      cluster: String(Math.floor(random() * 60)),
      groups: {
        area: oneOf(['Rural', 'Urban']),
        region: oneOf(['North', 'South', 'East', 'West']),
        wealth: oneOf(['1', '2', '3', '4', '5']),
        education: oneOf(['None', 'Primary', 'Secondary']),
        other: oneOf(['a', 'b']),
      },
    };
  });
}
