import { readHome, readHomes } from '../base/homes.ts';
import { kindOfId } from '../base/ids.ts';
import { lastWhere } from '../base/last-where.ts';
import type { Home } from '../base/words.ts';

/** Why a version is deleted whose record lives in another unit now. */
export const MOVED = 'moved';

/** SHA-256 of a text's UTF-8 bytes, as hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The part of a record that decides which id it gets in another unit. */
interface Movable {
  readonly _id: string;
  readonly created?: unknown;
  readonly movedFrom?: unknown;
}

/** Milliseconds and random part of an id as this application makes it. */
const TAIL = /_(\d{12,14}_[0-9a-z]{6})$/;

const HASH_DIGITS = 6;

function hashOf(text: string, sha256: Sha256): string {
  return BigInt(`0x${sha256(text)}`)
    .toString(36)
    .slice(0, HASH_DIGITS);
}

/**
 * The id of a record in another unit, worked out from the record alone, so that whoever moves it
 * gives it the same one: `chld_la_ceiba_stake_hnd_1748880000000_k3f09z` moves to `coro_ven` as
 * `chld_coro_ven_1748880000000_k3f09z`. An id of another shape keeps the milliseconds of its
 * creation and a hash of its first id. In a unit where it was before it has the id of that time.
 */
export function idInUnit(record: Movable, stakeDB: string, sha256: Sha256): string {
  const { _id: id, created, movedFrom } = record;
  const homes = readHomes(movedFrom) ?? [];
  const before = lastWhere(homes, (home) => home.stakeDB === stakeDB);
  if (before !== undefined) return before.id;
  const prefix = `${kindOfId(id) ?? ''}_${stakeDB}_`;
  const tail = TAIL.exec(id)?.[1];
  if (tail !== undefined) return prefix + tail;
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  const firstId = homes[0]?.id ?? id;
  return `${prefix}${Number.isNaN(at) ? 0 : at}_${hashOf(firstId, sha256)}`;
}

/** What a version of a record says about moves. */
export interface MovingVersion {
  readonly _deleted?: boolean;
  readonly why?: unknown;
  readonly movedTo?: unknown;
  readonly movedFrom?: unknown;
}

const movesOf = ({ movedFrom }: MovingVersion): number => readHomes(movedFrom)?.length ?? 0;

/** Where a version says that its record lives now; null: it says nothing of the kind. */
function homeSaid({ _deleted, why, movedTo }: MovingVersion): Home | null {
  return _deleted === true && why === MOVED ? readHome(movedTo) : null;
}

/** A record that moved away: its new home, and how many moves it had made by then. */
export interface MovedAway {
  readonly home: Home;
  readonly moves: number;
}

/** The one that moved more often; of two alike every device takes the same. */
function further(known: MovedAway | null, other: MovedAway): MovedAway {
  if (known === null || other.moves > known.moves) return other;
  const isSooner = known.moves === other.moves && textOf(other.home) < textOf(known.home);
  return isSooner ? other : known;
}

const textOf = ({ stakeDB, id }: Home): string => `${stakeDB} ${id}`;

/**
 * Where a record lives now, from all its versions; null: it did not move away, or came back. Of
 * several the one that moved most often counts, so that neither clock nor order decides.
 */
export function movedAway(versions: Iterable<MovingVersion>): MovedAway | null {
  let away: MovedAway | null = null;
  let here = 0;
  for (const version of versions) {
    const home = homeSaid(version);
    if (home !== null) away = further(away, { home, moves: movesOf(version) + 1 });
    // One that was removed after it came back did not move away again.
    else if (version._deleted !== true || version.why !== MOVED)
      here = Math.max(here, movesOf(version));
  }
  return away !== null && away.moves > here ? away : null;
}

/**
 * Whether a version was written by somebody who did not know of the move: it follows its record. A
 * removal follows too, because it was meant for the child, wherever that lives.
 */
export function mustFollow(version: MovingVersion, { moves }: Pick<MovedAway, 'moves'>): boolean {
  const { _deleted: isDeleted = false, why } = version;
  return (!isDeleted || why === 'removed') && movesOf(version) < moves;
}

/**
 * Whether any version of a record in its new home was written after it came there by this move; false
 * where a unit was put back that had known of the arrival.
 */
export function hasArrived(
  versions: Iterable<MovingVersion>,
  { moves }: Pick<MovedAway, 'moves'>,
): boolean {
  return [...versions].some((version) => movesOf(version) >= moves);
}

/** The former homes of a record that moves on from this one. */
export function homesAfter({ movedFrom }: MovingVersion, from: Home): readonly Home[] {
  return [...(readHomes(movedFrom) ?? []), from];
}

/** Every other unit and id of the record that a version names. */
export function homesIn({ movedFrom, movedTo }: MovingVersion): readonly Home[] {
  const next = readHome(movedTo);
  return [...(readHomes(movedFrom) ?? []), ...(next === null ? [] : [next])];
}
