import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type KeptAnswer,
  keepAnswers,
  readAnswers,
  TAKE_BACK_MS,
  withoutOld,
} from './kept-answers.ts';
import { sendAnswer, toSend } from './send-answers.ts';

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

  it('wait 30 days and are then dropped, which is said for 30 more', () => {
    const after = (days: number) => withoutOld([answer], NOW + days * DAY_MS);
    expect(after(30)).toEqual([answer]);
    const dropped = { ...answer, slip: '0K3F', state: 'dropped' };
    expect(after(30.01)).toEqual([dropped]);
    expect(withoutOld(after(31), NOW + 60 * DAY_MS)).toEqual([dropped]);
    expect(withoutOld(after(31), NOW + 60.01 * DAY_MS)).toEqual([]);
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
  });
});

describe('sendAnswer', () => {
  it('sends slip, outcome, day and place, and keeps four letters of the slip', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', fetched);
    expect(await sendAnswer({ ...answer, place: 'Cobán' })).toEqual({
      ...answer,
      place: 'Cobán',
      slip: '0K3F',
      state: 'sent',
    });
    const [url, asked] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe('/api/referral');
    expect(asked.credentials).toBe('omit');
    expect(JSON.parse(String(asked.body))).toEqual({
      slip: answer.slip,
      outcome: 'admitted',
      day: '2026-11-28',
      place: 'Cobán',
    });
  });

  it.each([429, 500, 503])('keeps the answer for later at %d', async (status) => {
    vi.stubGlobal('fetch', async () => new Response(null, { status }));
    expect(await sendAnswer(answer)).toBe(answer);
  });

  it('keeps the answer for later without a connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await sendAnswer(answer)).toBe(answer);
  });

  it('gives up what the server cannot read', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 400 }));
    expect(await sendAnswer(answer)).toMatchObject({ state: 'refused', slip: '0K3F' });
  });
});
