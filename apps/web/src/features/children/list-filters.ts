import { isRefer } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

/**
 * The letters of the list's colour filter. a, r, w and n are the specification's; u (nothing to
 * colour yet), m (refer: severe, red MUAC or swelling) and g (graduated) are ours.
 */
export const COLOR_FILTERS = ['a', 'r', 'm', 'w', 'n', 'u', 'g'] as const;
export type ColorFilter = (typeof COLOR_FILTERS)[number];

/** Reads the colour filter from the list's address; what is not a filter shows all. */
export function colorFilterFromParam(param: string | undefined): ColorFilter {
  return COLOR_FILTERS.find((filter) => filter === param) ?? 'a';
}

type MarkedScreening = Pick<
  NonNullable<ChildRow['newest']>,
  'sign' | 'colour' | 'statusColor' | 'muacBand' | 'oedema'
>;

/** What a filter asks of a child that has not graduated. A child may answer several. */
const ASKS: Readonly<Record<Exclude<ColorFilter, 'a' | 'g'>, (entry: MarkedScreening) => boolean>> =
  {
    // Swelling or a low arm counts even where height and weight are normal: showing such a child only
    // among the normal ones is a danger to the child.
    r: ({ statusColor, muacBand, oedema }) =>
      statusColor === 'redZoneZscore' || muacBand === 'red' || oedema === true,
    w: ({ statusColor, muacBand }) => statusColor === 'marginalZscore' || muacBand === 'yellow',
    m: isRefer,
    n: ({ sign }) => sign === 'green',
    u: ({ statusColor, sign }) => statusColor === undefined || sign === 'measure-again',
  };

const UNSCREENED: MarkedScreening = { sign: 'none', colour: 'grey' };

/** Tells whether a child belongs under a filter, given its newest screening and its graduation. */
export function answersFilter(
  filter: ColorFilter,
  newest: MarkedScreening | undefined,
  graduated: boolean,
): boolean {
  if (filter === 'g') return graduated;
  if (graduated) return false;
  return filter === 'a' || ASKS[filter](newest ?? UNSCREENED);
}
