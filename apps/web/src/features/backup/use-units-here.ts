import { actionPlaceOf, can, type Place } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { useMemo } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useSession } from '../../data/session.tsx';
import { usePeek } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** A unit kept on this device. */
export interface UnitHere {
  readonly stakeDB: string;
  readonly name: string;
  readonly country: string;
  /** Records that would be lost with this device; null: the unit could not be opened. */
  readonly onlyHere: number | null;
}

/** What lies on this device. */
export interface UnitsHere {
  /** Open to the person. */
  readonly units: readonly UnitHere[];
  /** How many others: outside of the person's places, or in no list of countries any more. */
  readonly closed: number;
}

/** Whether the person who works now may edit in a place, and so have its records in a file. */
export function useMayEdit(): (place: Place) => boolean {
  const session = useSession();
  return useMemo(() => (place) => can(session, 'edit-child', actionPlaceOf(place)), [session]);
}

/** Works with a unit besides the open one and closes it, whatever comes of it. */
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
 * The units of this device, those that are open to the person each with its count of records that
 * exist only here, one after the other; null while they are counted. `counted` changes when they must
 * be counted anew.
 */
export function useUnitsHere(counted: number): UnitsHere | null {
  const device = useDevice();
  const peek = usePeek();
  const mayEdit = useMayEdit();
  const count = async (): Promise<UnitsHere> => {
    const units: UnitHere[] = [];
    let closed = 0;
    for (const { stakeDB } of device.unitsOpened()) {
      const place = await findPlace(device, stakeDB, new Date());
      if (place === null || !mayEdit(place)) {
        closed += 1;
        continue;
      }
      const onlyHere = await withUnit(peek, stakeDB, (unit) => unit.countLoss()).catch(
        (cause: unknown) => {
          console.warn('A unit could not be counted.', cause);
          return null;
        },
      );
      units.push({ stakeDB, name: place.unit.stakeName, country: place.country.name, onlyHere });
    }
    return { units, closed };
  };
  return useLoaded(count, [device, peek, mayEdit], { again: [counted] }) ?? null;
}
