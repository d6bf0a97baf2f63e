import { describe, expect, it } from 'vitest';
import type { Child } from '../fields/entities.ts';
import { storedZScoresOf } from '../screening/stored-z-scores.ts';
import { aChild } from '../testing/index.ts';
import { isClearlyAbove, type ReferSign, signReadings, signsTogether } from './refer-signs.ts';
import { screeningsOf, TODDLER, type Visit, withWhz } from './testing/histories.ts';

const boy = (birthDate: string): Child => aChild({ gender: 'Boy', birthDate });

/** 6.00 months on the day of the visit, and a day less. */
const OF_SIX = boy('2023-09-26');
const UNDER_SIX = boy('2023-09-27');
const UNBORN = boy('2024-03-27');
const AGELESS = boy('?');

/** "shows −3.01": what a visit says of a sign. */
function said(sign: ReferSign, visit: Visit, child: Child = TODDLER): string {
  const [screening] = screeningsOf(child, [visit]);
  if (screening === undefined) throw new Error('one visit');
  const { effect, figure } = signReadings(screening, child)[sign];
  return figure === null ? effect : `${effect} ${figure}`;
}

describe('swelling of both feet', () => {
  it.each([
    ['shows', { oedema: true }, TODDLER],
    ['clears', { oedema: false }, TODDLER],
    ['neither', {}, TODDLER],
    ['neither', { ...withWhz(0), muac: 15 }, TODDLER],
    ['shows', { oedema: true }, boy('2024-03-20')],
    ['shows', { oedema: true }, UNBORN],
    ['clears', { oedema: false }, UNBORN],
    ['shows', { oedema: true }, AGELESS],
    ['clears', { oedema: false }, AGELESS],
  ])('%s with %o', (expected, visit, child) => {
    expect(said('swelling', visit, child)).toBe(expected);
  });
});

describe('weight for height', () => {
  it.each([
    ['shows -3.01', withWhz(-3.01)],
    ['clears -3', withWhz(-3)],
    ['clears 5', withWhz(5)],
    ['neither', withWhz(5.01)],
    // Swollen feet make heavy: the weight may show, and never clears.
    ['shows -3.01', { ...withWhz(-3.01), oedema: true }],
    ['neither', { ...withWhz(-2), oedema: true }],
    ['clears -2', { ...withWhz(-2), oedema: false }],
    // One of the two is missing or cannot be right.
    ['neither', { height: 84 }],
    ['neither', { weight: 6 }],
    ['neither', { muac: 10 }],
    ['clears 2.17', { height: 30, weight: 3 }],
    ['neither', { height: 29.9, weight: 3 }],
    ['neither', { height: 140, weight: 15 }],
    ['neither', { height: 140.1, weight: 15 }],
    ['neither', { height: 50, weight: 0.4 }],
    ['neither', { height: 84, weight: 40 }],
    ['neither', { height: 84, weight: 40.1 }],
  ])('%s with %o', (expected, visit) => {
    expect(said('whz', visit)).toBe(expected);
  });

  it('shows from 0.5 kg on', () => {
    expect(said('whz', { height: 50, weight: 0.5 })).toMatch(/^shows -/);
  });

  it.each([
    ['under 6 months', UNDER_SIX, 'shows -3.01'],
    ['before its birth', UNBORN, 'neither'],
    ['of unknown age', AGELESS, 'neither'],
  ])('weight for height of a child %s', (_words, child, expected) => {
    expect(said('whz', withWhz(-3.01), child)).toBe(expected);
  });

  it('counts with an age override as the override says', () => {
    // Standing from 24 months: at 84 cm the two tables differ.
    const [lying, standing] = [20, 30].map((ageOverride) =>
      said('whz', { ...withWhz(-3), ageOverride }),
    );
    expect([lying, standing]).toEqual(['clears -3', 'shows -3.2']);
    expect(said('whz', { ...withWhz(-3.01), ageOverride: 20 }, UNBORN)).toBe('shows -3.01');
  });
});

describe('a stored WHZ', () => {
  const stored = (wl: number, ha: number | null = null, wa: number | null = null) => ({
    zScore: storedZScoresOf({ ha, wa, wl }),
  });
  const OLDER = { isOlder: true } as const;

  it.each([
    ['shows -3.01', 'height alone', { height: 84, ...stored(-3.01) }],
    ['neither', 'height alone', { height: 84, ...stored(-3) }],
    ['neither', 'height alone, well', { height: 84, ...stored(0) }],
    ['shows -3.01', 'weight alone of an older system', { ...OLDER, weight: 9, ...stored(-3.01) }],
    ['neither', 'weight alone, impossible', { ...OLDER, weight: 9, ...stored(-10.01) }],
    // The measures decide where there are both.
    ['clears 0', 'both measures', { ...withWhz(0), ...stored(-4) }],
    ['clears 0', 'both measures of an older system', { ...OLDER, ...withWhz(0), ...stored(-4) }],
  ])('%s beside %s', (expected, _words, visit) => {
    expect(said('whz', visit)).toBe(expected);
  });

  it.each([
    ['shows -3.01', stored(-3.01)],
    ['neither', stored(-3)],
    ['shows -10', stored(-10)],
    ['neither', stored(-10.01)],
    ['shows -4', stored(-4, 10, -10)],
    ['neither', stored(-4, 10.01)],
    ['neither', stored(-4, null, -10.01)],
  ])('a stored WHZ of an older record beside a MUAC alone %s: %o', (expected, visit) => {
    expect(said('whz', { ...OLDER, muac: 14, ...visit })).toBe(expected);
  });

  it('a stored WHZ of 45 cm and 0 kg shows nothing', () => {
    // HAZ of 45 cm at 20 months lies beyond −10; newborn it does not.
    const copy = { ...OLDER, muac: 14, zScore: storedZScoresOf({ ha: -13.5, wa: null, wl: null }) };
    expect(said('whz', copy)).toBe('neither');
  });
});

describe('MUAC', () => {
  it.each([
    ['shows 11.4', { muac: 11.4 }],
    ['shows 11.49', { muac: 11.49 }],
    ['clears 11.5', { muac: 11.5 }],
    ['shows 5.5', { muac: 5.5 }],
    ['neither', { muac: 5.4 }],
    ['clears 26.5', { muac: 26.5 }],
    ['neither', { muac: 26.6 }],
    ['neither', {}],
    // In millimetres a tenth may show, and nothing clears.
    ['shows 11.4', { muac: 114 }],
    ['neither', { muac: 115 }],
    ['shows 5.5', { muac: 55 }],
    ['neither', { muac: 54 }],
    ['neither', { muac: 265 }],
    ['neither', { muac: 266 }],
    // Neither weight nor feet touch it.
    ['clears 15', { ...withWhz(-4), muac: 15, oedema: true }],
  ])('%s with %o', (expected, visit) => {
    expect(said('muac', visit)).toBe(expected);
  });

  it.each([
    ['of 6.00 months', OF_SIX, {}, ['shows 11.4', 'clears 11.5']],
    ['a day younger', UNDER_SIX, {}, ['neither', 'neither']],
    ['before its birth', UNBORN, {}, ['neither', 'neither']],
    ['of unknown age', AGELESS, {}, ['neither', 'neither']],
    ['said to be of 6 months', UNDER_SIX, { ageOverride: 6 }, ['shows 11.4', 'clears 11.5']],
    ['said to be of 5.9 months', OF_SIX, { ageOverride: 5.9 }, ['neither', 'neither']],
  ])('the MUAC of a child %s', (_words, child, override, expected) => {
    const at = (muac: number) => said('muac', { muac, ...override }, child);
    expect([at(11.4), at(11.5)]).toEqual(expected);
  });
});

describe('versions that wait for a choice', () => {
  const of = (visits: readonly Visit[], children: readonly Child[] = [TODDLER]) =>
    signsTogether(
      screeningsOf(TODDLER, visits).flatMap((each) =>
        children.map((child) => signReadings(each, child)),
      ),
    );

  it('show what any of them shows, with the lowest figure', () => {
    const { swelling, whz, muac } = of([
      { ...withWhz(-3.2), muac: 11, oedema: false },
      { ...withWhz(-3.6), muac: 14, oedema: true },
      { ...withWhz(0), muac: 11.2 },
    ]);
    expect([swelling.effect, whz, muac]).toEqual([
      'shows',
      { effect: 'shows', figure: -3.6, mildest: -3.2 },
      { effect: 'shows', figure: 11, mildest: 11.2 },
    ]);
  });

  it('clear what all of them clear', () => {
    const well = { ...withWhz(-1), muac: 13, oedema: false };
    const better = { ...withWhz(0), muac: 14, oedema: false };
    expect(of([well, better])).toEqual({
      swelling: { effect: 'clears', figure: null },
      whz: { effect: 'clears', figure: -1 },
      muac: { effect: 'clears', figure: 13 },
    });
    const effects = Object.values(of([well, { ...better, height: 150, muac: 140 }]));
    expect(effects.map(({ effect }) => effect)).toEqual(['clears', 'neither', 'neither']);
  });

  it('versions of the child count too', () => {
    const ages = [OF_SIX, UNDER_SIX];
    expect(of([{ muac: 11 }], ages).muac.effect).toBe('shows');
    expect(of([{ muac: 13 }], ages).muac.effect).toBe('neither');
  });
});

describe('isClearlyAbove', () => {
  it.each([
    [-2.6, -3.1, true],
    [-2.61, -3.1, false],
    [11.7, 11.2, true],
    [11.69, 11.2, false],
    [11.5, 11, true],
  ])('a figure of %s is clearly above %s: %o', (now, before, expected) => {
    expect(isClearlyAbove(now, before)).toBe(expected);
  });
});
