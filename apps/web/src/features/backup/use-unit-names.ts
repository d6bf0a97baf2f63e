import { useEffect, useState } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';

/** The names of units by their databases; the database itself where no list knows it. */
export function useUnitNames(units: readonly { stakeDb: string }[]): (stakeDb: string) => string {
  const device = useDevice();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = units.map(({ stakeDb }) => stakeDb).join(' ');
  useEffect(() => {
    let isCurrent = true;
    const find = async (stakeDb: string): Promise<[string, string]> => {
      const place = await findPlace(device, stakeDb, new Date());
      return [stakeDb, place?.stake.stakeName ?? stakeDb];
    };
    void Promise.all(wanted === '' ? [] : wanted.split(' ').map(find)).then((found) => {
      if (isCurrent) setNames(new Map(found));
    });
    return () => {
      isCurrent = false;
    };
  }, [device, wanted]);
  return (stakeDb) => names.get(stakeDb) ?? stakeDb;
}
