import { countUnit, type UnitCounts } from '@crece/storage';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** What the units opened on this device hold, as far as it is known. */
export function useUnitCounts(): ReadonlyMap<string, UnitCounts> {
  const device = useDevice();
  const names = device
    .unitsOpened()
    .map(({ stakeDB }) => stakeDB)
    .join(' ');
  const loaded = useLoaded(async () => {
    const counts = new Map<string, UnitCounts>();
    for (const stakeDB of names === '' ? [] : names.split(' ')) {
      const counted = await countUnit(stakeDB, device).catch((cause: unknown) => {
        console.warn('The records of a unit could not be counted.', cause);
        return null;
      });
      if (counted !== null) counts.set(stakeDB, counted);
    }
    return counts;
  }, [device, names]);
  return loaded ?? new Map();
}

/** "58 children here, 3 records only on this device"; null when one of the units is not known. */
export function useCountWords(): (
  counts: ReadonlyMap<string, UnitCounts>,
  units: readonly string[],
) => string | null {
  const { t } = useMessages();
  return (counts, units) => {
    const known = units.flatMap((stakeDB) => counts.get(stakeDB) ?? []);
    if (known.length === 0 || known.length < units.length) return null;
    const sum = (name: keyof UnitCounts) => known.reduce((all, each) => all + each[name], 0);
    return t('places.holds', { children: sum('children'), pending: sum('pending') });
  };
}
