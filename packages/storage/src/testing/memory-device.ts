import { openBeside } from '../unit/device/beside.ts';
import { createCatalogue } from '../unit/device/catalogue.ts';
import type { DeviceStoreName } from '../unit/device/device-database.ts';
import { createDrafts } from '../unit/device/drafts.ts';
import { type OpenDevice, openPeople, type StoragePlace } from '../unit/device/open-device.ts';
import type { DeviceSettings, PeopleStore } from '../unit/device/types.ts';

/** The stores of a device, as they lie on its disk. */
export type DeviceStores = Record<DeviceStoreName, Map<string, unknown>>;

interface MemoryDeviceOptions {
  id: string;
  stores: DeviceStores;
  units: StoragePlace;
  clock: () => Date;
  /** A device without power answers nothing any more. */
  answer: <T>(value: T) => Promise<T>;
  /** Rounds by which a PIN is stretched; as on a phone when absent. */
  pinRounds?: number;
}

/** A device whose disk is memory, for phones in Node. */
export function memoryDevice({
  id,
  stores,
  units,
  clock,
  answer,
  pinRounds,
}: MemoryDeviceOptions): OpenDevice {
  const { values } = stores;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const store = {
    get: (name: DeviceStoreName, key: string) => answer(structuredClone(stores[name].get(key))),
    entries: (name: DeviceStoreName) => answer(new Map(stores[name])),
    async put(name: DeviceStoreName, key: string, value: unknown) {
      await answer(undefined);
      stores[name].set(key, structuredClone(value));
    },
    async delete(name: DeviceStoreName, key: string) {
      await answer(undefined);
      stores[name].delete(key);
    },
    async change(name: DeviceStoreName, changes: ReadonlyMap<string, unknown>) {
      await answer(undefined);
      for (const [key, value] of changes) {
        if (value === undefined) stores[name].delete(key);
        else stores[name].set(key, structuredClone(value));
      }
    },
  };
  async function keep(key: string, value: unknown): Promise<void> {
    await store.put('values', key, value);
    changed();
  }
  const people: PeopleStore = {
    async all() {
      const entries = await store.entries('values');
      return [...entries].flatMap(([key, value]) => (key.startsWith('person:') ? [value] : []));
    },
    async update(accountId, change) {
      const next = change(await store.get('values', `person:${accountId}`));
      await keep(`person:${accountId}`, next);
      return next;
    },
  };
  return {
    id,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSetting: <K extends keyof DeviceSettings>(key: K) =>
      values.get(`setting:${key}`) as DeviceSettings[K] | undefined,
    setSetting: (key, value) => keep(`setting:${key}`, value),
    getCounter: (name) => Number(values.get(`counter:${name}`) ?? 0),
    setCounter: (name, value) => keep(`counter:${name}`, value),
    unitsOpened: () =>
      [...values].flatMap(([key, at]) =>
        key.startsWith('unit:') && typeof at === 'string'
          ? [{ stakeDB: key.slice('unit:'.length), openedAt: at }]
          : [],
      ),
    unitsMissed: () => answer([]),
    recordUnitOpened: (stakeDB) => keep(`unit:${stakeDB}`, clock().toISOString()),
    forgetUnitOpened: (stakeDB) => keep(`unit:${stakeDB}`, undefined),
    drafts: createDrafts(store),
    catalogue: createCatalogue(store),
    people: () =>
      openPeople(people, { clock, ...(pinRounds === undefined ? {} : { rounds: pinRounds }) }),
    store,
    beside: openBeside(id),
    units,
    storageState: () => answer({ persisted: false, usage: null, quota: null, low: false }),
    requestPersistence: () => answer(false),
    async close() {
      listeners.clear();
      await answer(undefined);
    },
  };
}
