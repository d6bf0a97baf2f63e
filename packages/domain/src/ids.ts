/** Kind of a record, told by the first letters of its id. */
export const RECORD_KINDS = ['chld', 'scr', 'mthr'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * The name of a unit's database, as new units must have it: no two differ by case only, and it is
 * safe as a file name. (`les_palmes_ht` lacks the country's three letters and stays as it is.)
 */
export const STAKE_DB_PATTERN = /^[a-z][a-z0-9_]{1,63}$/;
/** The longest name that the pattern takes, in characters. */
export const MAX_STAKE_DB_LENGTH = 64;

/** An id of this length or shorter is no more than a kind's prefix and must be extended. */
export const SHORT_ID_LENGTH = 5;

const RANDOM_LENGTH = 6;

// Two phones may create in the same millisecond; ids of older systems end with the milliseconds.
const ID_TAIL = /^(.+)_\d{12,14}(?:_[0-9a-z]{6})?$/;

function randomPart(random: () => number): string {
  let part = '';
  for (let i = 0; i < RANDOM_LENGTH; i += 1) part += Math.floor(random() * 36).toString(36);
  return part;
}

/**
 * The id of a record made now in a unit: prefix, unit's database, milliseconds, six random
 * base-36 characters, e.g. `chld_test_stake_gtm_1748880000000_k3f09z`.
 */
export function newId(
  kind: RecordKind,
  stakeDB: string,
  now: Date,
  random: () => number = Math.random,
): string {
  return extendShortId(`${kind}_`, stakeDB, now, random);
}

/**
 * Extends an id of five characters or fewer with the unit's database, the time and a random part;
 * a longer id is kept: `chld_` becomes `chld_test_stake_gtm_1748880000000_k3f09z`.
 */
export function extendShortId(
  id: string,
  stakeDB: string,
  now: Date,
  random: () => number = Math.random,
): string {
  if (id.length > SHORT_ID_LENGTH) return id;
  const start = id === '' || id.endsWith('_') ? id : `${id}_`;
  return `${start}${stakeDB}_${now.getTime()}_${randomPart(random)}`;
}

/** The kind that an id's prefix tells, or `null` for an id that is none of ours. */
export function kindOfId(id: string): RecordKind | null {
  return RECORD_KINDS.find((kind) => id.startsWith(`${kind}_`)) ?? null;
}

/** Blanks, control characters and what has a meaning in an address, a path or a page. */
const NO_ID = /[\p{C}\p{Z}/\\?#%<>"'`]|\.\./u;

/**
 * Whether an id can be that of a record: a kind's prefix with something after it, and nothing that an
 * address or a path would take apart. How older systems made theirs does not matter.
 */
export function isRecordId(id: string): boolean {
  const kind = kindOfId(id);
  return kind !== null && id.length > kind.length + 1 && !NO_ID.test(id);
}

/**
 * The unit's database that an id names, or `null` when the id does not tell:
 * `scr_bogo_district_phl_1748880000000_k3f09z` gives `bogo_district_phl`. With `knownUnits` only
 * one of them is ever answered, compared whole: one name may contain another.
 */
export function unitOfId(id: string, knownUnits?: Iterable<string>): string | null {
  const kind = kindOfId(id);
  if (kind === null) return null;
  const stakeDB = ID_TAIL.exec(id.slice(kind.length + 1))?.[1];
  if (stakeDB === undefined || !STAKE_DB_PATTERN.test(stakeDB)) return null;
  if (knownUnits === undefined) return stakeDB;
  for (const known of knownUnits) if (known === stakeDB) return stakeDB;
  return null;
}

/**
 * The milliseconds since 1970 at which an id was made, or `null` when the id does not tell:
 * `scr_bogo_district_phl_1748880000000_k3f09z` gives 1748880000000.
 */
export function instantOfId(id: string): number | null {
  const digits = /_(\d{12,14})(?:_[0-9a-z]{6})?$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
