import { describe, expect, it } from 'vitest';
import type { ReferralOutcome } from '../base/words.ts';
import { addDays } from '../dates/calendar.ts';
import type { Screening } from '../fields/entities.ts';
import { DEFAULT_PROGRAMME_RULES } from '../settings/programme-settings.ts';
import {
  type About,
  SURVEY,
  screeningsOf,
  signsOn,
  standingOf,
  TODDLER,
  type Visit,
  withWhz,
} from './testing/histories.ts';

const day = (days: number) => addDays(SURVEY, days);
const at = (days: number, visit: Visit): Visit => ({ surveyDate: day(days), ...visit });
const answered = (referralOutcome: ReferralOutcome, days: number) => ({
  referralOutcome,
  referralDate: day(days),
});

const W = withWhz(-3.2);
const A = { muac: 11.2 };

describe('an outcome', () => {
  it.each([
    ['seen', 7],
    ['not-found', 7],
    ['refused', 7],
    ['admitted', 30],
  ] as const)('%s answers for %i days from its own day', (outcome, days) => {
    const visits = [{ ...W, ...answered(outcome, 2) }];
    expect(signsOn(visits, day(2))).toEqual(['whz closed']);
    expect(signsOn(visits, day(2 + days - 1))).toEqual(['whz closed']);
    expect(signsOn(visits, day(2 + days))).toEqual(['whz refer']);
  });

  it.each([
    ['before its screening', -1, 'whz refer'],
    ['on its day', 0, 'whz closed'],
    ['tomorrow', 6, 'whz closed'],
    ['after tomorrow', 7, 'whz refer'],
  ])('dated %s', (_words, days, expected) => {
    expect(signsOn([{ ...W, ...answered('seen', days) }], day(5))).toEqual([expected]);
  });

  it('follows the days of the programme', () => {
    const { table, ...rest } = DEFAULT_PROGRAMME_RULES;
    const rules = { ...rest, table: { ...table, referredDays: 3, admittedDays: 14 } };
    const on = (outcome: ReferralOutcome, days: number) =>
      signsOn([{ ...W, ...answered(outcome, 0) }], day(days), { rules });
    expect([on('seen', 2), on('seen', 3)]).toEqual([['whz closed'], ['whz refer']]);
    expect([on('admitted', 13), on('admitted', 14)]).toEqual([['whz closed'], ['whz refer']]);
  });

  it('answers every sign last shown at or before its screening, and no later show', () => {
    const both = [W, at(10, { ...A, ...answered('seen', 11) })];
    expect(signsOn(both, day(12))).toEqual(['whz closed', 'muac closed']);
    const later = [{ ...W, ...answered('seen', 9) }, at(10, A)];
    expect(signsOn(later, day(12))).toEqual(['whz closed', 'muac refer']);
    const again = [{ ...W, ...answered('seen', 9) }, at(10, W)];
    expect(signsOn(again, day(12))).toEqual(['whz refer']);
    const worst = [{ ...W, oedema: true, ...answered('refused', 9) }, at(10, A)];
    expect(signsOn(worst, day(12))).toEqual(['swelling closed', 'whz closed', 'muac refer']);
  });

  it('the outcome of the latest of two days counts', () => {
    const visits = [{ ...W, ...answered('admitted', 1) }, at(3, { ...W, ...answered('seen', 4) })];
    expect(signsOn(visits, day(10))).toEqual(['whz closed']);
    expect(signsOn(visits, day(11))).toEqual(['whz refer']);
  });

  it('an outcome does not clear: the sign is open, with its answer', () => {
    const { referral, next, section, isOverdue } = standingOf(
      [{ ...W, ...answered('admitted', 2) }],
      day(5),
    );
    const outcome = { outcome: 'admitted', date: day(2) };
    expect(referral).toMatchObject({
      since: SURVEY,
      state: 'closed',
      signs: [{ answer: outcome }],
    });
    expect(next).toEqual({ date: day(32), reason: 'refer', everyDays: 7, outcome });
    expect([section, isOverdue]).toEqual(['closed', false]);
  });
});

describe('an admission', () => {
  it.each([
    ['WHZ 0.49 worse', W, withWhz(-3.69), 'whz closed'],
    ['WHZ 0.50 worse', W, withWhz(-3.7), 'whz refer'],
    ['a better WHZ', W, withWhz(-3.05), 'whz closed'],
    ['a MUAC 0.40 worse', A, { muac: 10.8 }, 'muac closed'],
    ['a MUAC 0.50 worse', A, { muac: 10.7 }, 'muac refer'],
    ['swelling', { oedema: true }, { oedema: true }, 'swelling closed'],
  ])('answers a later show of its sign: %s', (_words, first, second, expected) => {
    const visits = [{ ...first, ...answered('admitted', 1) }, at(20, second)];
    expect(signsOn(visits, day(20))).toEqual([expected]);
    expect(signsOn(visits, day(31))).toEqual([expected.replace('closed', 'refer')]);
  });

  it('answers no show of another sign', () => {
    const visits = [{ ...W, ...answered('admitted', 1) }, at(20, { ...W, ...A })];
    expect(signsOn(visits, day(20))).toEqual(['whz closed', 'muac refer']);
  });

  it('an admission is compared with the show that it answered', () => {
    const visits = [
      { ...W, ...answered('admitted', 1) },
      at(10, withWhz(-3.5)),
      at(20, withWhz(-3.75)),
    ];
    expect(signsOn(visits, day(20))).toEqual(['whz refer']);
  });

  it('keeps no sign open that was cleared', () => {
    const visits = [{ ...W, ...answered('admitted', 1) }, at(10, withWhz(-1))];
    expect(signsOn(visits, day(15))).toEqual([]);
  });
});

describe('outcomes of two versions', () => {
  /** The screening with one outcome, while another version with another waits for a choice. */
  const contested = (mine: object, other: object, days: number) => {
    const versions = {
      screening: (screening: Screening) =>
        screeningsOf(TODDLER, [{ ...W, ...other }]).map((each) => ({
          ...each,
          _id: screening._id,
        })),
    };
    const visits = [{ ...W, ...mine }];
    return { visits, today: day(days), about: { versions } as About };
  };

  it.each([
    [answered('admitted', 1), answered('seen', 2), 8, 'whz closed'],
    [answered('admitted', 1), answered('seen', 2), 9, 'whz refer'],
    [answered('refused', 2), answered('admitted', 1), 9, 'whz refer'],
    [answered('seen', 1), answered('seen', 4), 7, 'whz closed'],
    [answered('seen', 1), answered('seen', 4), 8, 'whz refer'],
  ])('close for the shorter time: %o, %o after %i days: %s', (mine, other, days, expected) => {
    const { visits, today, about } = contested(mine, other, days);
    expect(signsOn(visits, today, about)).toEqual([expected]);
  });

  it('end nothing where one says that the child died or moved away', () => {
    const { visits, today, about } = contested(answered('seen', 1), answered('died', 1), 3);
    const { departure, referral } = standingOf(visits, today, about);
    expect([departure, referral?.state]).toEqual([null, 'closed']);
  });
});
