import type { ChildRow } from '@crece/storage';

/**
 * The letters of the list's colour filter. a, r, w and n are from the specification; m (refer: to the
 * clinic today), o (the next visit is overdue), s (a supplement is due), u (no result yet) and g
 * (graduated) are our additions.
 */
export const COLOR_FILTERS = ['a', 'm', 'r', 'w', 'n', 'u', 'g', 'o', 's'] as const;
export type ColorFilter = (typeof COLOR_FILTERS)[number];

type DueFilter = 'o' | 's';

/** Whether a filter asks for dates: `due-filters.ts` answers it when the list stands. */
export const isDueFilter = (filter: ColorFilter): filter is DueFilter =>
  filter === 'o' || filter === 's';

/** Reads the colour filter from the list's address; an unknown value means all. */
export function colorFilterFromParam(param: string | undefined): ColorFilter {
  return COLOR_FILTERS.find((filter) => filter === param) ?? 'a';
}

const BITS = Object.fromEntries(COLOR_FILTERS.map((filter, at) => [filter, 1 << at])) as Readonly<
  Record<ColorFilter, number>
>;

/** The bit of a filter in `IndexedRow.answers`. */
export const bitOf = (filter: ColorFilter): number => BITS[filter];

/** The bits of several filters. */
export const bitsOf = (...filters: readonly ColorFilter[]): number =>
  filters.reduce((bits, filter) => bits | bitOf(filter), 0);

/** What the filters ask of a child beside its newest screening. */
export interface FilteredStanding {
  /** 60 completed months or more: found under `g`, and under `m` while to be handed over. */
  readonly isGraduate: boolean;
  /** To the clinic, or to a health worker, today. */
  readonly isInRefer: boolean;
  /** A referral is open, answered or not. */
  readonly isReferred: boolean;
}

/**
 * The filters that a child matches, as bits; none of those that ask for dates. A child may match
 * several.
 */
export function answersOf(
  { newest, dateToCheck }: Pick<ChildRow, 'newest' | 'dateToCheck'>,
  { isGraduate, isInRefer, isReferred }: FilteredStanding,
): number {
  const referred = isInRefer ? bitOf('m') : 0;
  if (isGraduate) return bitOf('g') | referred;
  const { statusColor, muacBand, oedema, sign = 'none' } = newest ?? {};
  let bits = bitOf('a') | referred;
  // Swelling, a low MUAC or an open referral counts even when height and weight are normal: to list
  // such a child only under "normal" would be dangerous for the child.
  const isRed = statusColor === 'redZoneZscore' || muacBand === 'red' || oedema === true;
  if (isRed || isReferred) bits |= bitOf('r');
  if (!isReferred && (statusColor === 'marginalZscore' || muacBand === 'yellow'))
    bits |= bitOf('w');
  if (!isReferred && sign === 'green') bits |= bitOf('n');
  const isUnknown = newest === undefined ? dateToCheck !== true : statusColor === undefined;
  if (isUnknown || sign === 'measure-again') bits |= bitOf('u');
  return bits;
}
