import { foldText, type IsoDate, isGraduated } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { answersFilter, COLOR_FILTERS, type ColorFilter } from './list-filters.ts';
import { childSearch, foldedTexts } from './list-search.ts';

export interface ListQuery {
  /** As typed; empty searches nothing. */
  search: string;
  filter: ColorFilter;
  /** Empty for all wards. */
  ward: string;
  today: IsoDate;
}

export interface ListView {
  rows: readonly ChildRow[];
  /** How many each filter would show with this search and ward. */
  counts: Readonly<Record<ColorFilter, number>>;
  /** How many children of other wards answer the search and the filter. */
  inOtherWards: number;
}

interface DayFacts {
  today: IsoDate;
  graduated: boolean;
}

// Ages change at midnight and with the child, not with each key stroke.
const dayFacts = new WeakMap<ChildRow, DayFacts>();

function hasGraduated(row: ChildRow, today: IsoDate): boolean {
  const known = dayFacts.get(row);
  if (known !== undefined && known.today === today) return known.graduated;
  const graduated = isGraduated(row, row.newest, today);
  dayFacts.set(row, { today, graduated });
  return graduated;
}

/**
 * The children a list shows, in the order they come in, and the figures on its filters. Graduates
 * appear under their own filter only; every other child answers at least one of r, w, n and u.
 */
export function viewChildren(rows: readonly ChildRow[], query: ListQuery): ListView {
  const { filter, today } = query;
  const search = childSearch(query.search);
  const ward = foldText(query.ward);
  const shown: ChildRow[] = [];
  const counts: Record<ColorFilter, number> = { a: 0, r: 0, m: 0, w: 0, n: 0, u: 0, g: 0 };
  let inOtherWards = 0;
  for (const row of rows) {
    if (!search.matches(row)) continue;
    const graduated = hasGraduated(row, today);
    if (ward !== '' && foldedTexts(row).ward !== ward) {
      if (answersFilter(filter, row.newest, graduated)) inOtherWards += 1;
      continue;
    }
    for (const each of COLOR_FILTERS) {
      if (!answersFilter(each, row.newest, graduated)) continue;
      counts[each] += 1;
      if (each === filter) shown.push(row);
    }
  }
  return { rows: shown, counts, inOtherWards };
}

/**
 * The wards to choose from: the catalogue's in their order, then those found in the records, each
 * once whatever its case and accents.
 */
export function wardChoices(catalogueWards: readonly string[], found: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const ward of [...catalogueWards, ...found]) {
    const fold = foldText(ward);
    if (fold !== '' && !byFold.has(fold)) byFold.set(fold, ward.trim());
  }
  return [...byFold.values()];
}
