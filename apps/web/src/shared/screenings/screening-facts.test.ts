import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { childFacts } from './screening-facts.ts';

const TODAY = '2025-06-10';

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
