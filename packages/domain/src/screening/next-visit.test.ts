import { describe, expect, it } from 'vitest';
import type { Child, Screening } from '../entities.ts';
import { aChild, aScreening } from '../testing/index.ts';
import { compareWithTold } from './compare-with-told.ts';
import { NEXT_VISIT, type NextVisit, nextVisit, visitFinding } from './next-visit.ts';

const SURVEY = '2024-03-26';
const toddler: Child = aChild({ gender: 'Boy', birthDate: '2022-07-26' });
const infant: Child = aChild({ gender: 'Boy', birthDate: '2023-12-26' });

/** A screening of a boy of 20 months with normal measures: 84 cm, 11.3 kg, MUAC 15. */
function next(
  different: Partial<Screening> = {},
  child: Child = toddler,
  lastAcuteOn?: string,
): NextVisit | null {
  const screening = aScreening({
    gender: child.gender,
    surveyDate: SURVEY,
    height: 84,
    weight: 11.3,
    muac: 15,
    ...different,
  });
  const reading = compareWithTold(screening, child, []);
  return nextVisit({ surveyDate: SURVEY, found: visitFinding(reading), lastAcuteOn }, child);
}

const NOTHING = { height: undefined, weight: undefined, muac: undefined };
/** The screening with only the given measures. */
function only(measures: Partial<Screening>): Partial<Screening> {
  const zScore = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };
  return { ...NOTHING, zScore, ...measures } as Partial<Screening>;
}

describe('nextVisit', () => {
  it('is six months later for a normal screening', () => {
    expect(next()).toEqual({ date: '2024-09-26', reason: 'ordinary' });
  });

  it('is the clinic today, then weekly, for oedema, severe evidence or a red MUAC', () => {
    const today = { date: SURVEY, reason: 'refer', everyDays: 7 };
    expect(next({ oedema: true })).toEqual(today);
    expect(next({ weight: 7.5 })).toEqual(today);
    expect(next({ muac: 11.4 })).toEqual(today);
    expect(next(only({ muac: 11.4 }))).toEqual(today);
    expect(next({ muac: 114 })).toEqual(today);
    expect(next({ muac: 11.5 })?.reason).toBe('watch-acute');
  });

  it('is in one month after moderate evidence or a yellow MUAC', () => {
    const inAMonth = { date: '2024-04-26', reason: 'watch-acute' };
    expect(next({ muac: 12.4 })).toEqual(inAMonth);
    expect(next(only({ muac: 12.4 }))).toEqual(inAMonth);
    expect(next({ muac: 12.5 })?.reason).toBe('ordinary');
    // At 84 cm, WHZ is −2.01 or lower from 9.4 kg down.
    expect(next({ weight: 9.3 })).toEqual(inAMonth);
  });

  it('is in one month while acute evidence is at most 6 months old', () => {
    const inAMonth = { date: '2024-04-26', reason: 'recovering' };
    expect(next({}, toddler, '2023-09-26')).toEqual(inAMonth);
    expect(next({}, toddler, '2024-03-25')).toEqual(inAMonth);
    expect(next({}, toddler, '2023-09-25')?.reason).toBe('ordinary');
  });

  it('is in three months with a supplement, or at risk', () => {
    // 76 cm at 20 months: HAZ below −2, WHZ normal.
    expect(next({ height: 76, weight: 9.8 })).toEqual({
      date: '2024-06-26',
      reason: 'supplement-or-risk',
    });
    // 80 cm: HAZ between −2 and −1.
    expect(next({ height: 80, weight: 10.7 })?.reason).toBe('supplement-or-risk');
  });

  it('is within one week for an infant with any index below −2', () => {
    // WAZ −3.82, HAZ −2.90, WLZ −1.91 at 3 months.
    expect(next({ height: 55.5, weight: 4.0, muac: 11 }, infant)).toEqual({
      date: '2024-04-02',
      reason: 'infant-at-risk',
    });
    expect(next({ height: 61.4, weight: 6.4, muac: 11 }, infant)).toEqual({
      date: '2024-06-26',
      reason: 'six-months-old',
    });
    const older = aChild({ gender: 'Boy', birthDate: '2023-09-26' });
    expect(next({ height: 60, weight: 5.4, muac: 14 }, older)?.reason).not.toBe('infant-at-risk');
  });

  it('is at 6 months of age for an infant without other findings', () => {
    expect(next(only({ muac: 10.8 }), infant)).toEqual({
      date: '2024-06-26',
      reason: 'six-months-old',
    });
  });

  it('is now when nothing could be assessed', () => {
    expect(next(only({}))).toEqual({ date: SURVEY, reason: 'measure-now' });
  });

  it('uses an age override', () => {
    expect(next(only({ muac: 11, ageOverride: 2.5 }))).toEqual({
      date: '2024-07-26',
      reason: 'six-months-old',
    });
  });

  it('is absent past the fifth birthday for a well child', () => {
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
    const screening = aScreening({ gender: 'Boy', surveyDate: SURVEY, muac: 11.9 });
    const reading = compareWithTold(screening, toddler, []);
    const table = { ...NEXT_VISIT, acuteMonths: 2 };
    expect(
      nextVisit({ surveyDate: SURVEY, found: visitFinding(reading) }, toddler, table)?.date,
    ).toBe('2024-05-26');
  });
});
