import { describe, expect, it } from 'vitest';
import { AdaptiveBatch } from './adaptive-batch.ts';

const LIMITS = { pushLeast: 100, pushFirst: 400, pushCharacters: 1_000 };

/** An adaptive batch, with requests whose duration is set by the test's clock. */
function aPace(limits = LIMITS) {
  let now = 0;
  const batchSize = new AdaptiveBatch(limits, () => now);
  const request = (ms: number) =>
    batchSize.watch(1, async () => {
      now += ms;
    });
  return { batchSize, request };
}

const outgoing = (...lengths: number[]) => lengths.map((length) => ({ text: 'x'.repeat(length) }));

describe('AdaptiveBatch, which sets the request size of a push', () => {
  it.each([
    [4_999, 800],
    [5_000, 400],
    [20_000, 400],
    [20_001, 200],
  ])('after a request of %i ms allows %i characters', async (ms, characters) => {
    const { batchSize, request } = aPace();
    expect(batchSize.characters).toBe(400);
    await request(ms);
    expect(batchSize.characters).toBe(characters);
  });

  it('the size of a push remains between its smallest and largest', async () => {
    const { batchSize, request } = aPace();
    for (let time = 0; time < 5; time += 1) await request(1);
    expect(batchSize.characters).toBe(1_000);
    for (let time = 0; time < 5; time += 1) batchSize.broke();
    expect(batchSize.characters).toBe(100);
    expect(aPace({ ...LIMITS, pushFirst: 5_000 }).batchSize.characters).toBe(1_000);
  });

  it('counts consecutive broken requests, and halves the size after each', async () => {
    const { batchSize, request } = aPace();
    batchSize.broke();
    batchSize.broke();
    expect([batchSize.failures, batchSize.characters]).toEqual([2, 100]);
    await request(10_000);
    expect([batchSize.failures, batchSize.characters]).toEqual([0, 100]);
  });

  it('halves the size when a request was too large, and stays below it', async () => {
    const { batchSize, request } = aPace();
    batchSize.tooLarge(360);
    for (let time = 0; time < 5; time += 1) await request(1);
    expect(batchSize.characters).toBe(180);
    batchSize.tooLarge(150);
    expect(batchSize.characters).toBe(100);
  });

  it('says that the line carries the smallest size and any size already carried', async () => {
    const { batchSize } = aPace();
    expect([batchSize.carries(100), batchSize.carries(101)]).toEqual([true, false]);
    await batchSize.watch(250, async () => undefined);
    expect([batchSize.carries(250), batchSize.carries(251)]).toEqual([true, false]);
  });

  it('a failed request does not count as carried', async () => {
    const { batchSize } = aPace();
    batchSize.broke();
    await expect(batchSize.watch(1, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect([batchSize.failures, batchSize.characters]).toEqual([1, 200]);
  });

  it.each([
    [[399, 1], 2],
    [[399, 2], 1],
    [[401, 1], 1],
    [[100, 100, 200, 1], 3],
    [[], 0],
  ])('sends, of documents with %j characters, the first %i', (lengths, count) => {
    expect(aPace().batchSize.next(outgoing(...lengths))).toHaveLength(count);
  });
});
