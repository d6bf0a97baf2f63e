import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** The names of units by their databases; the database itself where no list knows it. */
export function useUnitNames(units: readonly { stakeDb: string }[]): (stakeDb: string) => string {
  const device = useDevice();
  const wanted = units.map(({ stakeDb }) => stakeDb).join(' ');
  const names = useLoaded(async () => {
    const find = async (stakeDb: string): Promise<[string, string]> => {
      const place = await findPlace(device, stakeDb, new Date());
      return [stakeDb, place?.stake.stakeName ?? stakeDb];
    };
    return new Map(await Promise.all(wanted === '' ? [] : wanted.split(' ').map(find)));
  }, [device, wanted]);
  return (stakeDb) => names?.get(stakeDb) ?? stakeDb;
}
