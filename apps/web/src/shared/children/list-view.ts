import type { IsoDate } from '@crece/domain';
import { type Arrived, type ChildRow, type ScreeningsHere, screeningsHere } from '@crece/storage';
import { wardTest } from '../places/wards.ts';
import { bitOf, bitsOf, COLOR_FILTERS, type ColorFilter } from './list-filters.ts';
import { type IndexedRow, indexedRow } from './list-index.ts';
import { childSearch } from './list-search.ts';

export interface ChildListQuery {
  /** The search as typed; empty for no search. */
  search: string;
  filter: ColorFilter;
  /** Empty for all wards. */
  ward: string;
  today: IsoDate;
  /** Whether the filters by date are answered; otherwise they show nobody. */
  isDueKnown?: boolean;
  /** Whether the answers to open referrals are read: with them the answers of rows have changed. */
  isReferKnown?: boolean;
}

export interface ListView {
  rows: readonly ChildRow[];
  /** The number of children that each filter would show with this search and ward. */
  counts: Readonly<Record<ColorFilter, number>>;
  /** The number of children of other wards that match the search and the filter. */
  inOtherWards: number;
}

interface Found {
  text: string;
  rows: readonly IndexedRow[];
}

interface Prepared {
  today: IsoDate;
  rows: readonly IndexedRow[];
  /** The previous search and its prefixes that were searched, the shortest first. */
  found: Found[];
}

const prepared = new WeakMap<readonly ChildRow[], Prepared>();

/**
 * The children that a search finds. A longer text finds a subset of what its prefix found, so each
 * further letter checks fewer rows, and a deleted letter checks none.
 */
function searched(rows: readonly ChildRow[], typed: string, today: IsoDate) {
  let list = prepared.get(rows);
  if (list === undefined || list.today !== today) {
    list = { today, rows: rows.map((row) => indexedRow(row, today)), found: [] };
    prepared.set(rows, list);
  }
  const { found } = list;
  const { text, matches } = childSearch(typed);
  if (text === '') return list.rows;
  let last = found.at(-1);
  while (last !== undefined && !text.startsWith(last.text)) {
    found.pop();
    last = found.at(-1);
  }
  if (last?.text === text) return last.rows;
  const fitting = (last?.rows ?? list.rows).filter(matches);
  found.push({ text, rows: fitting });
  return fitting;
}

/**
 * Filters that cannot be decided yet: "not assessed" without screenings, and "normal" and "overdue"
 * while more screenings may arrive.
 */
const UNKNOWN: Readonly<Record<ScreeningsHere, number>> = {
  all: 0,
  some: bitsOf('n', 'o'),
  none: bitsOf('u'),
};

/** The filter that no ward narrows. */
const REFER = bitOf('m');

const WHOLE = { arrival: 'whole', madeHere: [] } as const;

/** The number of children that each filter matches, from those of each combination of filters. */
function countsOf(alike: readonly number[]): Record<ColorFilter, number> {
  const counts = Object.fromEntries(COLOR_FILTERS.map((filter) => [filter, 0])) as Record<
    ColorFilter,
    number
  >;
  for (const [answers, many] of alike.entries()) {
    if (many === 0) continue;
    for (const filter of COLOR_FILTERS) {
      if ((answers & bitOf(filter)) !== 0) counts[filter] += many;
    }
  }
  return counts;
}

/**
 * The children that a list shows, in the given order, and the counts of its filters. Graduates
 * appear only under their own filter, and under "refer" while the clinic has to take them over; every
 * other child matches at least one of r, w, n and u, unless screenings of it may still arrive or its
 * only screening has a date that cannot be right. No ward narrows "refer".
 */
export function viewChildren(
  rows: readonly ChildRow[],
  query: ChildListQuery,
  arrived: Arrived = WHOLE,
): ListView {
  const isOfWard = wardTest(query.ward);
  const shows = bitsOf(query.filter);
  const shown: ChildRow[] = [];
  /** Number of children for each exact combination of filters; the index is the bit set. */
  const alike = new Array<number>(2 ** COLOR_FILTERS.length).fill(0);
  let inOtherWards = 0;
  const { isDueKnown = false } = query;
  for (const indexed of searched(rows, query.search, query.today)) {
    const { row, ward } = indexed;
    const unknown = UNKNOWN[screeningsHere(arrived, row.id, row.screeningCount)];
    const answers = (indexed.answers | (isDueKnown ? indexed.due : 0)) & ~unknown;
    if (!isOfWard(ward)) {
      if ((answers & REFER) === 0) {
        if ((answers & shows) !== 0) inOtherWards += 1;
        continue;
      }
      // Whoever must go to the clinic is shown and counted whatever ward is chosen.
      alike[REFER] = (alike[REFER] ?? 0) + 1;
      if (shows === REFER) shown.push(row);
      else if ((answers & shows) !== 0) inOtherWards += 1;
      continue;
    }
    if ((answers & shows) !== 0) shown.push(row);
    alike[answers] = (alike[answers] ?? 0) + 1;
  }
  const counts = countsOf(alike);
  return { rows: shown, counts, inOtherWards };
}
