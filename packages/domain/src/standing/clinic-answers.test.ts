import { describe, expect, it } from 'vitest';
import type { ClinicOutcome } from '../base/words.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import { withStruck } from '../slip/clinic-answer.ts';
import { aScreening } from '../testing/index.ts';
import { visitOfAnswer } from './outcome.ts';
import { standingOf as compareStandings } from './testing/compare-standings.ts';
import {
  type About,
  SURVEY,
  signsOn,
  standingOf,
  TODDLER,
  type Visit,
  withWhz,
} from './testing/histories.ts';
import { randomHistory } from './testing/random-histories.ts';

const IS_DEEP = process.env['CRECE_DEEP'] === '1';
const RUNS = Number(process.env['CRECE_PROPERTY_RUNS'] ?? (IS_DEEP ? 3_000 : 1_500));
const SEED = Number(process.env['CRECE_SEED'] ?? Date.now() % 1_000_000_000);

const day = (days: number) => addDays(SURVEY, days);
const at = (days: number, visit: Visit): Visit => ({ surveyDate: day(days), ...visit });
const says = (outcome: ClinicOutcome, days: number, struck?: true) => ({
  clinicAnswers: [{ outcome, day: day(days), ...(struck && { struck }) }],
});
const W = withWhz(-3.2);
const state = (visits: readonly Visit[], days: number, about?: About) =>
  signsOn(visits, day(days), about)[0];

describe('a clinic’s answer', () => {
  it.each([
    ['seen', 7],
    ['not-found', 7],
    ['refused', 7],
    ['died', 7],
    ['admitted', 30],
  ] as const)('%s closes for %i days from its own day, and ends nothing', (outcome, days) => {
    const visits = [{ ...W, ...says(outcome, 2) }];
    expect(state(visits, 1)).toBe('whz closed');
    expect(state(visits, 2 + days - 1)).toBe('whz closed');
    expect(state(visits, 2 + days)).toBe('whz refer');
    expect(standingOf(visits, day(3)).departure).toBeNull();
    expect(standingOf(visits, day(3)).section).toBe('closed');
  });

  it('that was struck, or is dated before the screening or after tomorrow, does not count', () => {
    expect(state([{ ...W, ...says('seen', 2, true) }], 3)).toBe('whz refer');
    expect(state([{ ...W, ...says('seen', -1) }], 3)).toBe('whz refer');
    expect(state([{ ...W, ...says('seen', 5) }], 3)).toBe('whz refer');
    expect(state([{ ...W, ...says('seen', 4) }], 3)).toBe('whz closed');
  });

  it('and a person’s outcome: the later day counts, on one day the shorter closing', () => {
    const person = (outcome: 'seen' | 'admitted', days: number) => ({
      referralOutcome: outcome,
      referralDate: day(days),
    });
    const both = (clinic: object, own: object) => [{ ...W, ...clinic, ...own }];
    expect(state(both(says('seen', 5), person('admitted', 1)), 12)).toBe('whz refer');
    expect(state(both(says('admitted', 5), person('seen', 1)), 12)).toBe('whz closed');
    expect(state(both(says('admitted', 5), person('seen', 5)), 12)).toBe('whz refer');
    expect(state(both(says('seen', 5), person('admitted', 5)), 12)).toBe('whz refer');
  });

  it('says whose it is', () => {
    const { referral } = standingOf([{ ...W, ...says('seen', 2) }], day(3));
    expect(referral?.signs[0].answer).toEqual({ outcome: 'seen', date: day(2), by: 'clinic' });
  });

  it('answers no later show, but for an admission whose sign is not clearly worse', () => {
    expect(state([{ ...W, ...says('seen', 1) }, at(3, W)], 4)).toBe('whz refer');
    expect(state([{ ...W, ...says('admitted', 1) }, at(3, withWhz(-3.69))], 4)).toBe('whz closed');
    expect(state([{ ...W, ...says('admitted', 1) }, at(3, withWhz(-3.7))], 4)).toBe('whz refer');
  });
});

describe('what only a clinic says, and would end the referral', () => {
  const asks = (visits: readonly Visit[], days: number, about?: About) =>
    standingOf(visits, day(days), about).clinicAsks;

  it('died: asked about from its day, until a person says it, strikes it or screens the child', () => {
    const visits = [{ ...W, ...says('died', 5) }];
    expect(asks(visits, 3)).toBeNull();
    expect(asks(visits, 4)).toEqual({ outcome: 'died', date: day(5), by: 'clinic' });
    expect(asks(visits, 300)).toMatchObject({ outcome: 'died' });
    const said = { referralOutcome: 'died', referralDate: day(5) } as const;
    expect(asks([{ ...visits[0], ...said }], 6)).toBeNull();
    expect(asks([{ ...W, ...says('died', 5, true) }], 6)).toBeNull();
    expect(asks([...visits, at(5, withWhz(0))], 6)).toMatchObject({ outcome: 'died' });
    expect(asks([...visits, at(6, withWhz(0))], 6)).toBeNull();
  });

  it('seen and admitted: nothing is asked of a child under five', () => {
    expect(asks([{ ...W, ...says('seen', 5) }], 6)).toBeNull();
    expect(asks([{ ...W, ...says('admitted', 5) }], 6)).toBeNull();
  });

  it('seen and admitted from the fifth birthday on: asked, and closed for the shorter time only', () => {
    const child = { ...TODDLER, birthDate: addMonths(SURVEY, -59) };
    const fifth = (days: number) => ({ ...W, ...says('admitted', 40 + days) });
    const on = (days: number) => standingOf([fifth(0)], day(40 + days), { child });
    expect(on(1).isGraduate).toBe(true);
    expect(on(1).clinicAsks).toMatchObject({ outcome: 'admitted', by: 'clinic' });
    expect(on(6).section).toBe('closed');
    expect(on(7).section).toBe('refer');
    const confirmed = { ...fifth(0), referralOutcome: 'admitted', referralDate: day(40) } as const;
    const after = standingOf([confirmed], day(41), { child });
    expect([after.referral, after.clinicAsks]).toEqual([null, null]);
  });

  it.each(['seen', 'admitted', 'not-found', 'refused'] as const)(
    'died: asked about and shown beside "%s" of the same day, and closes for the shorter time',
    (outcome) => {
      const clinicAnswers = [says('died', 2), says(outcome, 2)].flatMap(
        (each) => each.clinicAnswers,
      );
      for (const answers of [clinicAnswers, clinicAnswers.toReversed()]) {
        const visits = [{ ...W, clinicAnswers: answers }];
        expect(asks(visits, 3)).toMatchObject({ outcome: 'died', date: day(2) });
        expect([state(visits, 8), state(visits, 9)]).toEqual(['whz closed', 'whz refer']);
        expect(standingOf(visits, day(9))).toMatchObject({ departure: null, section: 'refer' });
        expect(standingOf(visits, day(9)).referral?.signs[0].lastAnswer).toMatchObject({
          outcome: 'died',
        });
      }
    },
  );

  it('nothing is asked where a later word says something else', () => {
    const child = { ...TODDLER, birthDate: addMonths(SURVEY, -61) };
    const clinic = says('seen', 9);
    const own = { referralOutcome: 'refused', referralDate: day(10) } as const;
    expect(asks([{ ...W, ...clinic }], 10, { child })).toMatchObject({ outcome: 'seen' });
    expect(asks([{ ...W, ...clinic, ...own }], 10, { child })).toBeNull();
    const clinics = [...clinic.clinicAnswers, ...says('not-found', 12).clinicAnswers];
    expect(asks([{ ...W, clinicAnswers: clinics }], 12, { child })).toBeNull();
    const died = [...says('died', 9).clinicAnswers, ...says('refused', 12).clinicAnswers];
    expect(asks([{ ...W, clinicAnswers: died }], 12)).toBeNull();
  });

  it('"right" is written to the newest visit of which the answer speaks, and not to a later one that has it too', () => {
    const child = { ...TODDLER, birthDate: addMonths(SURVEY, -61) };
    const seen = says('seen', 9);
    const later = (days: number) => [{ ...W, ...seen }, at(days, { muac: 14, ...seen })];
    const visits = later(10).map((visit, place) =>
      aScreening({
        _id: `scr_test_stake_gtm_174687840000${place}_0a1b2c`,
        surveyDate: SURVEY,
        ...visit,
      }),
    );
    const asked = asks(later(10), 12, { child });
    expect(asked).toMatchObject({ outcome: 'seen', date: day(9) });
    if (asked === null) return;
    expect(visitOfAnswer(visits, asked)).toBe(visits[0]);
    const sameDay = visits.map((visit) => ({ ...visit, surveyDate: day(9) }));
    expect(visitOfAnswer(sameDay, asked)).toBe(sameDay[1]);
    expect(visitOfAnswer(visits, { ...asked, date: day(8) })).toBeUndefined();
  });

  it('an answer of more than 30 days before the fifth birthday would end nothing, and is not asked about', () => {
    const fifth = (days: number) => ({ ...TODDLER, birthDate: addMonths(day(days), -60) });
    const visits = [{ ...W, ...says('seen', 2) }];
    expect(asks(visits, 33, { child: fifth(33) })).toBeNull();
    expect(asks(visits, 32, { child: fifth(32) })).toMatchObject({ outcome: 'seen' });
  });

  it('past the fifth birthday a later "did not come" of a clinic takes a person’s "seen" back, a later "seen" does not', () => {
    const child = { ...TODDLER, birthDate: addMonths(SURVEY, -61) };
    const own = { referralOutcome: 'seen', referralDate: day(5) } as const;
    const on = (clinic: object) => standingOf([{ ...W, ...own, ...clinic }], day(20), { child });
    expect(on({}).section).toBeNull();
    expect(on(says('seen', 7)).section).toBeNull();
    expect(on(says('not-found', 5)).section).toBeNull();
    expect(on(says('not-found', 6)).section).toBe('refer');
    expect(on(says('refused', 6)).section).toBe('refer');
  });

  it('whoever says "right", or strikes it, is not asked again, whatever else was said', () => {
    let asked = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const history = randomHistory(SEED + run);
      const { child, screenings } = history;
      if (child.others.length > 0 || screenings.some(({ others }) => others.length > 0)) continue;
      const said = compareStandings(history).clinicAsks;
      if (said === null) continue;
      asked += 1;
      const newest = visitOfAnswer(
        screenings.map(({ stored }) => stored),
        said,
      );
      const right = screenings.map((each) =>
        each.stored === newest
          ? {
              ...each,
              stored: { ...each.stored, referralOutcome: said.outcome, referralDate: said.date },
            }
          : each,
      );
      const wrong = screenings.map((each) => ({
        ...each,
        stored: {
          ...each.stored,
          ...(each.stored.clinicAnswers && {
            clinicAnswers: withStruck(each.stored.clinicAnswers, {
              outcome: said.outcome as ClinicOutcome,
              day: said.date,
            }),
          }),
        },
      }));
      const told = `CRECE_SEED=${SEED + run}`;
      expect(compareStandings({ ...history, screenings: right }).clinicAsks, told).not.toEqual(
        said,
      );
      expect(compareStandings({ ...history, screenings: wrong }).clinicAsks, told).not.toEqual(
        said,
      );
    }
    expect(asked).toBeGreaterThan(RUNS / 500);
  }, 60_000);
});
