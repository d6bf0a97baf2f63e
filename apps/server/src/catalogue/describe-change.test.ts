import type { Catalogue } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { describeCatalogueChange } from './describe-change.ts';

const places = (...units: [stakeDB: string, stakeName: string][]): Catalogue => ({
  countries: [
    {
      name: 'Guatemala',
      code: 'GTM',
      image: '',
      flag: 'GT',
      stakes: units.map(([stakeDB, stakeName]) => ({ stakeDB, stakeName })),
    },
  ],
});

describe('describeCatalogueChange', () => {
  it('names additions and changes by code and database', () => {
    const before = places(['a_gtm', 'A'], ['b_gtm', 'B']);
    const after = places(['a_gtm', 'A'], ['b_gtm', 'Beta'], ['c_gtm', 'C']);
    expect(describeCatalogueChange(before, after)).toBe('~b_gtm +c_gtm');
    const renamed = after.countries.map((country) => ({ ...country, name: 'Guate' }));
    expect(describeCatalogueChange(after, { countries: renamed })).toBe('~GTM');
  });

  it('notices a change in one of two entries of a database', () => {
    const before = places(['a_gtm', 'A'], ['a_gtm', 'A too']);
    expect(describeCatalogueChange(before, places(['a_gtm', 'A'], ['a_gtm', 'B']))).toBe('~a_gtm');
    expect(describeCatalogueChange(before, places(['a_gtm', 'A']))).toBe('~a_gtm');
  });

  it('says when only the order changed', () => {
    const [a, b] = [
      ['a_gtm', 'A'],
      ['b_gtm', 'B'],
    ] as [[string, string], [string, string]];
    expect(describeCatalogueChange(places(a, b), places(b, a))).toBe('order');
  });

  it('limits the length of the description', () => {
    const many = (count: number) =>
      places(...Array.from({ length: count }, (_, i): [string, string] => [`u${i}_gtm`, 'U']));
    expect(describeCatalogueChange(places(), many(12)).split(' ')).toHaveLength(12);
    expect(describeCatalogueChange(places(), many(13))).toMatch(/ \+u11_gtm \(\+1\)$/);
  });
});
