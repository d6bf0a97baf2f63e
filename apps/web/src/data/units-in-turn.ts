import type { Device } from '@crece/storage';

/**
 * The units opened on this device, one after the other: none after the page was left, and none that
 * was removed meanwhile, which would be made anew, empty.
 */
export function* unitsInTurn(
  device: Pick<Device, 'unitsOpened'>,
  isHere: { readonly current: boolean },
): Generator<string, void> {
  for (const { stakeDB } of device.unitsOpened()) {
    if (!isHere.current) return;
    if (device.unitsOpened().some((each) => each.stakeDB === stakeDB)) yield stakeDB;
  }
}
