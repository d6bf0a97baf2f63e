import { timeZoneOfUnit } from '@crece/domain';
import { type Device, type LocalUnit, openUnit } from '@crece/storage';

/** Opens a unit's database; a test passes its own function. */
export type UnitOpener = (stakeDB: string, device: Device) => Promise<LocalUnit>;

export const openOnDevice: UnitOpener = (stakeDB, device) =>
  openUnit(stakeDB, { device, timeZone: timeZoneOfUnit(stakeDB) });

/** Addresses of a unit's lists. */
const LIST = /^\/children\/(?:mothers\/)?list\/([^/]+)\//;

/**
 * Opens units. The one whose list the application's first address names is opened at once, while the
 * rest of the application is still being made: its records are what a list waits for longest. Only
 * one that was open on this device before: an address alone makes no database. Whoever asks for a unit
 * first owns it; asked for another one, it is closed.
 */
export function openAhead(device: Device, pathname: string, open = openOnDevice): UnitOpener {
  const named = LIST.exec(pathname)?.[1];
  const known = device.unitsOpened().find(({ stakeDB }) => stakeDB === named);
  let ahead = known && { stakeDB: known.stakeDB, opening: open(known.stakeDB, device) };
  // A fault is told to whoever asks for the unit.
  ahead?.opening.catch(() => undefined);
  return (stakeDB, from) => {
    const begun = ahead;
    ahead = undefined;
    if (begun?.stakeDB === stakeDB) return begun.opening;
    begun?.opening.then((unit) => unit.close()).catch(() => undefined);
    return open(stakeDB, from);
  };
}
