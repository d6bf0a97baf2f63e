import { describe, expect, it } from 'vitest';
import type { Child, IsoDate, ReferralOutcome } from '../fields/entities.ts';
import type { NextVisitTable } from '../screening/next-visit.ts';
import { DEFAULT_PROGRAMME_RULES } from '../settings/programme-settings.ts';
import {
  SURVEY,
  standingChildOf,
  TODDLER,
  type Visit,
  WELL,
} from '../standing/testing/histories.ts';
import { aChild } from '../testing/index.ts';
import { type DueVisit, dueVisit, isPressing } from './due-visit.ts';

/** A good screening of a boy of 20 months, different in this. */
const screened = (different: Visit = {}): Visit => ({ ...WELL, ...different });

function due(
  visits: Visit | readonly Visit[] | undefined,
  today: IsoDate,
  child: Child = TODDLER,
  table: Partial<NextVisitTable> = {},
): DueVisit | null {
  const all = visits === undefined ? [] : [visits].flat();
  const rules = {
    ...DEFAULT_PROGRAMME_RULES,
    table: { ...DEFAULT_PROGRAMME_RULES.table, ...table },
  };
  return dueVisit(standingChildOf(all, today, { child }), today, rules);
}

const sectionOn = (...asked: Parameters<typeof due>) => due(...asked)?.section ?? null;

describe('the section of a child on the due list', () => {
  it.each([
    // The next visit is on 26 September 2024.
    ['the day a month before', '2024-08-26', null],
    ['the day after that', '2024-08-27', 'month'],
    ['7 days before', '2024-09-19', 'month'],
    ['6 days before', '2024-09-20', 'week'],
    ['the day itself', '2024-09-26', 'week'],
    ['the day after', '2024-09-27', 'overdue'],
  ])('follows the date of the next visit: on %s', (_words, today, section) => {
    expect(sectionOn(screened(), today)).toBe(section);
  });

  it('uses the date and the reason of the table of next visits', () => {
    expect(due(screened({ muac: 12.4 }), '2024-04-27')).toEqual({
      section: 'overdue',
      date: '2024-04-26',
      reason: 'watch-acute',
    });
    const moderate = screened({ surveyDate: '2024-01-26', weight: 9.3 });
    expect(due([moderate, screened()], '2024-04-26')?.reason).toBe('recovering');
    expect(due(screened(), '2024-04-26', TODDLER, { ordinaryMonths: 1 })?.date).toBe('2024-04-26');
  });

  it('swelling, severe evidence and a red MUAC are in "refer", from the screening on', () => {
    const refer = { section: 'refer', date: SURVEY, reason: 'refer' };
    expect(due(screened({ muac: 11.4 }), SURVEY)).toEqual(refer);
    expect(due(screened({ oedema: true }), SURVEY)).toEqual(refer);
    expect(due(screened({ weight: 7.5 }), '2025-12-01')).toEqual(refer);
    expect(sectionOn(screened({ muac: 11.5 }), SURVEY)).toBeNull();
  });

  it('a child that nobody has screened is in "unscreened" without a date', () => {
    const unscreened = { section: 'unscreened', date: null, reason: 'never' };
    expect(due(undefined, '2024-01-01')).toEqual(unscreened);
    expect(due(undefined, '2027-07-25')).toEqual(unscreened);
    expect(due(undefined, '2027-07-26')).toBeNull();
  });

  it('a child whose only screening is dated after tomorrow is in "overdue"', () => {
    const ahead = screened({ surveyDate: '2024-03-28' });
    expect(due(ahead, '2024-03-26')).toEqual({
      section: 'overdue',
      date: '2024-03-26',
      reason: 'date-to-check',
    });
    expect(sectionOn(ahead, '2024-03-27')).toBeNull();
    expect(sectionOn({ ...ahead, muac: 11.4 }, '2024-03-26')).toBe('refer');
  });

  it('an infant at risk is in "this week" up to its eighth day', () => {
    const infant = aChild({ gender: 'Boy', birthDate: '2023-12-26' });
    const atRisk = { height: 55.5, weight: 4 };
    expect(due(atRisk, SURVEY, infant)).toMatchObject({ section: 'week', date: '2024-04-02' });
    expect(sectionOn(atRisk, '2024-04-02', infant)).toBe('week');
    expect(sectionOn(atRisk, '2024-04-03', infant)).toBe('overdue');
    // Whoever else is due on the eighth day stands in "this month".
    expect(sectionOn(screened({ muac: 12.4 }), '2024-04-19')).toBe('month');
  });

  it('a screening of which nothing can be assessed is in "overdue" at once', () => {
    expect(due({}, SURVEY)).toEqual({ section: 'overdue', date: SURVEY, reason: 'measure-now' });
  });

  it('a well child of 60 months is in no section, and another in that of its danger', () => {
    const child = aChild({ gender: 'Boy', birthDate: '2020-03-26' });
    const well = screened({ height: 100, weight: 15.5 });
    expect(sectionOn(well, '2025-03-25', child)).toBe('overdue');
    expect(sectionOn(well, '2025-03-26', child)).toBeNull();
    const yellow = screened({ height: 100, weight: 15.5, muac: 12.4 });
    expect(due(yellow, '2025-03-25', child)?.handOver).toBeUndefined();
    expect(due(yellow, '2025-03-26', child)).toMatchObject({ section: 'overdue', handOver: true });
    const red = screened({ height: 100, weight: 15.5, muac: 11.4 });
    expect(due(red, '2026-03-25', child)).toMatchObject({ section: 'refer', handOver: true });
    expect(due(red, '2026-03-26', child)).toBeNull();
  });
});

describe("a referral's outcome", () => {
  const DAY = '2024-04-01';
  const referred = (different: Visit = {}) => screened({ muac: 11.4, ...different });
  const after = (referralOutcome: ReferralOutcome | undefined, referralDate = DAY) =>
    referred({ ...(referralOutcome && { referralOutcome }), referralDate });

  it.each([
    ['seen', '2024-04-08', '2024-04-07'],
    ['not-found', '2024-04-08', '2024-04-07'],
    ['refused', '2024-04-08', '2024-04-07'],
    ['admitted', '2024-05-01', '2024-04-30'],
  ] as const)('closes the row, %s until %s', (outcome, date, lastDay) => {
    const answered = { outcome, date: DAY };
    const closed = { section: 'closed', reason: 'refer', date, outcome: answered };
    expect(due(after(outcome), DAY)).toEqual(closed);
    expect(due(after(outcome), lastDay)).toEqual(closed);
    // Then it counts again from the day since which the sign is open.
    const refer = { section: 'refer', reason: 'refer', date: SURVEY };
    expect(due(after(outcome), date)).toEqual(refer);
  });

  it('closes for the days that the programme has set', () => {
    const table = { referredDays: 3, admittedDays: 14 };
    expect(sectionOn(after('seen'), '2024-04-03', TODDLER, table)).toBe('closed');
    expect(sectionOn(after('seen'), '2024-04-04', TODDLER, table)).toBe('refer');
    expect(sectionOn(after('admitted'), '2024-04-14', TODDLER, table)).toBe('closed');
    expect(sectionOn(after('admitted'), '2024-04-15', TODDLER, table)).toBe('refer');
  });

  it('counts from the day of the screening to tomorrow, and not outside', () => {
    expect(sectionOn(after('seen', '2024-03-25'), SURVEY)).toBe('refer');
    expect(sectionOn(after('seen', SURVEY), SURVEY)).toBe('closed');
    expect(sectionOn(after('seen', '2024-03-27'), SURVEY)).toBe('closed');
    expect(sectionOn(after('seen', '2024-03-28'), SURVEY)).toBe('refer');
    expect(sectionOn(referred({ referralOutcome: 'seen' }), SURVEY)).toBe('refer');
  });

  it('follows its corrected day, and opens the row when it is taken back', () => {
    expect(due(after('seen', '2024-04-03'), '2024-04-09')?.section).toBe('closed');
    expect(due(after(undefined), '2024-04-02')?.section).toBe('refer');
  });

  it('changes nothing once the screening refers nobody', () => {
    expect(due(screened({ referralOutcome: 'seen', referralDate: DAY }), DAY)).toBeNull();
  });

  it('ends the watch over a child past its fifth birthday only when a clinic has seen it', () => {
    const child = aChild({ gender: 'Boy', birthDate: '2019-04-01' });
    const near = (referralOutcome: ReferralOutcome) =>
      screened({ height: 105, muac: 11.4, referralOutcome, referralDate: '2024-03-31' });
    expect(sectionOn(near('seen'), '2024-03-31', child)).toBe('closed');
    expect(due(near('seen'), '2024-04-01', child)).toBeNull();
    expect(due(near('admitted'), '2024-04-07', child)).toBeNull();
    expect(sectionOn(near('refused'), '2024-04-07', child)).toBe('refer');
    expect(due(near('not-found'), '2024-04-01', child)?.handOver).toBe(true);
  });
});

describe('isPressing', () => {
  const on = (section: DueVisit['section'], date: IsoDate | null) =>
    isPressing({ section, date, reason: 'ordinary' }, '2025-06-10');

  it.each([
    ['in refer, however long', 'refer', '2024-01-01', true],
    ['due within the week', 'week', '2025-06-17', true],
    ['overdue for seven days', 'overdue', '2025-06-03', true],
    ['overdue for eight days', 'overdue', '2025-06-02', false],
    ['due within the month', 'month', '2025-06-18', false],
    ['never screened', 'unscreened', null, false],
    ['with a known outcome', 'closed', '2025-06-11', false],
  ] as const)('a child %s counts: %s', (_, section, date, counts) => {
    expect(on(section, date)).toBe(counts);
  });
});
