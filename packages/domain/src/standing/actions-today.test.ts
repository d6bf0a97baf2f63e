import { describe, expect, it } from 'vitest';
import { addMonths } from '../dates/calendar.ts';
import type { Child } from '../fields/entities.ts';
import { standingWith, type ToldScreening } from './testing/standing-child.ts';

const TODAY = '2026-11-23';
const YESTERDAY = '2026-11-22';
const SEVERE = { height: 78, weight: 7.2, muac: 12.6 };
const WELL = { height: 82, weight: 10.9, muac: 14.2 };

const born = (months: number) => ({ birthDate: addMonths(TODAY, -months) });
const told = (surveyDate: string, measures: Partial<ToldScreening>) => ({
  surveyDate,
  ...measures,
});
/** The actions of a girl, of 20 months unless told otherwise. */
function actions(screenings: readonly ToldScreening[], child: Partial<Child> = born(20)) {
  return standingWith(screenings, TODAY, child).actions;
}
const codes = (list: ReturnType<typeof actions>['now']) => list.map(({ code }) => code);
const now = (screenings: readonly ToldScreening[], child?: Partial<Child>) =>
  codes(actions(screenings, child).now);

describe('the actions of today', () => {
  it('send a severe child to the clinic, without an invitation, an amount or a month', () => {
    const severe = actions([told(TODAY, { height: 78, weight: 7.2, muac: 12.1 })]);
    expect(codes(severe.now)[0]).toBe('SEVERE_REPORT');
    expect(severe.now.length).toBeLessThanOrEqual(4);
    const all = [...severe.now, ...severe.more].map(({ sentence }) => sentence);
    for (const weaker of ['invite', 'tell', 'start', 'continue', 'provide', 'rescreen', 'weigh']) {
      expect(all).not.toContain(weaker);
    }
  });

  it('measure an open sign again today, and go to the clinic if it shows', () => {
    const { now: shown } = actions([told(YESTERDAY, SEVERE), told(TODAY, { muac: 12.8 })]);
    expect(codes(shown)).toEqual(['MEASURE_SIGNS', 'CLINIC_IF_SHOWN']);
    expect(shown[0]?.signs).toEqual(['whz']);
    const feet = actions([told(YESTERDAY, { ...WELL, oedema: true }), told(TODAY, { muac: 13.6 })]);
    expect(feet.now[0]?.signs).toEqual(['swelling']);
  });

  it('go to the clinic for the sign of today before another is measured again', () => {
    const feet = told(YESTERDAY, { ...WELL, oedema: true });
    const shown = now([feet, told(TODAY, { muac: 11 })]);
    expect(shown.slice(0, 3)).toEqual(['SEVERE_REPORT', 'MEASURE_SIGNS', 'CLINIC_IF_SHOWN']);
  });

  it('measure an arm in millimetres before anything is asked of the clinic', () => {
    expect(now([told(TODAY, { ...WELL, muac: 108 })]).slice(0, 2)).toEqual([
      'MEASURE_ARM',
      'CLINIC_IF_SHOWN',
    ]);
    expect(now([told(TODAY, { muac: 108 })]).slice(0, 2)).toEqual([
      'MEASURE_ARM',
      'CLINIC_IF_SHOWN',
    ]);
  });

  it.each([
    ['seen', 'ANSWERED_SEEN', '2026-11-29'],
    ['admitted', 'ANSWERED_SEEN', '2026-12-22'],
    ['not-found', 'ANSWERED_NOT_FOUND', '2026-11-29'],
    ['refused', 'ANSWERED_REFUSED', undefined],
  ] as const)('after "%s" are what follows it', (referralOutcome, code, date) => {
    const answer = { referralOutcome, referralDate: YESTERDAY };
    const { now: shown, told: before } = actions([told(YESTERDAY, { ...SEVERE, ...answer })]);
    expect(codes(shown)).toEqual([code]);
    expect(shown[0]?.date).toBe(date);
    expect(codes(before)[0]).toBe('SEVERE_REPORT');
  });

  it('the actions are one line when the next visit is past, with those of then folded', () => {
    const muac = { height: 68.5, weight: 7.1, muac: 11.9 };
    const overdue = actions([told('2026-03-20', muac)], { birthDate: '2025-01-20' });
    expect(overdue.now).toMatchObject([{ code: 'WAS_DUE', date: '2026-04-20' }]);
    expect(codes(overdue.told)).toContain('RED_START');
    expect(overdue.more).toEqual([]);
  });

  it('measure now what lapsed', () => {
    const lapsed = [told(addMonths(TODAY, -7), SEVERE), told(addMonths(TODAY, -1), { muac: 13 })];
    expect(actions(lapsed).now).toMatchObject([{ code: 'MEASURE_SIGNS', signs: ['whz'] }]);
  });

  it('send a baby at risk to a health worker, with no other time', () => {
    const baby = [told(TODAY, { height: 55.5, weight: 4 })];
    const shown = now(baby, { ...born(3), gender: 'Boy' });
    expect(shown[0]).toBe('INFANT_TO_HEALTH_WORKER');
    expect(shown).not.toContain('UNDER_6_REEVALUATE');
    expect(shown).not.toContain('RED_INCLUDE');
    const nearly = now([told(TODAY, { height: 59, weight: 5.2 })], { birthDate: '2026-05-27' });
    expect(nearly[0]).toBe('INFANT_TO_HEALTH_WORKER');
    const byArm = now([told(TODAY, { muac: 9.6 })], { birthDate: '2026-09-15' });
    expect(byArm).toEqual(['INFANT_TO_HEALTH_WORKER', 'WEIGH_NOW']);
  });

  it('the actions of a severe baby are at most four and name one time', () => {
    const shown = now([told(TODAY, { height: 62, weight: 4.4 })], born(5));
    expect(shown[0]).toBe('SEVERE_REPORT');
    expect(shown.length).toBeLessThanOrEqual(4);
    expect(shown).not.toContain('INFANT_TO_HEALTH_WORKER');
    expect(shown).not.toContain('UNDER_6_REEVALUATE');
  });

  it('weigh and measure a baby whose arm does not count', () => {
    const baby = [told(YESTERDAY, { height: 62, weight: 4.4 }), told(TODAY, { muac: 12 })];
    expect(now(baby, born(5))).toEqual(['MEASURE_SIGNS', 'CLINIC_IF_SHOWN']);
    expect(now([told(TODAY, { muac: 12 })], born(5))).toEqual(['WEIGH_NOW']);
  });

  it('measure first from the day of 6 months, and then name the amount', () => {
    const child = { birthDate: '2026-05-23' };
    const screening = told('2026-11-20', { height: 60.5, weight: 6.5 });
    const { now: shown } = actions([screening], child);
    expect(codes(shown)).not.toContain('UNDER_6_REEVALUATE');
    expect(codes(shown).slice(0, 2)).toEqual(['INFANT_TO_HEALTH_WORKER', 'MEASURE_FIRST']);
    expect(codes(actions([told(TODAY, { height: 60.5, weight: 6.5 })], child).now)).not.toContain(
      'MEASURE_FIRST',
    );
  });

  it('measure again a figure that cannot be right', () => {
    expect(now([told(TODAY, { height: 82, weight: 45, muac: 13.4 })])).toEqual(['MEASURE_AGAIN']);
    expect(now([told(TODAY, { height: 200 })])).toEqual(['MEASURE_AGAIN']);
  });

  it('check a date after tomorrow before anything else', () => {
    const severe = { height: 82, weight: 7.2, muac: 10.8 };
    expect(now([told('2026-12-23', severe)])).toEqual([
      'CHECK_DATE',
      'MEASURE_SIGNS',
      'CLINIC_IF_SHOWN',
    ]);
    expect(now([told('2026-12-23', WELL)])).toEqual(['CHECK_DATE', 'MEASURE_NOW']);
    expect(now([])).toEqual(['MEASURE_NOW']);
  });

  it('hand over a graduate in danger, and ask nothing of any other', () => {
    const acute = told(addMonths(TODAY, -2), { height: 100, weight: 11.5, muac: 11.2 });
    expect(now([acute], born(61))).toEqual(['HAND_OVER']);
    const well = told(addMonths(TODAY, -2), { height: 100, weight: 15, muac: 15 });
    expect(actions([well], born(61))).toEqual({ now: [], more: [], told: [] });
  });

  it('a child who died or moved away has no actions', () => {
    const said = { referralOutcome: 'moved-away', referralDate: TODAY } as const;
    expect(actions([told(TODAY, { ...SEVERE, ...said })])).toEqual({ now: [], more: [], told: [] });
  });
});
