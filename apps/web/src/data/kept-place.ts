import { type Country, findUnit, type Place, readCatalogue } from '@crece/domain';
import type { Device } from '@crece/storage';

/** A unit's country with this unit alone: what a page of the unit says of it. */
const countryOf = ({ country, unit }: Place): Country => ({ ...country, stakes: [unit] });

/**
 * The place of a unit as it was known when it was open on this device last, `null` when it was not:
 * its list need not wait for the whole catalogue, which is asked afterwards.
 */
export function keptPlace(device: Device, stakeDB: string): Place | null {
  const kept = device.getSetting('placeByUnit')?.[stakeDB];
  const read = readCatalogue({ countries: [kept] });
  return read.ok ? findUnit(read.catalogue, stakeDB) : null;
}

/**
 * Keeps what the catalogue says of a unit now, `null`: that it does not know it. Gives `before`, the
 * place that was kept, where it is still the same.
 */
export function keepPlace(
  device: Device,
  stakeDB: string,
  before: Place | null,
  now: Place | null,
): Place | null {
  const country = now === null ? undefined : countryOf(now);
  const isSame = JSON.stringify(before && countryOf(before)) === JSON.stringify(country ?? null);
  if (isSame) return before;
  const { [stakeDB]: _before, ...others } = device.getSetting('placeByUnit') ?? {};
  const places = country === undefined ? others : { ...others, [stakeDB]: country };
  device.setSetting('placeByUnit', places).catch((cause: unknown) => {
    console.warn('The place of a unit could not be kept.', cause);
  });
  return now;
}
