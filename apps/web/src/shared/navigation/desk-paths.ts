import type { DeskChoice } from '@crece/domain';
import { desk } from '../../features/desk/feature.ts';
import { pathTo } from './feature.ts';

/** The desk of all places of the account. */
export const DESK_PATH = desk.pages.all.at;

/**
 * The place of a desk (all places of the account, a country by its code, or one unit), and its
 * selection of children.
 */
export interface DeskPlace {
  country?: string | undefined;
  stakeDB?: string | undefined;
  /** Age group and period in months, if not the defaults. */
  ages?: DeskChoice['ages'] | undefined;
  months?: string | undefined;
}

/** Which children of a desk's number are shown. */
export interface DeskListAsk {
  list: string;
  ward?: string | undefined;
  interviewer?: string | undefined;
  page?: number | undefined;
}

/** The address of a desk; with `ask` the list of children behind one of its numbers. */
export function deskPath(
  { country, stakeDB, ages, months }: DeskPlace = {},
  ask?: DeskListAsk,
): string {
  const path =
    country === undefined
      ? DESK_PATH
      : stakeDB === undefined
        ? pathTo(desk.pages.country, { country })
        : pathTo(desk.pages.unit, { country, stakeDB });
  const search = new URLSearchParams();
  const { page, ...lines } = ask ?? {};
  const first = page === undefined || page <= 1;
  const parts = { ages, months, ...lines, page: first ? undefined : String(page) };
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
