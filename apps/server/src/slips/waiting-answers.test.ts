import { describe, expect, it } from 'vitest';
import { aStores } from '../testing/test-app.ts';
import { slipKey } from './slip-key.ts';
import { type WaitingAnswer, WaitingAnswers } from './waiting-answers.ts';

function anAnswer(different: Partial<WaitingAnswer> = {}): WaitingAnswer {
  const said = { outcome: 'seen', day: '2025-06-12' } as const;
  return {
    key: slipKey('A'),
    first: '0123',
    ...said,
    at: '2025-06-12T10:00:00.000Z',
    from: null,
    ...different,
  };
}

const open = async () => {
  const store = await (await aStores()).open('sys_catalogue');
  return { store, waiting: new WaitingAnswers(store) };
};

describe('answers that wait', () => {
  it('are kept once each, from the instant at which they first came', async () => {
    const { waiting } = await open();
    await waiting.add(anAnswer());
    await waiting.add(anAnswer({ at: '2025-06-30T10:00:00.000Z', place: 'Cobán' }));
    await waiting.add(anAnswer({ outcome: 'admitted' }));
    await waiting.add(anAnswer({ key: slipKey('B') }));
    expect(await waiting.of(slipKey('A'))).toEqual([
      anAnswer({ place: 'Cobán' }),
      anAnswer({ outcome: 'admitted' }),
    ]);
    await waiting.remove(anAnswer({ outcome: 'admitted' }));
    expect(await waiting.of(slipKey('A'))).toEqual([anAnswer({ place: 'Cobán' })]);
    expect(await waiting.drop(({ key }) => key === slipKey('B'))).toBe(1);
    expect(await waiting.all()).toHaveLength(1);
  });

  it('take as many documents as there are parts, however many come, and the oldest give way', async () => {
    const { store, waiting } = await open();
    const keys = Array.from({ length: 626 }, (_, at) => `a${String(at).padStart(31, '0')}`);
    for (const key of keys) await waiting.add(anAnswer({ key }));
    expect((await waiting.all()).map(({ key }) => key)).toEqual(keys.slice(1));
    expect((await store.info()).docCount + (await store.info()).deletedCount).toBe(1);
  });
});
