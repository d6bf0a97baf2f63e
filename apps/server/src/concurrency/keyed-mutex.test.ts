import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

describe('KeyedMutex', () => {
  it('runs work with a common key one after the other, in the order of the calls', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const work = (name: string, ids: string[]) =>
      mutex.runExclusive(ids, async () => {
        order.push(`${name} begins`);
        await delay(5);
        order.push(`${name} ends`);
      });
    await Promise.all([
      work('one', ['a', 'b']),
      work('two', ['b', 'c']),
      work('three', ['c', 'a']),
    ]);
    expect(order).toEqual([
      'one begins',
      'one ends',
      'two begins',
      'two ends',
      'three begins',
      'three ends',
    ]);
  });

  it('runs work without a common key at once, and the next work after a fault', async () => {
    const mutex = new KeyedMutex();
    let release = (): void => undefined;
    const held = mutex.runExclusive(
      ['a'],
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    expect(await mutex.runExclusive(['b'], async () => 'free')).toBe('free');
    const failing = mutex.runExclusive(['a', 'a'], async () => {
      throw new Error('a fault');
    });
    const after = mutex.runExclusive(['a'], async () => 'went on');
    release();
    await held;
    await expect(failing).rejects.toThrow('a fault');
    expect(await after).toBe('went on');
  });
});
