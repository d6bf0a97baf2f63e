import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

const LIMITS = { pushLeast: 100, pushFirst: 400, pushCharacters: 1_000 };

/** A pace, and requests that take so many milliseconds by its clock. */
function aPace(limits = LIMITS) {
  let now = 0;
  const pace = new Pace(limits, () => now);
  const request = (ms: number) =>
    pace.watch(1, async () => {
      now += ms;
    });
  return { pace, request };
}

const parcels = (...lengths: number[]) => lengths.map((length) => ({ text: 'x'.repeat(length) }));

describe('the pace of a push', () => {
  it.each([
    [4_999, 800],
    [5_000, 400],
    [20_000, 400],
    [20_001, 200],
  ])('after a request of %i ms allows %i characters', async (ms, characters) => {
    const { pace, request } = aPace();
    expect(pace.characters).toBe(400);
    await request(ms);
    expect(pace.characters).toBe(characters);
  });

  it('stays within its bounds', async () => {
    const { pace, request } = aPace();
    for (let time = 0; time < 5; time += 1) await request(1);
    expect(pace.characters).toBe(1_000);
    for (let time = 0; time < 5; time += 1) pace.broke();
    expect(pace.characters).toBe(100);
    expect(aPace({ ...LIMITS, pushFirst: 5_000 }).pace.characters).toBe(1_000);
  });

  it('counts what broke one after another, and halves each time', async () => {
    const { pace, request } = aPace();
    pace.broke();
    pace.broke();
    expect([pace.failures, pace.characters]).toEqual([2, 100]);
    await request(10_000);
    expect([pace.failures, pace.characters]).toEqual([0, 100]);
  });

  it('is halved by what was too large, and stays below it', async () => {
    const { pace, request } = aPace();
    pace.tooLarge(360);
    for (let time = 0; time < 5; time += 1) await request(1);
    expect(pace.characters).toBe(180);
    pace.tooLarge(150);
    expect(pace.characters).toBe(100);
  });

  it('knows what the line carries: so little, or as much as it has carried', async () => {
    const { pace } = aPace();
    expect([pace.carries(100), pace.carries(101)]).toEqual([true, false]);
    await pace.watch(250, async () => undefined);
    expect([pace.carries(250), pace.carries(251)]).toEqual([true, false]);
  });

  it('takes a request that failed for no answer', async () => {
    const { pace } = aPace();
    pace.broke();
    await expect(pace.watch(1, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect([pace.failures, pace.characters]).toEqual([1, 200]);
  });

  it.each([
    [[399, 1], 2],
    [[399, 2], 1],
    [[401, 1], 1],
    [[100, 100, 200, 1], 3],
    [[], 0],
  ])('of documents with %j characters sends %i', (lengths, count) => {
    expect(aPace().pace.next(parcels(...lengths))).toHaveLength(count);
  });
});
