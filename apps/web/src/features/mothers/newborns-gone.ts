import type { Mother } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { useCallback } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { whenIdle } from '../../data/when-idle.ts';
import { isNewbornOf } from './newborn-of.ts';

/** A newborn that was registered and is not in the unit any more. */
export interface GoneNewborn {
  readonly id: string;
  readonly name: string;
  /** The unit in which it lives now; null: it was removed. */
  readonly unitName: string | null;
}

async function readGone(
  local: LocalUnit,
  mother: Mother,
  nameOf: (stakeDB: string) => Promise<string>,
): Promise<readonly GoneNewborn[]> {
  // The whole unit is read for it.
  await whenIdle();
  const gone: GoneNewborn[] = [];
  for (const moved of await local.movedRecords('chld')) {
    if (!isNewbornOf(mother, [moved])) continue;
    const { id, name, home } = moved;
    gone.push({ id, name, unitName: await nameOf(home.stakeDB) });
  }
  for (const removed of await local.removedRecords(null)) {
    if (removed.kind !== 'child' || !isNewbornOf(mother, [removed.row])) continue;
    const { id, firstName, lastName } = removed.row;
    gone.push({ id, name: `${firstName} ${lastName}`, unitName: null });
  }
  return gone;
}

/**
 * The newborn of a nursing mother, where none is in the unit, among the children that moved away and
 * those that were removed lately: registered once more it would have a second record. Undefined
 * until it is known.
 */
export function useNewbornsGone(
  unit: OpenUnit,
  mother: Mother,
  isWanted: boolean,
): readonly GoneNewborn[] | undefined {
  const find = useFindNewbornsGone(unit);
  return useLoaded(() => (isWanted ? find(mother) : undefined), [find, mother, isWanted]);
}

/** Finds them; nobody where they cannot be read. */
export function useFindNewbornsGone({
  local,
}: OpenUnit): (mother: Mother) => Promise<readonly GoneNewborn[]> {
  const device = useDevice();
  return useCallback(
    async (mother) => {
      const nameOf = async (stakeDB: string) => {
        const place = await findPlace(device, stakeDB, new Date());
        return place?.unit.stakeName ?? stakeDB;
      };
      try {
        return await readGone(local, mother, nameOf);
      } catch (cause) {
        console.warn('Whether a newborn moved or was removed could not be read.', cause);
        return [];
      }
    },
    [local, device],
  );
}
