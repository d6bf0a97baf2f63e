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
    localStorage.setItem('crece.referral', JSON.stringify([answer, { ...answer, day: 'x' }, 7]));
    expect(readAnswers(NOW)).toEqual([answer]);
    localStorage.setItem('crece.referral', '{');
    expect(readAnswers(NOW)).toEqual([]);
  });

  it('wait until a try fails after 30 days, are then dropped, and that is said for 30 more', () => {
    expect(withoutOld([answer], NOW + 400 * DAY_MS)).toEqual([answer]);
    const failed = (days: number) => afterFailure([answer], NOW + days * DAY_MS);
    expect(failed(30)).toEqual([answer]);
    const dropped = { ...answer, slip: '0K3F', state: 'dropped' };
    expect(failed(30.01)).toEqual([dropped]);
    expect(withoutOld(failed(31), NOW + 60 * DAY_MS)).toEqual([dropped]);
    expect(withoutOld(failed(31), NOW + 60.01 * DAY_MS)).toEqual([]);
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
