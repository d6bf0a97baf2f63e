import { actionPlaceOf, can, type Place } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { useMemo } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useSession } from '../../data/session.tsx';
import { usePeek } from '../../data/units.tsx';
import { unitsInTurn } from '../../data/units-in-turn.ts';
import { useIsHere } from '../../data/use-is-here.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** A unit on this device. */
export interface UnitHere {
  readonly stakeDB: string;
  readonly name: string;
  /** Empty for a unit that no list of places has. */
  readonly country: string;
  /** Records that would be lost with this device; null: the unit could not be opened. */
  readonly onlyHere: number | null;
}

/** The units on this device. */
export interface UnitsHere {
  /** Units that the person may see. */
  readonly units: readonly UnitHere[];
  /** Number of other units, which lie outside of the person's places. */
  readonly closed: number;
}

/**
 * Whether the person at work may edit in a unit, and so have its records in a file. One that no list of
 * places has any more must be named by the account's scope, where it has one.
 */
export function useMayEdit(): (stakeDB: string, place: Place | null) => boolean {
  const session = useSession();
  return useMemo(
    () => (stakeDB, place) =>
      can(session, 'edit-child', place === null ? { stakeDB } : actionPlaceOf(place)),
    [session],
  );
}

/** Opens a unit in addition to the current one, calls the work, and closes it in every case. */
async function withUnit<T>(
  peek: (stakeDB: string) => Promise<LocalUnit>,
  stakeDB: string,
  work: (unit: LocalUnit) => Promise<T> | T,
): Promise<T> {
  const unit = await peek(stakeDB);
  try {
    await unit.ready();
    return await work(unit);
  } finally {
    await unit.close();
  }
}

/**
 * The units of this device; those that the person may see, each with its count of records that
 * exist only here, are counted one after the other. Null while they are counted; a change of
 * `counted` counts again.
 */
export function useUnitsHere(counted: number): UnitsHere | null {
  const device = useDevice();
  const peek = usePeek();
  const mayEdit = useMayEdit();
  const isHere = useIsHere();
  const count = async (): Promise<UnitsHere> => {
    const units: UnitHere[] = [];
    let closed = 0;
    const places = new Map<string, Place | null>();
    for (const { stakeDB } of device.unitsOpened()) {
      places.set(stakeDB, await findPlace(device, stakeDB, new Date()));
    }
    for (const stakeDB of unitsInTurn(device, isHere)) {
      const place = places.get(stakeDB) ?? null;
      if (!mayEdit(stakeDB, place)) {
        closed += 1;
        continue;
      }
      const onlyHere = await withUnit(peek, stakeDB, (unit) => unit.countLoss()).catch(
        (cause: unknown) => {
          console.warn('A unit could not be counted.', cause);
          return null;
        },
      );
      const name = place?.unit.stakeName ?? stakeDB;
      units.push({ stakeDB, name, country: place?.country.name ?? '', onlyHere });
    }
    return { units, closed };
  };
  return useLoaded(count, [device, peek, mayEdit, isHere], { again: [counted] }) ?? null;
}
