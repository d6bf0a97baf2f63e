import type { ChildRow } from '@crece/storage';

/**
 * The letters of the list's colour filter. a, r, w and n are the specification's; u (nothing to
 * colour yet), m (MUAC badge red or yellow) and g (graduated) are ours.
 */
export const COLOR_FILTERS = ['a', 'r', 'm', 'w', 'n', 'u', 'g'] as const;
export type ColorFilter = (typeof COLOR_FILTERS)[number];

/** Reads the colour filter from the list's address; what is not a filter shows all. */
export function colorFilterFromParam(param: string | undefined): ColorFilter {
  return COLOR_FILTERS.find((filter) => filter === param) ?? 'a';
}

/** What a filter asks of a child that has not graduated. A child may answer several. */
const ASKS: Readonly<Record<Exclude<ColorFilter, 'a' | 'g'>, (facts: ColorFacts) => boolean>> = {
  // A red or yellow arm counts even where height and weight are normal: showing such a child only
  // among the normal ones is a danger to the child.
  r: ({ statusColor, muacBand }) => statusColor === 'redZoneZscore' || muacBand === 'red',
  w: ({ statusColor, muacBand }) => statusColor === 'marginalZscore' || muacBand === 'yellow',
  m: ({ muacBand }) => muacBand === 'red' || muacBand === 'yellow',
  n: ({ statusColor }) => statusColor === 'normalZscore',
  u: ({ statusColor }) => statusColor === undefined,
};

type ColorFacts = Pick<NonNullable<ChildRow['newest']>, 'statusColor' | 'muacBand'>;

const NOTHING_KNOWN: ColorFacts = {};

/** Tells whether a child belongs under a filter, given its newest screening and its graduation. */
export function answersFilter(
  filter: ColorFilter,
  newest: ColorFacts | undefined,
  graduated: boolean,
): boolean {
  if (filter === 'g') return graduated;
  if (graduated) return false;
  return filter === 'a' || ASKS[filter](newest ?? NOTHING_KNOWN);
}
