import { beforeEach, describe, expect, it } from 'vitest';
import {
  afterFailure,
  type KeptAnswer,
  keepAnswers,
  readAnswers,
  TAKE_BACK_MS,
  withoutOld,
} from './kept-answers.ts';
import { toSend } from './send-answers.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-28T12:00:00Z');

const answer: KeptAnswer = {
  slip: '0K3F9ZQ7M2XW5RTB',
  code: '024B8G2GZK7B',
  outcome: 'admitted',
  day: '2026-11-28',
  at: NOW,
  state: 'waits',
};

beforeEach(() => localStorage.clear());

describe('the answers that a clinic’s phone keeps', () => {
  it('are read again as they were kept, without what something else wrote there', () => {
    keepAnswers([answer, { ...answer, place: 'Cobán', outcome: 'seen' }]);
    expect(readAnswers(NOW)).toEqual([answer, { ...answer, place: 'Cobán', outcome: 'seen' }]);
    localStorage.setItem(
      'crece.referral',
      JSON.stringify([answer, { ...answer, day: 'x' }, { ...answer, waited: '1' }, 7]),
    );
    expect(readAnswers(NOW)).toEqual([answer]);
    localStorage.setItem('crece.referral', '{');
    expect(readAnswers(NOW)).toEqual([]);
  });

  /** The answer after tries that failed at these instants. */
  const failedAt = (...instants: readonly number[]): KeptAnswer =>
    instants.reduce<readonly KeptAnswer[]>(afterFailure, [answer])[0] ?? answer;
  const daily = (days: number) => Array.from({ length: days }, (_, i) => NOW + (i + 1) * DAY_MS);

  it.each([
    [-1, 'waits'],
    [0, 'waits'],
    [1, 'dropped'],
  ])('wait for 30 days of tries that fail: %d ms more, %s', (more, state) => {
    const after = failedAt(...daily(29), NOW + 29.5 * DAY_MS, NOW + 30 * DAY_MS + more);
    expect(after.state).toBe(state);
    expect(after.slip).toBe(state === 'waits' ? answer.slip : '0K3F');
  });

  it.each([
    ['forwards', 400 * DAY_MS],
    ['back', -400 * DAY_MS],
  ])(
    'outlive a clock that jumps %s, however often, and wait on under the new one',
    (_way, jump) => {
      expect(failedAt(NOW + jump).state).toBe('waits');
      const jumped = failedAt(NOW + 1_000, NOW + jump, NOW + jump + 1_000, NOW, NOW + jump);
      expect(jumped.state).toBe('waits');
      // Days of tries are counted again from here: at least 25 of them are needed.
      const on = (days: number) =>
        daily(days).reduce<readonly KeptAnswer[]>(
          (kept, at) => afterFailure(kept, at + jump),
          [jumped],
        );
      expect(on(25)[0]?.state).toBe('waits');
      expect(on(31)[0]?.state).toBe('dropped');
    },
  );

  it('are not dropped by the first try after their page was closed for long, nor forgotten', () => {
    expect(withoutOld([answer], NOW + 400 * DAY_MS)).toEqual([answer]);
    expect(failedAt(NOW + 400 * DAY_MS).state).toBe('waits');
  });

  it('are said to be dropped for 30 more days, by whatever clock they were', () => {
    const at = NOW + 400 * DAY_MS;
    const dropped = { ...answer, slip: '0K3F', state: 'dropped', failed: at } as const;
    expect(withoutOld([dropped], at + 30 * DAY_MS)).toEqual([dropped]);
    expect(withoutOld([dropped], at + 30 * DAY_MS + 1)).toEqual([]);
  });

  it('are forgotten 30 days after they were given, once they are sent', () => {
    const sent: KeptAnswer = { ...answer, slip: '0K3F', state: 'sent' };
    expect(withoutOld([sent], NOW + 30 * DAY_MS)).toEqual([sent]);
    expect(withoutOld([sent], NOW + 30.01 * DAY_MS)).toEqual([]);
  });

  it('leave only when a wrong tap can no longer be taken back', () => {
    expect(toSend([answer], NOW + TAKE_BACK_MS - 1)).toEqual([]);
    expect(toSend([answer], NOW + TAKE_BACK_MS)).toEqual([answer]);
    expect(toSend([{ ...answer, state: 'sent' }], NOW + DAY_MS)).toEqual([]);
    // The clock was put back by a year after the answer.
    expect(toSend([answer], NOW - 365 * DAY_MS)).toEqual([answer]);
  });
});
