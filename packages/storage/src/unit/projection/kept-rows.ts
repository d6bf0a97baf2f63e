import type { DeviceStore } from '../device/open-device.ts';
import { firstKey } from './first-part.ts';

/**
 * The kept rows of a unit, by the name of its database. A store that cannot be read only costs a
 * rebuild.
 */
export function readRows(store: DeviceStore, name: string): Promise<unknown> {
  return store.get('projections', name).catch(() => undefined);
}

/** The kept first rows of a unit. */
export function readFirstRows(store: DeviceStore, name: string): Promise<unknown> {
  return readRows(store, firstKey(name));
}

/** Removes a unit's kept rows. */
export function forgetRows(store: DeviceStore, name: string): Promise<void> {
  const gone = [name, firstKey(name)].map((key) => [key, undefined] as const);
  return store.change('projections', new Map(gone));
}
