import { API_PATHS, type DeskPageQuery, type DeskQuery } from '@crece/contract';
import type { DeskChoice } from '@crece/domain';
import type { DeskAnswer, DeskListPage, LinesAsked } from '@crece/reports/desk';
import { call, pathOf } from './http.ts';
import { patiently } from './patience.ts';
import { readBody } from './session-calls.ts';

/**
 * The server answers after some seconds with what it has counted; a page of a large list may take
 * longer.
 */
const TIME_LIMIT_MS = 60_000;

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

function pathsOf({ country, stakeDB }: DeskPlace): { desk: string; children: string } {
  if (stakeDB !== undefined) {
    const params = { stakeDB };
    return {
      desk: pathOf(API_PATHS.deskUnit, params),
      children: pathOf(API_PATHS.deskUnitChildren, params),
    };
  }
  if (country !== undefined) {
    const params = { cCode: country };
    return {
      desk: pathOf(API_PATHS.deskCountry, params),
      children: pathOf(API_PATHS.deskCountryChildren, params),
    };
  }
  return { desk: API_PATHS.desk, children: API_PATHS.deskChildren };
}

/** The figures of a desk, for the units counted so far. */
export async function fetchDesk(place: DeskPlace, signal: AbortSignal): Promise<DeskAnswer> {
  const { desk } = pathsOf(place);
  const { ages, months } = place;
  const query = { ages, months } satisfies DeskQuery;
  const ask = { query, signal, timeLimitMs: TIME_LIMIT_MS };
  const raw = await patiently(() => call(desk, ask), signal);
  return readBody<DeskAnswer>(raw, { figures: 'object', pending: 'number' });
}

/** A page of the children behind one number; pages start at 1. */
export async function fetchDeskPage(
  place: DeskPlace,
  { list, ward, interviewer }: LinesAsked,
  { page, size }: { readonly page: number; readonly size: number },
  signal: AbortSignal,
): Promise<DeskListPage> {
  const { children } = pathsOf(place);
  // Empty parameters are not sent: a blank stands for "without a name".
  const named = (name: string | undefined) => (name === '' ? ' ' : name);
  const { ages, months } = place;
  const part = { ward: named(ward), interviewer: named(interviewer) };
  const query = { ages, months, list, page, size, ...part } satisfies DeskPageQuery;
  const asked = { query, signal, timeLimitMs: TIME_LIMIT_MS };
  const raw = await patiently(() => call(children, asked), signal);
  return readBody<DeskListPage>(raw, { children: 'list' });
}
