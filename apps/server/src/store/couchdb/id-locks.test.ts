import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IdLocks } from './id-locks.ts';

describe('locks', () => {
  it('let writers of one document go one after the other, in the order they came', async () => {
    const locks = new IdLocks();
    const order: string[] = [];
    const work = (name: string, ids: string[]) =>
      locks.run(ids, async () => {
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

  it('let others go at once, and the next one after a fault', async () => {
    const locks = new IdLocks();
    let release = (): void => undefined;
    const held = locks.run(['a'], () => new Promise<void>((resolve) => (release = resolve)));
    expect(await locks.run(['b'], async () => 'free')).toBe('free');
    const failing = locks.run(['a', 'a'], async () => {
      throw new Error('a fault');
    });
    const after = locks.run(['a'], async () => 'went on');
    release();
    await held;
    await expect(failing).rejects.toThrow('a fault');
    expect(await after).toBe('went on');
  });
});
