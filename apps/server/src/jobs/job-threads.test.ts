import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { JobThreads, type ThreadOptions } from './job-threads.ts';
import type { WorkerEnd } from './worker-run.ts';

const FEW = 10;
const OUT_OF_MEMORY: WorkerEnd = { ok: false, code: 'out-of-memory', detail: null };
const DONE: WorkerEnd = { ok: true, end: {} };

describe('work that needs much memory', () => {
  it('runs one at a time; what needs little does not wait for it', async () => {
    const threads = new JobThreads({ memoryMb: { few: FEW, most: 90 } } as ThreadOptions);
    const memory: number[] = [];
    let large = 0;
    let most = 0;
    const work = () =>
      threads.inEnoughMemory(async (memoryMb) => {
        memory.push(memoryMb);
        if (memoryMb === FEW) return OUT_OF_MEMORY;
        large += 1;
        most = Math.max(most, large);
        await delay(20);
        large -= 1;
        return DONE;
      });
    const all = Promise.all([work(), work(), work()]);
    expect(await threads.inEnoughMemory(async () => DONE)).toBe(DONE);
    expect(most).toBeLessThan(2);
    expect(await all).toEqual([DONE, DONE, DONE]);
    expect(most).toBe(1);
    expect(memory.sort()).toEqual([FEW, FEW, FEW, 90, 90, 90]);
  });
});
