import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/calendar.ts';
import { aChild } from '../testing/index.ts';
import {
  type About,
  SURVEY,
  screeningsOf,
  standingOf,
  type Visit,
  withWhz,
} from './testing/histories.ts';

const day = (days: number) => addDays(SURVEY, days);

/** A visit so many days after the first one. */
const at = (days: number, visit: Visit): Visit => ({ surveyDate: day(days), ...visit });

/** "whz since 2024-03-26, shown 2024-03-26 −3.1": the open signs a day after the last visit. */
function openAfter(visits: readonly Visit[], today?: string, about?: About): string {
  const last = visits.reduce((latest, { surveyDate = SURVEY }) => {
    return surveyDate > latest ? surveyDate : latest;
  }, SURVEY);
  const { referral } = standingOf(visits, today ?? last, about);
  return (referral?.signs ?? [])
    .map(({ sign, since, near }) => `${sign} ${since}${near ? ` near ${near.figure}` : ''}`)
    .join('; ');
}

describe('a sign measured again', () => {
  const W = withWhz(-3.1);
  const A = { muac: 11.2 };

  it.each([
    ['7 days, 0.50 better', W, 7, withWhz(-2.6), ''],
    ['7 days, 0.49 better', W, 7, withWhz(-2.61), `whz ${SURVEY} near -2.61`],
    ['8 days, just above the line', W, 8, withWhz(-3), ''],
    ['the same day, 0.50 better', W, 0, withWhz(-2.6), ''],
    ['the same day, 0.49 better', W, 0, withWhz(-2.61), `whz ${SURVEY} near -2.61`],
    ['7 days, 0.50 better', A, 7, { muac: 11.7 }, ''],
    ['7 days, 0.40 better', A, 7, { muac: 11.6 }, `muac ${SURVEY} near 11.6`],
    ['8 days, at the line', A, 8, { muac: 11.5 }, ''],
    ['the same day, not swollen', { oedema: true }, 0, { oedema: false }, ''],
  ])('after %s', (_words, first, days, second, expected) => {
    expect(openAfter([first, at(days, second)])).toBe(expected);
  });

  it('a sign is compared with the last screening that shows it', () => {
    const visits = [withWhz(-4), at(3, withWhz(-3.2)), at(9, withWhz(-2.9))];
    expect(openAfter(visits)).toBe(`whz ${SURVEY} near -2.9`);
    expect(openAfter([withWhz(-3.2), at(3, withWhz(-4)), at(9, withWhz(-2.9))])).toBe('');
  });

  it('too near to tell and then shown again is no longer near', () => {
    const visits = [W, at(2, withWhz(-2.8)), at(4, withWhz(-3.05))];
    expect(openAfter(visits)).toBe(`whz ${SURVEY}`);
  });

  it('a sign is open since the first show after it was last cleared', () => {
    const visits = [W, at(30, withWhz(-2)), at(60, W), at(90, W)];
    expect(openAfter(visits)).toBe(`whz ${day(60)}`);
    // A visit that neither shows nor clears changes nothing; one too near clears nothing.
    expect(openAfter([W, at(3, withWhz(-2.9)), at(5, { muac: 14 }), at(60, W)])).toBe(
      `whz ${SURVEY}`,
    );
  });
});

describe('one sign', () => {
  const ALL = { ...withWhz(-3.5), muac: 11, oedema: true };

  it.each([
    ['everything well', { ...withWhz(0), muac: 14, oedema: false }, []],
    ['the weight well, feet not looked at', { ...withWhz(0), muac: 14 }, ['swelling']],
    ['the arm alone', { muac: 14 }, ['swelling', 'whz']],
    ['the feet alone', { oedema: false }, ['whz', 'muac']],
    ['the weight, still swollen', { ...withWhz(0), oedema: true }, ['swelling', 'whz', 'muac']],
    ['nothing', {}, ['swelling', 'whz', 'muac']],
    ['an arm in millimetres', { muac: 140 }, ['swelling', 'whz', 'muac']],
    ['a height of 150 cm', { height: 150, weight: 12, oedema: false }, ['whz', 'muac']],
  ])('one sign is not ended by another: measured is %s', (_words, visit, expected) => {
    const { referral } = standingOf([ALL, at(30, visit)], day(30));
    expect((referral?.signs ?? []).map(({ sign }) => sign)).toEqual(expected);
  });

  it('a sign that turns worse is open beside one that turned better', () => {
    const visits = [withWhz(-3.5), at(30, { ...withWhz(-1), muac: 11 })];
    expect(openAfter(visits)).toBe(`muac ${day(30)}`);
    const both = [{ muac: 11 }, at(30, withWhz(-3.5))];
    expect(openAfter(both)).toBe(`whz ${day(30)}; muac ${SURVEY}`);
  });

  it('from 5 months stays open under a MUAC at 7 months', () => {
    const child = aChild({ gender: 'Boy', birthDate: '2023-10-26' });
    const visits = [withWhz(-3.5, 64), at(61, { muac: 13 })];
    expect(openAfter(visits, undefined, { child })).toBe(`whz ${SURVEY}`);
    // A MUAC at 5 months was no sign, and is none at 7.
    expect(openAfter([{ muac: 10 }, at(61, {})], undefined, { child })).toBe('');
  });
});

describe('a screening dated after tomorrow', () => {
  const TODAY = day(40);

  it.each([
    ['tomorrow', day(41), ''],
    ['the day after tomorrow', day(42), `whz ${SURVEY}`],
  ])('clears only when it is not: dated %s', (_words, surveyDate, expected) => {
    expect(openAfter([withWhz(-3.5), { ...withWhz(0), surveyDate }], TODAY)).toBe(expected);
  });

  it.each([
    ['tomorrow', day(41), false],
    ['the day after tomorrow', day(42), true],
  ])('shows its sign: dated %s', (_words, surveyDate, isFutureDated) => {
    const { referral, section } = standingOf([{ muac: 11, surveyDate }], TODAY);
    expect(referral?.signs).toMatchObject([{ sign: 'muac', since: surveyDate, isFutureDated }]);
    expect(section).toBe('refer');
  });
});

describe('everything is worked out anew', () => {
  const CHILD = aChild({ gender: 'Boy', birthDate: '2022-07-26' });

  it('when a past screening is imported, edited, removed or put back', () => {
    const [first, well] = [withWhz(-3.5), at(30, withWhz(0))];
    expect(openAfter([first, well])).toBe('');
    // Typed later, dated between.
    expect(openAfter([first, well, at(20, { muac: 11 })])).toBe(`muac ${day(20)}`);
    expect(openAfter([first, at(30, withWhz(-3.2))])).toBe(`whz ${SURVEY}`);
    expect(openAfter([well])).toBe('');
    expect(openAfter([first])).toBe(`whz ${SURVEY}`);
  });

  it('when sex, birth date or override change', () => {
    const visits = [{ muac: 11 }];
    expect(openAfter(visits, day(1), { child: CHILD })).toBe(`muac ${SURVEY}`);
    expect(openAfter(visits, day(1), { child: { ...CHILD, birthDate: '2023-11-26' } })).toBe('');
    expect(openAfter([{ muac: 11, ageOverride: 5 }], day(1), { child: CHILD })).toBe('');
    const thin = [withWhz(-3.01)];
    expect(openAfter(thin, day(1), { child: CHILD })).toBe(`whz ${SURVEY}`);
    // Girls of 84 cm weigh less.
    expect(openAfter(thin, day(1), { child: { ...CHILD, gender: 'Girl' } })).toBe('');
  });

  it('while versions of a screening or of its child wait for a choice', () => {
    const screening = (visit: Visit) => () => screeningsOf(CHILD, [visit]).slice(0, 1);
    const shown = { versions: { screening: screening({ muac: 11 }) } };
    expect(openAfter([{ muac: 14.5 }], day(1), shown)).toBe(`muac ${SURVEY}`);
    const child = () => [{ ...CHILD, birthDate: '2023-11-26' }];
    expect(openAfter([{ muac: 11 }, at(30, { muac: 14 })], day(30), { versions: { child } })).toBe(
      // Under 6 months in one version it clears nothing.
      `muac ${SURVEY}`,
    );
  });
});
