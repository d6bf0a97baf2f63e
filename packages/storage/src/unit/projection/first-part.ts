import type { IsoDate } from '@crece/domain';
import { isStillJudged, type Known } from '../known/known.ts';
import { judgeAgain } from './judge-again.ts';
import type { Projection } from './projection.ts';
import { restoreProjection, type StoredProjection } from './stored-projection.ts';

/** The key of a unit's kept first rows; the whole lies under the name of its database. */
export function firstKey(name: string): string {
  return `${name}/first`;
}

/** What is kept beside the first rows. */
interface Beside {
  /** Number of children that have not graduated, on the day of the projection. */
  total: number;
  /** The wards of all children and mothers. */
  wards: readonly string[];
  /** Ids of unreadable documents and of screenings without a child. */
  unreadable: readonly string[];
}

/**
 * The beginning of a unit's list as a record of its own, so that the time to the first rows does not
 * depend on the size of the unit. It is a stored projection of the first children, with every pending
 * document.
 */
export interface StoredFirst extends StoredProjection, Beside {}

/** The beginning of a unit's list. */
export interface FirstPart extends Omit<Beside, 'total'> {
  /** Contains the first children, and every pending document of the unit. */
  projection: Projection;
  /** Absent on another day than the one on which they were counted. */
  total?: number;
}

interface Now {
  stakeDB: string;
  instance: string;
  lastSequence: number;
  known: Known;
  today: IsoDate;
}

/**
 * The kept first rows; null unless the whole list would begin with exactly these now. The database
 * alone decides, not the other kept record: nothing was written since they were kept, the unit is
 * whole, and no row depends on the day. Anything else, damage too, waits for the whole.
 */
export function restoreFirst(value: unknown, now: Now): FirstPart | null {
  const { stakeDB, instance, lastSequence, known, today } = now;
  if (!known.ledger.isWhole) return null;
  const projection = restoreProjection(value, stakeDB, instance, lastSequence);
  if (projection?.sequence !== lastSequence || !isStillJudged(projection.judged, known))
    return null;
  const { total, wards, unreadable } = value as Partial<Beside>;
  if (total === undefined || !Array.isArray(wards) || !Array.isArray(unreadable)) return null;
  const isSameDay = projection.today === today;
  if (!isSameDay && [...projection.childrenToCheck(today)].length > 0) return null;
  judgeAgain(projection, known);
  return { projection, wards, unreadable, ...(isSameDay && { total }) };
}
