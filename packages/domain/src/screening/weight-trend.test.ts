import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { weightTrend } from './weight-trend.ts';

const before = (weight: number | undefined, different = {}) =>
  aScreening({
    _id: 'scr_before',
    surveyDate: '2025-05-10',
    ...different,
    ...(weight === undefined ? {} : { weight }),
  });
const now = (weight: number, different = {}) =>
  aScreening({ _id: 'scr_now', surveyDate: '2025-06-10', weight, ...different });
const word = (from: number, to: number) => weightTrend(now(to), [before(from)])?.word;

describe('weightTrend', () => {
  it.each([
    [7.1, 7.19, 'static'],
    [7.1, 7.2, 'gaining'],
    [7.1, 7.21, 'gaining'],
    [7.2, 7.11, 'static'],
    [7.2, 7.1, 'losing'],
    [7.1, 7.1, 'static'],
  ])('calls a change of less than 100 g static: %f, then %f', (from, to, expected) => {
    expect(word(from, to)).toBe(expected);
  });

  it.each([
    [15, 15.14, 'static'],
    [15, 15.15, 'gaining'],
    [15, 15.16, 'gaining'],
    [15, 14.86, 'static'],
    [15, 14.85, 'losing'],
  ])('calls a change of less than 1 % static: %f, then %f', (from, to, expected) => {
    expect(word(from, to)).toBe(expected);
  });

  it('returns the change and its days', () => {
    expect(weightTrend(now(7.3), [now(7.3), before(7.1)])).toEqual({
      word: 'gaining',
      changeKg: 0.2,
      since: '2025-05-10',
      days: 31,
    });
  });

  it('compares with the last earlier screening that has a weight', () => {
    const screenings = [
      before(6, { _id: 'scr_a', surveyDate: '2025-02-10' }),
      before(8, { _id: 'scr_b', surveyDate: '2025-03-10' }),
      before(undefined, { _id: 'scr_c', weight: undefined }),
      before(9, { _id: 'scr_d', surveyDate: '2025-07-10' }),
    ];
    expect(weightTrend(now(7.5), screenings)).toMatchObject({
      word: 'losing',
      since: '2025-03-10',
    });
  });

  it('weighed twice in a day compares with the day before, and says nothing without one', () => {
    const first = now(7.6, { _id: 'scr_first', created: '2025-06-10T08:00:00.000Z' });
    const again = now(7.2, { created: '2025-06-10T09:00:00.000Z' });
    expect(weightTrend(again, [first])).toBeNull();
    expect(weightTrend(again, [before(7.1), first])).toMatchObject({
      word: 'gaining',
      since: '2025-05-10',
    });
  });

  it('fewer than two usable weights have no trend', () => {
    expect(weightTrend(now(7.5), [])).toBeNull();
    expect(weightTrend(now(7.5), [before(710)])).toBeNull();
    expect(
      weightTrend(aScreening({ weight: 0 }), [before(7.1, { surveyDate: '2025-01-10' })]),
    ).toBeNull();
  });

  it('oedema at either screening leaves no trend, because the water adds weight', () => {
    expect(weightTrend(now(7.5, { oedema: true }), [before(7.1)])).toBeNull();
    expect(weightTrend(now(7.5), [before(7.1, { oedema: true })])).toBeNull();
    expect(weightTrend(now(7.5, { oedema: false }), [before(7.1)])?.word).toBe('gaining');
  });
});
