import { generatePath } from 'react-router';

/** Where a desk looks: all places of the account, a country by its code, or one unit. */
export interface DeskPlace {
  country?: string | undefined;
  stakeDb?: string | undefined;
}

/** Which children behind a number of the desk are shown. */
export interface DeskListAsk {
  list: string;
  ward?: string | undefined;
  interviewer?: string | undefined;
  page?: number | undefined;
}

/** The desk of some places; with `ask` the children behind one of its numbers. */
export function deskPath({ country, stakeDb }: DeskPlace = {}, ask?: DeskListAsk): string {
  const path =
    country === undefined
      ? '/children/desk'
      : stakeDb === undefined
        ? generatePath('/children/desk/:country', { country })
        : generatePath('/children/desk/:country/:stakeDB', { country, stakeDB: stakeDb });
  if (ask === undefined) return path;
  const search = new URLSearchParams({ list: ask.list });
  if (ask.ward !== undefined) search.set('ward', ask.ward);
  if (ask.interviewer !== undefined) search.set('interviewer', ask.interviewer);
  if (ask.page !== undefined && ask.page > 1) search.set('page', String(ask.page));
  return `${path}?${search}`;
}
