import { timeZoneOfUnit } from '@crece/domain';
import { type Device, type LocalUnit, openUnit } from '@crece/storage';

/** Opens a unit's database; a test passes its own function. */
export type UnitOpener = (stakeDB: string, device: Device) => Promise<LocalUnit>;

export const openOnDevice: UnitOpener = (stakeDB, device) =>
  openUnit(stakeDB, { device, timeZone: timeZoneOfUnit(stakeDB) });

/** Addresses of a unit's lists. */
const LIST = /^\/children\/(?:mothers\/)?list\/([^/]+)\//;

/**
 * Returns a function that opens units. The unit whose list the first address names is opened at
 * once, while the rest of the application still loads, because its records take longest. This is
 * done only for a unit that was open on this device before: an address alone creates no database.
 * The first caller who requests that unit owns it; a request for another unit closes it.
 */
export function openAhead(device: Device, pathname: string, open = openOnDevice): UnitOpener {
  const named = LIST.exec(pathname)?.[1];
  const known = device.unitsOpened().find(({ stakeDB }) => stakeDB === named);
  let ahead = known && { stakeDB: known.stakeDB, opening: open(known.stakeDB, device) };
  // The caller who requests the unit gets the fault.
  ahead?.opening.catch(() => undefined);
  return (stakeDB, from) => {
    const begun = ahead;
    ahead = undefined;
    if (begun?.stakeDB === stakeDB) return begun.opening;
    begun?.opening.then((unit) => unit.close()).catch(() => undefined);
    return open(stakeDB, from);
  };
}
