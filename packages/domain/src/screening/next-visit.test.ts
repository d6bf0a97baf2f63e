import { describe, expect, it } from 'vitest';
import type { Child } from '../fields/entities.ts';
import { DEFAULT_PROGRAMME_RULES } from '../settings/programme-settings.ts';
import type { NextVisit } from '../standing/standing.ts';
import {
  type About,
  INFANT,
  SURVEY,
  standingOf,
  TODDLER,
  type Visit,
  WELL,
} from '../standing/testing/histories.ts';
import { aChild } from '../testing/index.ts';

/** The next visit after one screening, of a boy of 20 months with normal measures but for these. */
function next(different: Visit = {}, child: Child = TODDLER, about: About = {}): NextVisit | null {
  return standingOf([{ ...WELL, ...different }], SURVEY, { child, ...about }).next;
}

/** The same with only these measures. */
const only = (measures: Visit, child: Child = TODDLER) =>
  standingOf([measures], SURVEY, { child }).next;

/** After an earlier visit. */
const after = (before: Visit, different: Visit = {}) =>
  standingOf([before, { ...WELL, ...different }], SURVEY).next;

describe('the next visit', () => {
  it('the next visit is six months after a normal screening', () => {
    expect(next()).toEqual({ date: '2024-09-26', reason: 'ordinary' });
  });

  it('the next visit is the clinic today, then weekly, for oedema, severe evidence or a red MUAC', () => {
    const today = { date: SURVEY, reason: 'refer', everyDays: 7 };
    expect(next({ oedema: true })).toEqual(today);
    expect(next({ weight: 7.5 })).toEqual(today);
    expect(next({ muac: 11.4 })).toEqual(today);
    expect(only({ muac: 11.4 })).toEqual(today);
    expect(next({ muac: 114 })).toEqual(today);
    expect(next({ muac: 11.5 })?.reason).toBe('watch-acute');
  });

  it('the next visit is in one month after moderate evidence or a yellow MUAC', () => {
    const inAMonth = { date: '2024-04-26', reason: 'watch-acute' };
    expect(next({ muac: 12.4 })).toEqual(inAMonth);
    expect(only({ muac: 12.4 })).toEqual(inAMonth);
    expect(next({ muac: 12.5 })?.reason).toBe('ordinary');
    // At 84 cm, WHZ is −2.01 or lower from 9.4 kg down.
    expect(next({ weight: 9.3 })).toEqual(inAMonth);
  });

  it.each([
    ['moderate evidence 6 months before', { surveyDate: '2023-09-26', height: 78, weight: 8 }],
    ['moderate evidence the day before', { surveyDate: '2024-03-25', height: 84, weight: 9.3 }],
    // Cleared here: looked at again, and not swollen.
    ['swelling a month before', { ...WELL, surveyDate: '2024-02-26', oedema: true }],
  ])('the next visit is in one month after %s', (_words, before) => {
    const inAMonth = { date: '2024-04-26', reason: 'recovering' };
    expect(after(before, { oedema: false })).toEqual(inAMonth);
  });

  it.each([
    ['moderate evidence 6 months and a day before', { height: 78, weight: 8 }],
    ['a yellow MUAC', { surveyDate: '2024-02-26', height: 82, weight: 11, muac: 12.4 }],
  ])('the next visit is six months after %s, if better now', (_words, before) => {
    expect(after({ surveyDate: '2023-09-25', ...before })?.reason).toBe('ordinary');
  });

  it('the next visit is in three months with a supplement, or at risk', () => {
    // 76 cm at 20 months: HAZ below −2, WHZ normal.
    expect(next({ height: 76, weight: 9.8 })).toEqual({
      date: '2024-06-26',
      reason: 'supplement-or-risk',
    });
    // 80 cm: HAZ between −2 and −1.
    expect(next({ height: 80, weight: 10.7 })?.reason).toBe('supplement-or-risk');
  });

  it('the next visit is within one week for an infant with any index below −2', () => {
    // WAZ −3.82, HAZ −2.90, WLZ −1.91 at 3 months.
    expect(next({ height: 55.5, weight: 4.0, muac: 11 }, INFANT)).toEqual({
      date: '2024-04-02',
      reason: 'infant-at-risk',
    });
    expect(next({ height: 61.4, weight: 6.4, muac: 11 }, INFANT)).toEqual({
      date: '2024-06-26',
      reason: 'six-months-old',
    });
    // 6.00 months: the same figures mean nothing of the kind.
    const older = aChild({ gender: 'Boy', birthDate: '2023-09-26' });
    expect(next({ height: 60, weight: 5.4, muac: 14 }, older)?.reason).not.toBe('infant-at-risk');
    const younger = aChild({ gender: 'Boy', birthDate: '2023-09-27' });
    expect(next({ height: 60, weight: 5.4, muac: 14 }, younger)?.reason).toBe('infant-at-risk');
  });

  it('keeps the sentence of an infant at risk whose sixth month comes first', () => {
    const child = aChild({ gender: 'Boy', birthDate: '2023-09-29' });
    expect(next({ height: 60, weight: 5.4 }, child)).toEqual({
      date: '2024-03-29',
      reason: 'infant-at-risk',
    });
  });

  it.each([
    // 42 days on 26 March 2024, and one day less.
    ['2024-02-13', 10.9, true],
    ['2024-02-14', 10.9, false],
    ['2024-02-13', 11, false],
    ['2024-02-13', 5.5, true],
    ['2024-02-13', 5.4, false],
  ])(
    'the next visit of an infant born on %s with a MUAC of %s is this week: %o',
    (birthDate, muac, isAtRisk) => {
      const child = aChild({ gender: 'Boy', birthDate });
      const found = next({ height: 57, weight: 5, muac }, child);
      expect(found?.reason === 'infant-at-risk').toBe(isAtRisk);
    },
  );

  it('takes the programme’s own line for the MUAC of an infant', () => {
    const rules = { ...DEFAULT_PROGRAMME_RULES, infantMuacLine: 12 };
    const visit = { height: 61.4, weight: 6.4, muac: 11.9 };
    expect(next(visit, INFANT)?.reason).toBe('six-months-old');
    expect(next(visit, INFANT, { rules })?.reason).toBe('infant-at-risk');
  });

  it.each([
    [6.4, 6.3, 'six-months-old'],
    [6.3, 6.3, 'six-months-old'],
    [6.2, 6.3, 'infant-at-risk'],
  ])('the next visit of an infant of %s kg after %s kg is %s', (weight, before, reason) => {
    const earlier = { surveyDate: '2024-03-12', height: 61, weight: before };
    const visits = [earlier, { height: 61.4, weight }];
    expect(standingOf(visits, SURVEY, { child: INFANT }).next?.reason).toBe(reason);
  });

  it('the next visit is now when nothing could be assessed, at any age', () => {
    const now = { date: SURVEY, reason: 'measure-now' };
    expect(only({})).toEqual(now);
    expect(only({}, INFANT)).toEqual(now);
    expect(only({ muac: 12 }, INFANT)).toEqual(now);
    expect(only({ muac: 12 })?.reason).toBe('watch-acute');
    // A low arm keeps its sentence; the day is that of what has to be measured.
    expect(only({ muac: 10.8 }, INFANT)).toEqual({ date: SURVEY, reason: 'infant-at-risk' });
  });

  it.each([
    [{ ...WELL, height: 140.1 }],
    [{ ...WELL, height: 29.9 }],
    [{ ...WELL, weight: 40.1 }],
    [{ ...WELL, weight: 0.4 }],
    [{ ...WELL, muac: 5.4 }],
    [{ ...WELL, muac: 26.6 }],
  ])('the next visit is now when a figure cannot be right: %o', (visit) => {
    expect(only(visit)).toEqual({ date: SURVEY, reason: 'measure-now' });
  });

  it('uses an age override', () => {
    expect(only({ height: 60.5, weight: 6.2, ageOverride: 2.5 })).toEqual({
      date: '2024-07-26',
      reason: 'six-months-old',
    });
  });

  it('a well child has no next visit past the fifth birthday', () => {
    const at = (birthDate: string) =>
      next({ height: 107, weight: 17.5 }, aChild({ gender: 'Boy', birthDate }));
    expect(at('2019-09-26')?.date).toBe('2024-09-26');
    expect(at('2019-09-25')).toBeNull();
  });

  it('keeps its date near the fifth birthday for a child with a finding', () => {
    const nearlyFive = aChild({ gender: 'Boy', birthDate: '2019-04-10' });
    expect(next({ height: 105, weight: 12.6, muac: 11.9 }, nearlyFive)).toEqual({
      date: SURVEY,
      reason: 'refer',
      everyDays: 7,
    });
    expect(next({ height: 107, weight: 17.5, muac: 12.4 }, nearlyFive)).toEqual({
      date: '2024-04-26',
      reason: 'watch-acute',
      handOver: true,
    });
    const lastWeek = aChild({ gender: 'Boy', birthDate: '2019-03-30' });
    expect(next({ height: 105, weight: 12.6, muac: 11.9 }, lastWeek)?.handOver).toBe(true);
  });

  it('uses the intervals of the given table', () => {
    const { table, ...rest } = DEFAULT_PROGRAMME_RULES;
    const rules = { ...rest, table: { ...table, acuteMonths: 2 } };
    expect(next({ muac: 11.9 }, TODDLER, { rules })?.date).toBe('2024-05-26');
  });
});
