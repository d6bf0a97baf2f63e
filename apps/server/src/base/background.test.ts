import { describe, expect, it } from 'vitest';
import { createBackground } from './background.ts';

describe('createBackground', () => {
  it('starts no work before the present answer is sent', async () => {
    const background = createBackground(() => undefined);
    let hasBegun = false;
    background.run(async () => {
      hasBegun = true;
    });
    for (let i = 0; i < 100; i += 1) await Promise.resolve();
    expect(hasBegun).toBe(false);
    await background.settled();
    expect(hasBegun).toBe(true);
  });

  it('background work is settled when all of it has ended, and reports faults', async () => {
    const faults: unknown[] = [];
    const background = createBackground((error) => faults.push(error));
    const done: number[] = [];
    background.run(async () => {
      await Promise.resolve();
      done.push(1);
      background.run(async () => void done.push(2));
    });
    background.run(() => Promise.reject(new Error('lost')));
    await background.settled();
    expect(done).toEqual([1, 2]);
    expect(faults).toEqual([new Error('lost')]);
  });
});
