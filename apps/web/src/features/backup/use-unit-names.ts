import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** The names of units by database name; the database name itself when no list knows it. */
export function useUnitNames(units: readonly { stakeDB: string }[]): (stakeDB: string) => string {
  const device = useDevice();
  const wanted = units.map(({ stakeDB }) => stakeDB).join(' ');
  const names = useLoaded(async () => {
    const find = async (stakeDB: string): Promise<[string, string]> => {
      const place = await findPlace(device, stakeDB, new Date());
      return [stakeDB, place?.unit.stakeName ?? stakeDB];
    };
    return new Map(await Promise.all(wanted === '' ? [] : wanted.split(' ').map(find)));
  }, [device, wanted]);
  return (stakeDB) => names?.get(stakeDB) ?? stakeDB;
}
