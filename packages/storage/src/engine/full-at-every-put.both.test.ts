import { describe, expect, it } from 'vitest';
import { ACTS, runFullAt, saveFullAt, shownAfter, tidyFullAt } from './testing/full-at.ts';

// The device becomes full at the first, second, third … put of each kind of work, until the work needs
// no further put. `full-disk.test.ts` shows the same of some puts in every run in Chromium.

/** More puts than any of these works needs: a work that never ends would be a fault. */
const MOST_PUTS = 200;

/** At which put, if any, the work had ended before the disk was full. */
async function untilItEnds(isFullAt: (nth: number) => Promise<boolean>): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    expect(nth).toBeLessThan(MOST_PUTS);
    if (!(await isFullAt(nth))) return nth;
  }
}

describe('a device that becomes full at any put of a save', () => {
  it.each(ACTS)(
    '%s: stores all of it or nothing, says so, and succeeds when repeated',
    async (_, act) => {
      const wanted = await shownAfter(act);
      expect(await untilItEnds((nth) => saveFullAt(nth, act, wanted))).toBeGreaterThan(1);
    },
  );
});

// Some thirty devices, each with two runs.
describe('a device that becomes full at any put of a run', { timeout: 90_000 }, () => {
  it('keeps what was acknowledged, says why the run ended, and the next run ends with everything', async () => {
    expect(await untilItEnds(runFullAt)).toBeGreaterThan(10);
  });
});

describe('a device that becomes full at any put of tidying', () => {
  it('changes no record, sends nothing again, and tidies when there is room', async () => {
    expect(await untilItEnds(tidyFullAt)).toBeGreaterThan(1);
  });
});
