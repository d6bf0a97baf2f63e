import { expect, it } from 'vitest';
import { compared, smallest } from './testing/compare-standings.ts';
import { type RandomHistory, randomHistory } from './testing/random-histories.ts';

const IS_DEEP = process.env['CRECE_DEEP'] === '1';
/** `CRECE_PROPERTY_RUNS=200000` compares as many histories. */
const RUNS = Number(process.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 1_000_000 : 2_000));
/** `CRECE_SEED=17` repeats a run: history n of it has the seed 17 + n. */
const SEED = Number(process.env['CRECE_SEED'] ?? Date.now() % 1_000_000_000);

function told(history: RandomHistory): string {
  const { own, byTable } = compared(history);
  return JSON.stringify({ ...history, own, byTable }, null, 1);
}

/** Seeds of histories in which the two once differed. */
const ONCE_DIFFERENT = [873_563_569, 27_553_455];

it.each(ONCE_DIFFERENT)(
  'the standing is that of the rules written a second time, for seed %i',
  (seed) => {
    const history = randomHistory(seed);
    expect(compared(history).isEqual, told(history)).toBe(true);
  },
);

it(
  `the standing is that of the rules written a second time, for ${RUNS} random histories`,
  () => {
    const seen = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) {
      const history = randomHistory(SEED + run);
      const { isEqual, own } = compared(history);
      if (!isEqual) expect.fail(`CRECE_SEED=${SEED + run}: ${told(smallest(history))}`);
      const key = own.referral ?? own.section ?? 'nobody';
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    process.stdout.write(`${RUNS} histories from CRECE_SEED=${SEED}: no difference\n`);
    // Every section occurred often enough to be tested.
    for (const key of ['refer', 'closed', 'lapsed', 'overdue', 'week', 'month', 'unscreened']) {
      expect(seen.get(key) ?? 0, key).toBeGreaterThan(RUNS / 200);
    }
  },
  Math.max(60_000, RUNS * 5),
);
