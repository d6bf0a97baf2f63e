import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('createTurns', () => {
  it('runs what has one key in order, also after a fault, and other keys at once', async () => {
    const inTurn = createTurns();
    const order: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = inTurn('a', async () => {
      await gate;
      order.push('a1');
      throw new Error('first');
    });
    const second = inTurn('a', async () => void order.push('a2'));
    await inTurn('b', async () => void order.push('b1'));
    expect(order).toEqual(['b1']);
    open();
    await expect(first).rejects.toThrow('first');
    await second;
    expect(order).toEqual(['b1', 'a1', 'a2']);
  });
});
