import { onTestFinished } from 'vitest';
import { type DeviceWithUnits, withUnits } from '../open-unit.ts';
import { openDevice, UNIT_DATABASE } from '../unit/device/open-device.ts';
import { IndexedDbStore } from '../unit/records/indexeddb-store.ts';
import type { KeyValueStore } from '../unit/records/key-value.ts';
import { type MemoryDisk, MemoryStore } from '../unit/records/testing/memory-store.ts';
import type { DeviceStores } from './memory-device.ts';
import { type Disk, deviceOn, newDisk, placeOn } from './phone.ts';

// Tests of `*.both.test.ts` keep their records in IndexedDB in a browser, and in memory on Node.
export const isBrowser = typeof indexedDB !== 'undefined';

/** The databases of units on Node: as in a browser, all devices of a test share them. */
const databases: Disk['databases'] = new Map();
const disks = new Map<string, Disk>();

function diskNamed(name: string): Disk {
  const disk = disks.get(name) ?? { ...newDisk(), prefix: '', databases };
  disks.set(name, disk);
  onTestFinished(() => {
    disks.clear();
    databases.clear();
  });
  return disk;
}

/** A device whose data are found again under the same name. */
export async function deviceNamed(name: string): Promise<DeviceWithUnits> {
  return isBrowser
    ? withUnits(await openDevice({ databaseName: name }))
    : deviceOn(diskNamed(name));
}

/** A unit's database, past the package. */
export function storeOfUnit(stakeDB: string): KeyValueStore {
  const name = UNIT_DATABASE + stakeDB;
  if (isBrowser) return new IndexedDbStore(name);
  return new MemoryStore(name, placeOn({ databases }, name));
}

/** Whether anything of a unit's records is left. */
export async function isThere(stakeDB: string): Promise<boolean> {
  if (isBrowser) {
    return (await indexedDB.databases()).some(({ name = '' }) => name.endsWith(stakeDB));
  }
  const { stores } = memoryOf(stakeDB).database;
  return Object.values(stores).some(({ values }) => values.size > 0);
}

/** On Node: the unit's database, and what the devices of this test keep themselves. */
export function memoryOf(stakeDB: string): { database: MemoryDisk; devices: DeviceStores[] } {
  const database = placeOn({ databases }, UNIT_DATABASE + stakeDB);
  return { database, devices: [...disks.values()].map(({ stores }) => stores) };
}
