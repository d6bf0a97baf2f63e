import { describe, expect, it } from 'vitest';
import type { Child, Screening } from '../entities.ts';
import { compareWithTold } from '../screening/compare-with-told.ts';
import { NEXT_VISIT, visitFinding } from '../screening/next-visit.ts';
import { aChild, aScreening } from '../testing/index.ts';
import { type DueScreening, dueVisit } from './due-visit.ts';

const SURVEY = '2024-03-26';
const toddler: Child = aChild({ gender: 'Boy', birthDate: '2022-07-26' });

/** A good screening of a boy of 20 months, different in this; what a list row holds of it. */
function screened(
  different: Partial<Screening> & Pick<DueScreening, 'lastAcuteOn'> = {},
  child: Child = toddler,
): DueScreening {
  const { lastAcuteOn, ...fields } = different;
  const { surveyDate, referralOutcome, referralDate } = { surveyDate: SURVEY, ...fields };
  const measures = { gender: child.gender, height: 84, weight: 11.3, muac: 15 };
  const screening = aScreening({ surveyDate, ...measures, ...fields });
  const reading = compareWithTold(screening, child, []);
  return { surveyDate, referralOutcome, referralDate, lastAcuteOn, ...visitFinding(reading) };
}

const due = (newest: DueScreening | undefined, today: string, child: Child = toddler) =>
  dueVisit(child, newest, today, NEXT_VISIT);
const sectionOn = (newest: DueScreening | undefined, today: string, child: Child = toddler) =>
  due(newest, today, child)?.section ?? null;

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
    expect(due(screened({ lastAcuteOn: '2024-01-26' }), '2024-04-26')?.reason).toBe('recovering');
    const table = { ...NEXT_VISIT, ordinaryMonths: 1 };
    expect(dueVisit(toddler, screened(), '2024-04-26', table)?.date).toBe('2024-04-26');
  });

  it('is "refer" for swelling, severe evidence and a red MUAC, from the screening on', () => {
    const refer = { section: 'refer', date: SURVEY, reason: 'refer' };
    expect(due(screened({ muac: 11.4 }), SURVEY)).toEqual(refer);
    expect(due(screened({ oedema: true }), SURVEY)).toEqual(refer);
    expect(due(screened({ weight: 7.5 }), '2025-12-01')).toEqual(refer);
    expect(sectionOn(screened({ muac: 11.5 }), SURVEY)).toBeNull();
  });

  it('is "unscreened" without a date for a child that nobody has screened', () => {
    const unscreened = { section: 'unscreened', date: null, reason: 'never' };
    expect(due(undefined, '2024-01-01')).toEqual(unscreened);
    expect(due(undefined, '2027-07-25')).toEqual(unscreened);
    expect(due(undefined, '2027-07-26')).toBeNull();
  });

  it('is none for a well child of 60 months, and still that of its danger for another', () => {
    const child = aChild({ gender: 'Boy', birthDate: '2020-03-26' });
    const well = screened({ height: 100, weight: 15.5 }, child);
    expect(sectionOn(well, '2025-03-25', child)).toBe('overdue');
    expect(sectionOn(well, '2025-03-26', child)).toBeNull();
    const yellow = screened({ height: 100, weight: 15.5, muac: 12.4 }, child);
    expect(due(yellow, '2025-03-25', child)?.handOver).toBeUndefined();
    expect(due(yellow, '2025-03-26', child)).toMatchObject({ section: 'overdue', handOver: true });
    const red = screened({ height: 100, weight: 15.5, muac: 11.4 }, child);
    expect(due(red, '2026-03-25', child)).toMatchObject({ section: 'refer', handOver: true });
    expect(due(red, '2026-03-26', child)).toBeNull();
  });
});

describe("a referral's outcome", () => {
  const DAY = '2024-04-01';
  const referred = (different: Partial<Screening> = {}) => screened({ muac: 11.4, ...different });
  const after = (referralOutcome: Screening['referralOutcome'], referralDate = DAY) =>
    referred({ ...(referralOutcome && { referralOutcome }), referralDate });

  it.each(['seen', 'admitted', 'not-found', 'refused'] as const)(
    'closes the row until a week after its day: %s',
    (outcome) => {
      const closed = { reason: 'refer', date: '2024-04-08', outcome: { outcome, date: DAY } };
      expect(due(after(outcome), DAY)).toEqual({ section: 'closed', ...closed });
      expect(sectionOn(after(outcome), '2024-04-07')).toBe('closed');
      expect(due(after(outcome), '2024-04-08')).toEqual({ section: 'refer', ...closed });
      expect(sectionOn(after(outcome), '2024-04-09')).toBe('refer');
    },
  );

  it('closes for the days between visits that the programme has set', () => {
    const table = { ...NEXT_VISIT, referredDays: 3 };
    expect(dueVisit(toddler, after('seen'), '2024-04-03', table)?.section).toBe('closed');
    expect(dueVisit(toddler, after('seen'), '2024-04-04', table)?.section).toBe('refer');
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
    const near = (outcome: Screening['referralOutcome']) => {
      const fields = { height: 105, muac: 11.4, ...(outcome && { referralOutcome: outcome }) };
      return screened({ ...fields, referralDate: '2024-03-31' }, child);
    };
    expect(sectionOn(near('seen'), '2024-03-31', child)).toBe('closed');
    expect(due(near('seen'), '2024-04-01', child)).toBeNull();
    expect(due(near('admitted'), '2024-04-07', child)).toBeNull();
    expect(sectionOn(near('refused'), '2024-04-07', child)).toBe('refer');
    expect(due(near('not-found'), '2024-04-01', child)?.handOver).toBe(true);
  });
});
