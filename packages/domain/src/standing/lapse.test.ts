import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/calendar.ts';
import { aChild } from '../testing/index.ts';
import {
  type About,
  SURVEY,
  signsOn,
  standingOf,
  type Visit,
  WELL,
  withWhz,
} from './testing/histories.ts';

/** "overdue 2024-09-26 referral-lapsed": where a child stands on the due list. */
function dueOn(visits: readonly Visit[], today: string, about?: About): string {
  const { section, next } = standingOf(visits, today, about);
  const handOver = next?.handOver === true ? ' hand-over' : '';
  return `${section ?? 'nobody'} ${next?.date ?? '–'} ${next?.reason ?? '–'}${handOver}`;
}

const W = withWhz(-3.2);
/** Measures that neither show nor clear W: the arm alone, four months later. */
const ARM = { surveyDate: '2024-07-26', muac: 15 };

describe('a sign that was not measured again', () => {
  it('a sign is in refer until the day before 6 completed months, then overdue', () => {
    const visits = [W, ARM];
    expect(signsOn(visits, '2024-09-25')).toEqual(['whz refer']);
    expect(dueOn(visits, '2024-09-25')).toBe(`refer ${SURVEY} refer`);
    expect(signsOn(visits, '2024-09-26')).toEqual(['whz lapsed']);
    expect(standingOf(visits, '2024-09-26').isOverdue).toBe(true);
  });

  it('a lapsed sign is due on the earlier of that day and the day of the table', () => {
    // The arm was well: its own next visit is a month after it, because of the acute evidence.
    expect(dueOn([W, ARM], '2024-09-26')).toBe('overdue 2024-08-26 referral-lapsed');
    const late = { ...ARM, surveyDate: '2024-09-20' };
    expect(dueOn([W, late], '2024-09-26')).toBe('overdue 2024-09-26 referral-lapsed');
  });

  it('counts from its last show, by calendar months', () => {
    const visits = [
      { ...W, surveyDate: '2024-02-26' },
      { ...W, surveyDate: '2024-08-31' },
      { ...ARM, surveyDate: '2024-09-05' },
    ];
    expect(signsOn(visits, '2025-02-27')).toEqual(['whz refer']);
    expect(signsOn(visits, '2025-02-28')).toEqual(['whz lapsed']);
  });

  it('never lapses while the newest screening shows it', () => {
    expect(signsOn([W], '2026-03-26')).toEqual(['whz refer']);
  });

  it('an answered sign is closed while the answer counts, and lapses after', () => {
    const answered = { ...W, referralOutcome: 'admitted', referralDate: '2024-09-10' } as const;
    expect(dueOn([answered, ARM], '2024-10-09')).toBe('closed 2024-10-10 refer');
    expect(signsOn([answered, ARM], '2024-10-10')).toEqual(['whz lapsed']);
  });

  it('lapses alone: another sign keeps the child in refer', () => {
    const visits = [W, { surveyDate: '2024-07-26', muac: 11 }];
    expect(signsOn(visits, '2024-09-26')).toEqual(['whz lapsed', 'muac refer']);
    expect(dueOn(visits, '2024-09-26')).toBe('refer 2024-07-26 refer');
  });

  it('a lapsed sign is cleared by its measure', () => {
    const visits = [W, ARM, { ...WELL, surveyDate: '2024-11-26' }];
    expect(signsOn(visits, '2024-11-26')).toEqual([]);
  });
});

describe('an open referral past the fifth birthday', () => {
  // 60 months on 26 June 2024, 72 on 26 June 2025.
  const child = aChild({ gender: 'Boy', birthDate: '2019-06-26' });
  const SHOWN = { muac: 11 };
  const ABOUT = { child };
  /** The arm not measured: the sign lapsed on 26 March 2024. */
  const LAPSED = [
    { surveyDate: '2023-09-26', muac: 11 },
    { height: 100, weight: 15.5 },
  ];

  it('an open referral does not lapse from 60 months on', () => {
    expect(signsOn(LAPSED, '2024-06-25', ABOUT)).toEqual(['muac lapsed']);
    expect(signsOn(LAPSED, '2024-06-26', ABOUT)).toEqual(['muac refer']);
    expect(dueOn(LAPSED, '2024-06-26', ABOUT)).toBe('refer 2023-09-26 refer hand-over');
  });

  it.each([
    ['2024-06-18', 'refer 2024-03-26 refer'],
    ['2024-06-20', 'refer 2024-03-26 refer hand-over'],
    ['2024-06-26', 'refer 2024-03-26 refer hand-over'],
    ['2025-06-25', 'refer 2024-03-26 refer hand-over'],
    ['2025-06-26', 'nobody – –'],
  ])('ends at 72 months: on %s it is "%s"', (today, expected) => {
    expect(dueOn([SHOWN], today, ABOUT)).toBe(expected);
    const hasReferral = standingOf([SHOWN], today, ABOUT).referral !== null;
    expect(hasReferral).toBe(!expected.startsWith('nobody'));
  });

  it.each([
    ['seen', 'nobody – –', 'nobody – –'],
    ['admitted', 'nobody – –', 'nobody – –'],
    ['not-found', 'closed 2024-07-08 refer hand-over', 'refer 2024-03-26 refer hand-over'],
    ['refused', 'closed 2024-07-08 refer hand-over', 'refer 2024-03-26 refer hand-over'],
  ] as const)(
    `the outcome "%s" ends a graduate's referral or closes it for a week`,
    (referralOutcome, first, then) => {
      const visits = [{ ...SHOWN, referralOutcome, referralDate: '2024-07-01' }];
      expect(dueOn(visits, '2024-07-07', ABOUT)).toBe(first);
      expect(dueOn(visits, '2024-07-08', ABOUT)).toBe(then);
    },
  );

  it('an outcome of "seen" only closes a referral until the day of 60 months', () => {
    const visits = [{ ...SHOWN, referralOutcome: 'seen', referralDate: '2024-06-24' }] as const;
    expect(dueOn(visits, '2024-06-25', ABOUT)).toMatch(/^closed/);
    expect(standingOf(visits, '2024-06-26', ABOUT).referral).toBeNull();
  });

  it('an ended referral is open again when a stored screening shows the sign later', () => {
    const visits = [
      { ...SHOWN, referralOutcome: 'seen', referralDate: '2024-07-01' },
      { ...SHOWN, surveyDate: '2024-07-20' },
    ] as const;
    // Open since the first show after the last clear: an end is no clear.
    expect(dueOn(visits, '2024-07-20', ABOUT)).toBe('refer 2024-03-26 refer hand-over');
  });

  it('a graduate without danger has no next visit and no section', () => {
    const visits = [{ height: 107, weight: 17.5, muac: 15 }];
    expect(dueOn(visits, '2024-06-26', ABOUT)).toBe('nobody – –');
    const { isGraduate, isOverdue } = standingOf(visits, '2024-06-26', ABOUT);
    expect([isGraduate, isOverdue]).toEqual([true, false]);
  });
});

describe('a screening of which nothing can be assessed', () => {
  const on = (before: Visit) => dueOn([before, {}], SURVEY);
  const ago = (days: number) => addDays(SURVEY, -days);

  it.each([
    ['31 days before, well', { ...WELL, surveyDate: ago(31) }, '2024-08-24', 'nobody'],
    ['32 days before, well', { ...WELL, surveyDate: ago(32) }, SURVEY, 'overdue'],
    ['31 days before, yellow', { ...WELL, muac: 12.4, surveyDate: ago(31) }, SURVEY, 'overdue'],
  ])(
    'a screening without a result is measured again now, unless one was assessed: %s',
    (_words, before, date, section) => {
      expect(on(before).split(' ').slice(0, 2)).toEqual([section, date]);
    },
  );

  it('looks past an earlier one that was not assessed either', () => {
    const visits = [{ ...WELL, surveyDate: ago(20) }, { surveyDate: ago(10) }, {}];
    expect(dueOn(visits, SURVEY)).toBe(`nobody ${'2024-09-06'} ordinary`);
  });

  it('the earlier date of a next visit remains even when it has passed', () => {
    const visits = [{ ...WELL, surveyDate: ago(31) }, {}];
    expect(dueOn(visits, '2024-08-24')).toBe('week 2024-08-24 ordinary');
    expect(dueOn(visits, '2024-08-25')).toBe('overdue 2024-08-24 ordinary');
  });
});

describe('a lapsed supplement', () => {
  it('a lapsed supplement is told, and does not count as overdue by itself', () => {
    // HAZ below −2: the next visit was on 26 June, the supplement lapses on 26 October.
    const visits = [{ height: 76, weight: 9.8 }];
    const told = (today: string) => standingOf(visits, today).supplement.overdue;
    expect([told('2024-10-25'), told('2024-10-26')]).toEqual([false, true]);
    expect(dueOn(visits, '2024-10-25')).toBe(dueOn(visits, '2024-10-26'));
  });

  it('is a plain value: an accessor would keep the records of its child in memory', () => {
    const standing = standingOf([{ height: 76, weight: 9.8 }], '2024-10-25');
    const accessors = Object.values(Object.getOwnPropertyDescriptors(standing)).filter(
      ({ get }) => get !== undefined,
    );
    expect(accessors).toEqual([]);
  });
});
