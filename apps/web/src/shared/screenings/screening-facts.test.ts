import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { childFacts } from './screening-facts.ts';

const TODAY = '2025-06-10';

it('what changed is told since a day before, not since an hour ago', () => {
  const child = aChild();
  const at = (surveyDate: string, hour: number, weight: number) =>
    anAssessedScreening(child, {
      _id: `scr_test_stake_gtm_17495${hour}6800000_aaaaaa`,
      created: `${surveyDate}T0${hour}:00:00.000Z`,
      surveyDate,
      height: 76,
      weight,
    });
  const before = at('2025-05-10', 1, 9.6);
  const [first, again] = [at(TODAY, 1, 7), at(TODAY, 2, 9)];
  const newestOf = (...screenings: (typeof first)[]) =>
    childFacts({ child, screenings }, TODAY, DEFAULT_PROGRAMME_SETTINGS).newest;
  expect(newestOf(first, again)).toMatchObject({ previous: null, trend: null, crossed: [] });
  const facts = newestOf(before, first, again);
  expect(facts?.previous?.screening).toEqual(before);
  expect(facts?.trend).toMatchObject({ word: 'losing', since: '2025-05-10' });
  expect(facts?.crossed.map(({ way }) => way)).not.toContain('rose');
});

it('the supplement of a child of two birth dates ends by the date by which it is ordered', () => {
  const child = aChild({ birthDate: '2022-05-10' });
  const other = { ...child, birthDate: '2022-08-10' };
  const short = { height: 80, weight: 10.3, surveyDate: '2025-06-01' };
  const screenings = [anAssessedScreening(child, short)];
  const factsOf = (one: typeof child, versions: (typeof child)[]) =>
    childFacts(
      { child: one, screenings, versions: { child: versions, screenings: new Map() } },
      TODAY,
      DEFAULT_PROGRAMME_SETTINGS,
    ).newest;
  for (const facts of [factsOf(child, [other]), factsOf(other, [child])]) {
    expect(facts?.supplement.supType).toBe('sup');
    expect(facts?.supplementEnd).toEqual({ lastDay: '2025-08-09', followedBy: 'mic' });
  }
});
