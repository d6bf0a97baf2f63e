import type { MessageKey } from '@crece/messages';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

interface UnitNames {
  /** The name of a unit by its database name; the database name itself when no list knows it. */
  nameOf: (stakeDB: string) => string;
  /** Why nothing of the unit is loaded. */
  whySkipped: (stakeDB: string) => MessageKey;
}

/** What the lists of places on this device say of the units of a file. */
export function useUnitNames(units: readonly { stakeDB: string }[]): UnitNames {
  const device = useDevice();
  const wanted = units.map(({ stakeDB }) => stakeDB).join(' ');
  const names = useLoaded(async () => {
    const find = async (stakeDB: string): Promise<[string, string | null]> => {
      const place = await findPlace(device, stakeDB, new Date());
      return [stakeDB, place?.unit.stakeName ?? null];
    };
    return new Map(await Promise.all(wanted === '' ? [] : wanted.split(' ').map(find)));
  }, [device, wanted]);
  return {
    nameOf: (stakeDB) => names?.get(stakeDB) ?? stakeDB,
    whySkipped: (stakeDB) =>
      names?.get(stakeDB) === null ? 'backup.unit-unlisted' : 'backup.unit-skipped',
  };
}
