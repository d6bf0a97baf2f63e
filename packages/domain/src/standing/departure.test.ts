import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Child } from '../fields/entities.ts';
import { SURVEY, standingOf, TODDLER, type Visit, WELL, withWhz } from './testing/histories.ts';

const day = (days: number) => addDays(SURVEY, days);

/** "refer; whz": the section of the due list, and the open signs. */
function placeOn(visits: readonly Visit[], today: string, child: Child = TODDLER): string {
  const { section, referral } = standingOf(visits, today, { child });
  const signs = (referral?.signs ?? []).map(({ sign }) => sign).join(' ');
  return `${section ?? 'nobody'}; ${signs}`;
}

describe.each(['died', 'moved-away'] as const)('%s', (outcome) => {
  const said = { referralOutcome: outcome, referralDate: day(5) } as const;
  const SEVERE = { ...withWhz(-3.5), oedema: true };

  it('ends every sign and takes the child off the due list', () => {
    const { departure, referral, next, section, isOverdue } = standingOf(
      [{ ...SEVERE, ...said }],
      day(400),
    );
    expect(departure).toMatchObject({ outcome, date: day(5) });
    expect([referral, next, section, isOverdue]).toEqual([null, null, null, false]);
  });

  it('a departure can be said of a child that nobody referred', () => {
    expect(placeOn([WELL], day(300))).toBe('overdue; ');
    expect(placeOn([{ ...WELL, ...said }], day(300))).toBe('nobody; ');
  });

  it('a departure can be said of a child that was never screened', () => {
    const child = { ...TODDLER, departure: outcome, departureDate: day(5) };
    expect(placeOn([], day(300))).toBe('unscreened; ');
    expect(placeOn([], day(300), child)).toBe('nobody; ');
    expect(placeOn([{ ...SEVERE, surveyDate: day(6) }], day(300), child)).toBe(
      'refer; swelling whz',
    );
  });

  it.each([
    ['after tomorrow', 5, 3, 'refer; swelling whz'],
    ['tomorrow', 5, 4, 'nobody; '],
    ['before its screening', -1, 10, 'refer; swelling whz'],
  ])('said with a day %s', (_words, days, today, expected) => {
    const visit = { ...SEVERE, referralOutcome: outcome, referralDate: day(days) };
    expect(placeOn([visit], day(today))).toBe(expected);
  });

  it.each([
    ['on that day', 5, null],
    ['a day after', 6, day(6)],
  ])('a screening dated %s voids the departure', (_words, days, voidedOn) => {
    const visits = [
      { ...SEVERE, ...said },
      { surveyDate: day(days), muac: 14 },
    ];
    const { departure, voidedDeparture } = standingOf(visits, day(30));
    expect(departure === null).toBe(voidedOn !== null);
    expect(voidedDeparture?.voidedOn ?? null).toBe(voidedOn);
    // The child is here: its referral stands again.
    expect(placeOn(visits, day(30))).toBe(voidedOn ? 'refer; swelling whz' : 'nobody; ');
  });

  it.each([
    ['seen', 6, day(6)],
    ['admitted', 6, day(6)],
    ['seen', 5, null],
    ['not-found', 6, null],
    ['refused', 6, null],
  ] as const)('a clinic that says "%s" of day %i', (word, days, voidedOn) => {
    const answer = { outcome: word, day: day(days) };
    const visits = [{ ...SEVERE, ...said, clinicAnswers: [answer] }];
    expect(standingOf(visits, day(9)).voidedDeparture?.voidedOn ?? null).toBe(voidedOn);
    // The child is here: its referral stands again when the clinic's word has run out.
    expect(placeOn(visits, day(40))).toBe(voidedOn ? 'refer; swelling whz' : 'nobody; ');
    const struck = [{ ...SEVERE, ...said, clinicAnswers: [{ ...answer, struck: true as const }] }];
    expect(placeOn(struck, day(40))).toBe('nobody; ');
  });

  it('a departure whose outcome is taken back is gone', () => {
    expect(placeOn([SEVERE], day(30))).toBe('refer; swelling whz');
  });

  it('counts again when it is said anew after it was voided', () => {
    const visits = [
      { ...SEVERE, ...said },
      { surveyDate: day(10), muac: 14, referralOutcome: outcome, referralDate: day(12) },
    ];
    expect(placeOn(visits, day(10))).toBe('refer; swelling whz');
    expect(placeOn(visits, day(11))).toBe('nobody; ');
  });
});

describe('a weight below the form’s limits that was kept', () => {
  const LOW = { outsideLimits: { weight: 2.2 } } as const;
  const AFTER = '2025-03-25';

  function lowOn(visits: readonly Visit[], today: string) {
    const { section, next, lowWeight, referral } = standingOf(visits, today);
    return { section, reason: next?.reason, weight: lowWeight?.weight, referral };
  }

  const CALLED = { section: 'refer', reason: 'low-weight', weight: 2.2, referral: null };

  it('calls for a health worker until 12 months have passed, and is no sign', () => {
    expect(lowOn([LOW], SURVEY)).toEqual(CALLED);
    expect(lowOn([LOW], AFTER)).toEqual(CALLED);
    expect(lowOn([LOW], addMonths(SURVEY, 12))).toMatchObject({ weight: undefined });
    expect(lowOn([LOW], addMonths(SURVEY, 12)).section).not.toBe('refer');
  });

  it.each([
    [2.99, true],
    [3, false],
    [0.3, true],
  ])('a kept weight of %s kg is below the limits: %o', (weight, isCalled) => {
    const visit = { outsideLimits: { weight } };
    expect(lowOn([visit], SURVEY).reason === 'low-weight').toBe(isCalled);
  });

  it('a kept height is no low weight', () => {
    expect(lowOn([{ outsideLimits: { height: 40 } }], SURVEY).weight).toBeUndefined();
  });

  it.each([
    ['within the limits', { weight: 3 }, false],
    ['within them, at the top', { weight: 18 }, false],
    ['below them', { weight: 2.9 }, true],
    ['above them', { weight: 18.1 }, true],
    ['none', { muac: 14 }, true],
  ])('ends with a later weight: %s', (_words, later, isCalled) => {
    const visits = [LOW, { surveyDate: day(10), ...later }];
    expect(lowOn(visits, day(10)).weight === 2.2).toBe(isCalled);
  });

  it.each(['seen', 'admitted', 'not-found', 'refused'] as const)(
    'the outcome "%s" closes a kept weight for a week',
    (referralOutcome) => {
      const visits = [{ ...LOW, referralOutcome, referralDate: day(2) }];
      expect(lowOn(visits, day(8))).toEqual({ ...CALLED, section: 'closed' });
      expect(lowOn(visits, day(9))).toEqual(CALLED);
    },
  );

  it('ends with "died"', () => {
    const visits = [{ ...LOW, referralOutcome: 'died', referralDate: day(2) }] as const;
    expect(lowOn(visits, day(8))).toMatchObject({ section: null, weight: undefined });
  });
});
