import { fetchMovedSlips } from '../../api/moves.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { findMoved, isOfReferral, type Scanned, type WithSlips } from './find-scanned.ts';

/** Who moved away; nobody where that cannot be read: the code is then not known here. */
async function movedFrom({ local }: OpenUnit): Promise<readonly WithSlips[]> {
  try {
    return await local.movedRecords('chld');
  } catch (cause) {
    console.warn('Who moved away could not be read.', cause);
    return [];
  }
}

/**
 * Finds a child that moved away by its slip or a clinic's answer to it: by what this device received,
 * else by the server, because a device that received the unit afterwards has none of those records.
 * Null: nobody. `not-asked`: somebody may have it, but this person may not ask, or has no connection.
 */
export async function findAway(
  text: string,
  unit: OpenUnit,
  { mayAsk, signal }: { mayAsk: boolean; signal: AbortSignal },
): Promise<Scanned | 'not-asked' | null> {
  const known = findMoved(text, await movedFrom(unit));
  if (known !== null || !isOfReferral(text)) return known;
  if (!mayAsk) return 'not-asked';
  try {
    return findMoved(text, await fetchMovedSlips(unit.stakeDB, signal));
  } catch (cause) {
    if (!signal.aborted) console.warn('The server did not say who moved away.', cause);
    return 'not-asked';
  }
}
