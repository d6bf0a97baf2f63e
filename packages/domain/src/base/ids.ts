/** The kinds of record, each the prefix of its ids. */
export const RECORD_KINDS = ['chld', 'scr', 'mthr'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * Pattern for the database name of a new unit: no two names differ only by case, and each is safe
 * as a file name. (`les_palmes_ht` lacks the country's three letters and stays unchanged.)
 */
export const STAKE_DB_PATTERN = /^[a-z][a-z0-9_]{1,63}$/;
/** Maximum length that the pattern allows, in characters. */
export const MAX_STAKE_DB_LENGTH = 64;

/** An id of this length or shorter is only a prefix and must be extended. */
export const SHORT_ID_LENGTH = 5;

const RANDOM_LENGTH = 6;

// The random part separates two phones that create records in the same millisecond; ids of older
// systems end with the milliseconds.
const ID_TAIL = /^(.+)_\d{12,14}(?:_[0-9a-z]{6})?$/;

function randomPart(random: () => number): string {
  let part = '';
  for (let i = 0; i < RANDOM_LENGTH; i += 1) part += Math.floor(random() * 36).toString(36);
  return part;
}

/**
 * A new id for a record of a unit: prefix, unit's database, milliseconds, six random base-36
 * characters, e.g. `chld_test_stake_gtm_1748880000000_k3f09z`.
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
 * Extends an id of five characters or fewer with the unit's database, the time and a random part:
 * `chld_` becomes `chld_test_stake_gtm_1748880000000_k3f09z`. Returns a longer id unchanged.
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

/** The kind by an id's prefix, or `null` for an unknown prefix. */
export function kindOfId(id: string): RecordKind | null {
  return RECORD_KINDS.find((kind) => id.startsWith(`${kind}_`)) ?? null;
}

/** Blanks, control characters, and characters with a meaning in an address, a path or HTML. */
const NO_ID = /[\p{C}\p{Z}/\\?#%<>"'`]|\.\./u;

/**
 * Whether an id can belong to a record: a kind's prefix with text after it, and no character that
 * would split an address or a path. Ids of older systems in any form are accepted.
 */
export function isRecordId(id: string): boolean {
  const kind = kindOfId(id);
  return kind !== null && id.length > kind.length + 1 && !NO_ID.test(id);
}

/**
 * The unit's database in an id, or `null` when it contains none:
 * `scr_bogo_district_phl_1748880000000_k3f09z` gives `bogo_district_phl`. With `knownUnits` only
 * one of these is returned, and the whole name must match, because one name may contain another.
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
 * The milliseconds since 1970 at which an id was made, or `null` when it contains none:
 * `scr_bogo_district_phl_1748880000000_k3f09z` gives 1748880000000.
 */
export function instantOfId(id: string): number | null {
  const digits = /_(\d{12,14})(?:_[0-9a-z]{6})?$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
