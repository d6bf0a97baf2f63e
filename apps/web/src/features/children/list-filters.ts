import { isRefer } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

/**
 * The letters of the list's colour filter. a, r, w and n are from the specification; m (refer:
 * severe, red MUAC or oedema), o (the next visit is overdue), s (a supplement is due), u (no result
 * yet) and g (graduated) are our additions.
 */
export const COLOR_FILTERS = ['a', 'r', 'm', 'o', 's', 'w', 'n', 'u', 'g'] as const;
export type ColorFilter = (typeof COLOR_FILTERS)[number];

type DueFilter = 'o' | 's';

/** Whether a filter asks for dates: `due-filters.ts` answers it when the list stands. */
export const isDueFilter = (filter: ColorFilter): filter is DueFilter =>
  filter === 'o' || filter === 's';

/** Reads the colour filter from the list's address; an unknown value means all. */
export function colorFilterFromParam(param: string | undefined): ColorFilter {
  return COLOR_FILTERS.find((filter) => filter === param) ?? 'a';
}

type MarkedScreening = Pick<
  NonNullable<ChildRow['newest']>,
  'sign' | 'colour' | 'statusColor' | 'muacBand' | 'oedema'
>;

/** The condition of each filter for a child that has not graduated. A child may match several. */
const ASKS: Readonly<
  Record<Exclude<ColorFilter, 'a' | 'g' | DueFilter>, (entry: MarkedScreening) => boolean>
> = {
  // Oedema or a low MUAC counts even when height and weight are normal: to list such a child only
  // under "normal" would be dangerous for the child.
  r: ({ statusColor, muacBand, oedema }) =>
    statusColor === 'redZoneZscore' || muacBand === 'red' || oedema === true,
  w: ({ statusColor, muacBand }) => statusColor === 'marginalZscore' || muacBand === 'yellow',
  m: isRefer,
  n: ({ sign }) => sign === 'green',
  u: ({ statusColor, sign }) => statusColor === undefined || sign === 'measure-again',
};

const UNSCREENED: MarkedScreening = { sign: 'none', colour: 'grey' };

/**
 * Whether a child matches a filter, given its newest screening and whether it has graduated. False
 * for the filters that ask for dates.
 */
export function answersFilter(
  filter: ColorFilter,
  newest: MarkedScreening | undefined,
  graduated: boolean,
): boolean {
  if (filter === 'g') return graduated;
  if (graduated || isDueFilter(filter)) return false;
  return filter === 'a' || ASKS[filter](newest ?? UNSCREENED);
}
