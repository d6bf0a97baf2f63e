import { unitOfId } from '@crece/domain';
import { generatePath } from 'react-router';

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

/** Every address of the application to which another page links. */
export const ROUTES = {
  home: '/',
  countries: '/children/countries/:networkFirst',
  units: '/children/list/stakes/:country',
  list: '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType',
  newChild: '/children/create/:dbName',
  editChild: '/children/edit/:childId',
  child: '/children/view/:childId',
  growthCard: '/children/card/:childId',
  removeChild: '/children/remove/:childId',
  newScreening: '/children/survey/:childId',
  editScreening: '/children/survey/edit/:childId/:surveyId',
  removeScreening: '/children/survey/remove/:childId/:surveyId',
  due: '/children/due/:stakeDB/:stakeName',
  day: '/children/day/:stakeDB/:stakeName',
  mothers: '/children/mothers/list/:stakeDB/:stakeName/:screenType',
  newMother: '/children/mothers/create/:stakeDB/:stakeName/:screenType',
  mother: '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType',
  sync: '/children/sync/:stakeDB/:stakeName/:screenType',
} as const;

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

export const homePath = () => ROUTES.home;

const unitPage = (page: 'due' | 'day', unit: UnitRef) =>
  generatePath(ROUTES[page], { stakeDB: unit.stakeDB, stakeName: unit.stakeName }) +
  countryOf(unit);

/** The coordinator's overview of one unit. */
export const unitDeskPath = ({ countryCode = '-', stakeDB }: UnitRef) =>
  `/children/desk/${countryCode}/${stakeDB}`;

/** The country list; with `true` it asks the server first. */
export const countriesPath = (networkFirst: boolean) =>
  generatePath(ROUTES.countries, { networkFirst: String(networkFirst) });

/** The units of a country, by its code or name. */
export const unitsPath = (country: string) => generatePath(ROUTES.units, { country });

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
    generatePath(ROUTES.list, {
      stakeDB: unit.stakeDB,
      stakeName: unit.stakeName,
      searchFilter: /^\.*$/.test(text) ? NO_SEARCH : text,
      colorFilter: color,
      screenType: 'children',
    }) + countryOf(unit)
  );
}

/** The search in a list's address: `-` is empty text. */
export const searchOfAddress = (searchFilter: string | undefined) =>
  searchFilter === undefined || searchFilter === NO_SEARCH ? '' : searchFilter;

export const newChildPath = (stakeDB: string) => generatePath(ROUTES.newChild, { dbName: stakeDB });

/**
 * Written without `generatePath`, which would cost three milliseconds per key stroke because each
 * row of a list has this link.
 */
export const childPath = (childId: string, stakeDB?: string) =>
  ROUTES.child.replace(':childId', () => encodeURIComponent(childId)) + unitOf(childId, stakeDB);

export const editChildPath = (childId: string, stakeDB?: string) =>
  generatePath(ROUTES.editChild, { childId }) + unitOf(childId, stakeDB);

/** A child's growth card, for printing. */
export const growthCardPath = (childId: string, stakeDB?: string) =>
  generatePath(ROUTES.growthCard, { childId }) + unitOf(childId, stakeDB);

export const removeChildPath = (childId: string, stakeDB?: string) =>
  generatePath(ROUTES.removeChild, { childId }) + unitOf(childId, stakeDB);

/**
 * The form of a new screening. `measures: 'muac'` opens it on MUAC alone with the field focused;
 * `from` names the page to which Back and *Next child* lead. Without `generatePath`, as `childPath`:
 * rows of lists have this link.
 */
export const newScreeningPath = (
  childId: string,
  stakeDB?: string,
  { measures, from }: { measures?: 'muac'; from?: Origin } = {},
) =>
  ROUTES.newScreening.replace(':childId', () => encodeURIComponent(childId)) +
  query({ stakeDB: unitOfId(childId) === stakeDB ? undefined : stakeDB, measures, from });

export const editScreeningPath = (childId: string, surveyId: string, stakeDB?: string) =>
  generatePath(ROUTES.editScreening, { childId, surveyId }) + unitOf(childId, stakeDB);

export const removeScreeningPath = (childId: string, surveyId: string, stakeDB?: string) =>
  generatePath(ROUTES.removeScreening, { childId, surveyId }) + unitOf(childId, stakeDB);

/** Who is due for a visit in a unit. */
export const duePath = (unit: UnitRef) => unitPage('due', unit);

/** The screening day of a unit. */
export const dayPath = (unit: UnitRef) => unitPage('day', unit);

export const mothersPath = (unit: UnitRef, screenType: Exclude<ScreenType, 'children'>) =>
  generatePath(ROUTES.mothers, {
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    screenType,
  }) + countryOf(unit);

export const newMotherPath = (unit: UnitRef, screenType: Exclude<ScreenType, 'children'>) =>
  generatePath(ROUTES.newMother, {
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    screenType,
  }) + countryOf(unit);

export const motherPath = (
  unit: UnitRef,
  motherId: string,
  screenType: Exclude<ScreenType, 'children'>,
) =>
  generatePath(ROUTES.mother, {
    motherId,
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    screenType,
  }) + countryOf(unit);

/** State of a link to the sync page that starts a sync at once: `<Link state={…}>`. */
export const BEGIN_SYNC = { again: true } as const;

/** The sync page of a unit; afterwards it returns to the list from which it was opened. */
export const syncPath = (unit: UnitRef, screenType: ScreenType) =>
  generatePath(ROUTES.sync, {
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    screenType,
  }) + countryOf(unit);

/** The list of a unit for an address's `screenType`. */
export const listOfType = (unit: UnitRef, screenType: ScreenType) =>
  screenType === 'children' ? listPath(unit) : mothersPath(unit, screenType);

/** Reads an address's `screenType`; the children list for any unknown value. */
export const screenTypeOf = (param: string | undefined): ScreenType =>
  param === 'pregnant' || param === 'nursing' ? param : 'children';
