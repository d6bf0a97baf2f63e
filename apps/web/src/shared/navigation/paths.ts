import { unitOfId } from '@crece/domain';
import { card } from '../../features/card/feature.ts';
import { children } from '../../features/children/feature.ts';
import { day } from '../../features/day/feature.ts';
import { desk } from '../../features/desk/feature.ts';
import { due } from '../../features/due/feature.ts';
import { mothers } from '../../features/mothers/feature.ts';
import { places } from '../../features/places/feature.ts';
import { screenings } from '../../features/screenings/feature.ts';
import { sync } from '../../features/sync/feature.ts';
import { pathTo } from './feature.ts';

/** List filter: all, red, warning, normal, refer, overdue, supplement due, unscreened, graduated. */
type ColorFilter = 'a' | 'r' | 'w' | 'n' | 'm' | 'o' | 's' | 'u' | 'g';

/** Which list of a unit somebody works on. */
export type ScreenType = 'children' | 'pregnant' | 'nursing';

/** The page from which a screening was opened and to which it leads back. */
export type Origin = 'list' | 'due' | 'day';

/** The fields of a unit that its addresses contain. */
export interface UnitRef {
  stakeDB: string;
  stakeName: string;
  countryName?: string;
  countryCode?: string;
}

/** An empty search, or one that a browser would treat as a folder (`.` or `..`), is written `-`. */
const NO_SEARCH = '-';

function query(params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const countryOf = (unit: UnitRef) =>
  query({ countryName: unit.countryName, countryCode: unit.countryCode });

/** Ids of older records contain no unit, so the link adds it. */
const unitOf = (recordId: string, stakeDB: string | undefined) =>
  stakeDB === undefined || unitOfId(recordId) === stakeDB ? '' : query({ stakeDB });

export const homePath = () => places.pages.home.at;

const named = ({ stakeDB, stakeName }: UnitRef) => ({ stakeDB, stakeName });

/** The coordinator's overview of one unit. */
export const unitDeskPath = ({ countryCode = '-', stakeDB }: UnitRef) =>
  pathTo(desk.pages.unit, { country: countryCode, stakeDB });

/** The country list; with `true` it asks the server first. */
export const countriesPath = (networkFirst: boolean) =>
  pathTo(places.pages.countries, { networkFirst: String(networkFirst) });

/** The units of a country, by its code or name. */
export const unitsPath = (country: string) => pathTo(places.pages.units, { country });

/**
 * `listPath(unit)` is the whole list; `listPath(unit, { search: 'ana', color: 'r' })` a filtered
 * one.
 */
export function listPath(
  unit: UnitRef,
  { search = '', color = 'a' }: { search?: string; color?: ColorFilter } = {},
): string {
  const text = search.trim();
  return (
    pathTo(children.pages.list, {
      ...named(unit),
      searchFilter: /^\.*$/.test(text) ? NO_SEARCH : text,
      colorFilter: color,
      screenType: 'children',
    }) + countryOf(unit)
  );
}

/** The search in a list's address: `-` is empty text. */
export const searchOfAddress = (searchFilter: string | undefined) =>
  searchFilter === undefined || searchFilter === NO_SEARCH ? '' : searchFilter;

export const newChildPath = (stakeDB: string) => pathTo(children.pages.new, { dbName: stakeDB });

export const childPath = (childId: string, stakeDB?: string) =>
  pathTo(screenings.pages.child, { childId }) + unitOf(childId, stakeDB);

export const editChildPath = (childId: string, stakeDB?: string) =>
  pathTo(children.pages.edit, { childId }) + unitOf(childId, stakeDB);

/** A child's growth card, for printing. */
export const growthCardPath = (childId: string, stakeDB?: string) =>
  pathTo(card.pages.card, { childId }) + unitOf(childId, stakeDB);

export const removeChildPath = (childId: string, stakeDB?: string) =>
  pathTo(children.pages.remove, { childId }) + unitOf(childId, stakeDB);

/**
 * The form of a new screening. `measures: 'muac'` opens it on MUAC alone with the field focused;
 * `from` names the page to which Back and *Next child* lead.
 */
export const newScreeningPath = (
  childId: string,
  stakeDB?: string,
  { measures, from }: { measures?: 'muac'; from?: Origin } = {},
) =>
  pathTo(screenings.pages.new, { childId }) +
  query({ stakeDB: unitOfId(childId) === stakeDB ? undefined : stakeDB, measures, from });

export const editScreeningPath = (childId: string, surveyId: string, stakeDB?: string) =>
  pathTo(screenings.pages.edit, { childId, surveyId }) + unitOf(childId, stakeDB);

export const removeScreeningPath = (childId: string, surveyId: string, stakeDB?: string) =>
  pathTo(screenings.pages.remove, { childId, surveyId }) + unitOf(childId, stakeDB);

/** Who is due for a visit in a unit. */
export const duePath = (unit: UnitRef) => pathTo(due.pages.due, named(unit)) + countryOf(unit);

/** The screening day of a unit. */
export const dayPath = (unit: UnitRef) => pathTo(day.pages.day, named(unit)) + countryOf(unit);

export const mothersPath = (unit: UnitRef, screenType: Exclude<ScreenType, 'children'>) =>
  pathTo(mothers.pages.list, { ...named(unit), screenType }) + countryOf(unit);

export const newMotherPath = (unit: UnitRef, screenType: Exclude<ScreenType, 'children'>) =>
  pathTo(mothers.pages.new, { ...named(unit), screenType }) + countryOf(unit);

export const motherPath = (
  unit: UnitRef,
  motherId: string,
  screenType: Exclude<ScreenType, 'children'>,
) =>
  pathTo(mothers.pages.edit, {
    ...named(unit),
    motherId,
    screenType,
  }) + countryOf(unit);

/** State of a link to the sync page that starts a sync at once: `<Link state={…}>`. */
export const BEGIN_SYNC = { again: true } as const;

/** The sync page of a unit; afterwards it returns to the list from which it was opened. */
export const syncPath = (unit: UnitRef, screenType: ScreenType) =>
  pathTo(sync.pages.sync, { ...named(unit), screenType }) + countryOf(unit);

/** The list of a unit for an address's `screenType`. */
export const listOfType = (unit: UnitRef, screenType: ScreenType) =>
  screenType === 'children' ? listPath(unit) : mothersPath(unit, screenType);

/** Reads an address's `screenType`; the children list for any unknown value. */
export const screenTypeOf = (param: string | undefined): ScreenType =>
  param === 'pregnant' || param === 'nursing' ? param : 'children';
