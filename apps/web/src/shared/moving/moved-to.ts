import { actionPlaceOf, can, type Home } from '@crece/domain';
import type { MovedKind } from '@crece/storage';
import { findPlace, renewDoubted } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useSession } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** Where the people of an emptied list live now: most of them, if they went to several units. */
export interface MovedTo {
  stakeDB: string;
  stakeName: string;
  /** Whether this person may open it. */
  isOpen: boolean;
  /** Of all who left, to whichever unit. */
  count: number;
  isOnlyOne: boolean;
}

/** The units that got these, the one with most of them first. */
function unitsOf(homes: readonly Home[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { stakeDB } of homes) counts.set(stakeDB, (counts.get(stakeDB) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([stakeDB]) => stakeDB);
}

/** Undefined until it is known; null: nobody of this kind left for another unit. */
export function useMovedTo(
  { local, retired }: OpenUnit,
  kind: MovedKind,
): MovedTo | null | undefined {
  const device = useDevice();
  const account = useSession();
  const { children, mothers } = useUnitSnapshot(local);
  return useLoaded<MovedTo | null>(
    async () => {
      const homes = (await local.movedRecords(kind)).map(({ home }) => home);
      const [stakeDB, ...others] = unitsOf(homes);
      if (stakeDB === undefined) return null;
      // Whoever joined it to another has ended it.
      if (!retired) await renewDoubted(device, new Date());
      const place = await findPlace(device, stakeDB, new Date());
      const stakeName = place?.unit.stakeName ?? stakeDB;
      const isOpen = place !== null && can(account, 'see-places', actionPlaceOf(place));
      return { stakeDB, stakeName, isOpen, count: homes.length, isOnlyOne: others.length === 0 };
    },
    [local, device, account, retired, kind],
    {
      again: [children, mothers],
      fail: (cause) => {
        console.warn('Who moved away could not be read.', cause);
        return null;
      },
    },
  );
}
