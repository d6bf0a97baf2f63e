import { describe, expect, it } from 'vitest';
import type { MarkColour, ScreeningMark } from '../screening/screening-mark.ts';
import { DEFAULT_PROGRAMME_RULES } from '../settings/programme-settings.ts';
import { NO_STANDING_FACTS, type StandingFacts } from '../standing/facts.ts';
import type { SignAnswer } from '../standing/open-signs.ts';
import type { ReferSign } from '../standing/refer-signs.ts';
import { type DayChild, isLaterThan, screeningDay } from './screening-day.ts';

const DAY = '2025-06-12';
const RULES = { rules: DEFAULT_PROGRAMME_RULES, timeZone: 'America/Guatemala' };
const zScore = { ha: 0, wa: 0, wl: 0, haStatus: null, waStatus: null, wlStatus: null };
/** 12 June 2025 begins at 06:00 UTC in Guatemala. */
const MIDNIGHT_AFTER = Date.UTC(2025, 5, 13, 6);

function found(
  surveyDate: string,
  sign: ScreeningMark['sign'] = 'green',
  colour: MarkColour = 'green',
): NonNullable<DayChild['newest']> {
  return {
    surveyDate,
    sign,
    colour,
    zScore,
    supType: 'none',
    monthAge: 14,
    zscoreStatus: 'Normal',
  };
}

/** A sign that the newest screening shows. */
function open(sign: ReferSign, date: string, answers: readonly SignAnswer[] = []): StandingFacts {
  const openSign = {
    sign,
    since: date,
    shown: { date, figure: null },
    isShownByNewest: true,
    isFutureDated: false,
    near: null,
    answers,
  };
  return { ...NO_STANDING_FACTS, openSigns: [openSign] };
}

function child(firstName: string, different: Partial<DayChild> = {}): DayChild {
  const id = `chld_test_stake_gtm_1700000000000_${firstName.padEnd(6, '0')}`;
  const names = { firstName, lastName: 'Xicay' };
  return { id, ...names, birthDate: '2024-01-10', standing: NO_STANDING_FACTS, ...different };
}

const dayOf = (...children: DayChild[]) => screeningDay(children, DAY, RULES);

/** "refer luz; day ana" */
function expectedOf(...children: DayChild[]): string {
  return [...dayOf(...children).expected]
    .filter(([, entries]) => entries.length > 0)
    .map(([group, entries]) => `${group} ${entries.map((each) => each.child.firstName).join(' ')}`)
    .join('; ');
}

describe('screeningDay', () => {
  it('counts each child screened on the day by its colour, and those to refer', () => {
    const { screened, counts, expected } = dayOf(
      child('ana', { newest: found(DAY) }),
      child('bea', { newest: found(DAY, 'none', 'grey') }),
      child('cora', { newest: found(DAY, 'muac-yellow', 'amber') }),
      child('dora', { newest: found(DAY, 'swelling', 'red'), standing: open('swelling', DAY) }),
      child('elsa', { newest: found(DAY, 'red', 'red') }),
    );
    expect(counts).toEqual({ red: 2, amber: 1, green: 1, grey: 1, refer: 1 });
    expect(screened.map(({ firstName }) => firstName)).toEqual([
      'dora',
      'cora',
      'elsa',
      'ana',
      'bea',
    ]);
    expect([...expected.values()].flat()).toEqual([]);
  });

  it.each([
    ['the day before', '2025-06-11', 0],
    ['the day', DAY, 1],
    ['the day after', '2025-06-13', 0],
  ])('a newest screening dated %s counts only on its day', (_, surveyDate, count) => {
    const { screened } = dayOf(child('ana', { newest: found(surveyDate) }));
    expect(screened).toHaveLength(count);
  });

  it.each([
    ['due the day before', '2024-12-11', 'overdue ana'],
    ['due on the day', '2024-12-12', 'day ana'],
    ['due the day after', '2024-12-13', ''],
  ])('expects a child not screened: %s', (_, surveyDate, expected) => {
    expect(expectedOf(child('ana', { newest: found(surveyDate) }))).toBe(expected);
  });

  it('expects referred children until a result is known, and children never screened', () => {
    const newest = found('2025-06-10', 'muac-red', 'red');
    const versions = [{ outcome: 'seen', date: '2025-06-11' }] as const;
    const all = [
      child('ana', { newest, standing: open('muac', '2025-06-10') }),
      child('bea', {
        newest,
        standing: open('muac', '2025-06-10', [{ versions, isBeforeLastShow: false }]),
      }),
      child('cora'),
    ];
    expect(expectedOf(...all)).toBe('refer ana; unscreened cora');
  });

  it('a child that was born or registered after the day is not expected', () => {
    const at = (instant: number) => `chld_test_stake_gtm_${instant}_0a1b2c`;
    expect(expectedOf(child('ana', { id: at(MIDNIGHT_AFTER - 1) }))).toBe('unscreened ana');
    expect(expectedOf(child('ana', { id: at(MIDNIGHT_AFTER) }))).toBe('');
    expect(expectedOf(child('ana', { id: 'chld_of_an_older_system' }))).toBe('unscreened ana');
    expect(expectedOf(child('ana', { birthDate: DAY }))).toBe('unscreened ana');
    expect(expectedOf(child('ana', { birthDate: '2025-06-13' }))).toBe('');
  });

  it('takes a child whose only screening is later for never screened', () => {
    expect(expectedOf(child('ana', { newest: found('2025-06-13') }))).toBe('unscreened ana');
  });

  it('a child of 60 completed months is not expected', () => {
    const newest = found('2024-06-12');
    expect(expectedOf(child('ana', { birthDate: '2020-06-13', newest }))).toBe('overdue ana');
    expect(expectedOf(child('ana', { birthDate: '2020-06-12', newest }))).toBe('');
  });
});

describe('isLaterThan', () => {
  it.each([
    ['of the day', DAY, 2, false],
    ['of the day after, with an earlier one', '2025-06-13', 2, true],
    ['of the day after, the only one', '2025-06-13', 1, false],
  ])('a newest screening %s is later than the day: %s', (_, surveyDate, screeningCount, answer) => {
    expect(isLaterThan({ newest: { surveyDate }, screeningCount }, DAY)).toBe(answer);
  });

  it('a child without a screening is not later than the day', () => {
    expect(isLaterThan({ screeningCount: 0 }, DAY)).toBe(false);
  });
});
