import { IndexedDbStore } from '../records/indexeddb-store.ts';
import { StoredRecords } from '../records/stored-records.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import { type Beside, openBeside } from './beside.ts';
import { createCatalogue } from './catalogue.ts';
import { DeviceDatabase, type DeviceStoreName } from './device-database.ts';
import { createDrafts } from './drafts.ts';
import type {
  Device,
  DeviceSettings,
  People,
  PeopleStore,
  StorageState,
  UnitOpened,
} from './types.ts';

const DATABASE = 'crece_device';

/** Prefix of the names of units' databases, so that no other database of this origin is touched. */
export const UNIT_DATABASE = 'crece_store_';

const DEVICE_ID_KEY = 'device-id';
const DEVICE_ID_LENGTH = 16;
const SETTING = 'setting:';
const COUNTER = 'counter:';
const UNIT = 'unit:';
const PERSON = 'person:';

const LOW_BYTES = 50_000_000;
const LOW_SHARE = 0.1;

/** Stores data that screens do not use directly: projections of units, by database name. */
export interface DeviceStore {
  get(store: DeviceStoreName, key: string): Promise<unknown>;
  put(store: DeviceStoreName, key: string, value: unknown): Promise<void>;
  delete(store: DeviceStoreName, key: string): Promise<void>;
  /** Stores several values, all or none; `undefined` deletes the value under its key. */
  change(store: DeviceStoreName, changes: ReadonlyMap<string, unknown>): Promise<void>;
  /** Called when the browser closed the storage by itself: it may be gone. */
  onClosed?: () => void;
}

/** Where this device's units are stored; in the browser the prefix is empty. */
export interface StoragePlace {
  /** Prefix of the names of databases, channels and locks. */
  prefix: string;
  database(name: string): UnitRecords;
}

/** A device with the parts that only this package uses. */
export interface OpenDevice extends Device {
  readonly store: DeviceStore;
  /** Values that survive the removal of the databases. */
  readonly beside: Beside;
  readonly units: StoragePlace;
  recordUnitOpened(stakeDB: string): Promise<void>;
  /** Notes that the unit's records are no longer on this device. */
  forgetUnitOpened(stakeDB: string): Promise<void>;
}

interface OpenDeviceOptions {
  /** Name of the database; tests use a name of their own. */
  databaseName?: string;
  clock?: () => Date;
}

/** A random id of 16 base-36 characters; `crypto.randomUUID` is missing on plain-http addresses. */
function randomDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(DEVICE_ID_LENGTH));
  // 252 = 7 × 36: the four highest byte values would make some characters more likely.
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

const GIBIBYTE = 2 ** 30;

/**
 * Whether a quota says nothing about the disk. Chrome tells every page from 138 on that some whole GiB are
 * left, 10 at the most, so that no page can tell a private window (https://chromestatus.com/feature/4977371751645184).
 */
const isMadeUp = (usage: number | null, quota: number | null): boolean =>
  quota !== null && (quota - (usage ?? 0)) % GIBIBYTE === 0;

async function storageState(): Promise<StorageState> {
  // Plain-http pages have no storage manager.
  const manager: StorageManager | undefined = navigator.storage;
  if (manager === undefined) return { persisted: false, usage: null, quota: null, low: false };
  const [persisted, estimate] = await Promise.all([manager.persisted(), manager.estimate()]);
  const usage = estimate.usage ?? null;
  const told = estimate.quota ?? null;
  const quota = isMadeUp(usage, told) ? null : told;
  const left = usage === null || quota === null ? null : quota - usage;
  const low = left !== null && quota !== null && left < Math.max(LOW_BYTES, quota * LOW_SHARE);
  return { persisted, usage, quota, low };
}

async function requestPersistence(): Promise<boolean> {
  const manager: StorageManager | undefined = navigator.storage;
  if (manager === undefined) return false;
  return (await manager.persisted()) || manager.persist();
}

/** The people stored in a database; the code has its own chunk. */
export async function openPeople(
  store: PeopleStore,
  options: { clock?: () => Date; rounds?: number; pauseMs?: number } = {},
): Promise<People> {
  const { createPeople } = await import('./people.ts');
  return createPeople(store, options);
}

/** Opens the device's own data: its id, settings, counters, drafts and the country list. */
export async function openDevice(options: OpenDeviceOptions = {}): Promise<OpenDevice> {
  const name = options.databaseName ?? DATABASE;
  const clock = options.clock ?? (() => new Date());
  const database = new DeviceDatabase(name);
  const id = String(await database.getOrPut('values', DEVICE_ID_KEY, randomDeviceId()));
  const values = await database.entries('values');
  const beside = openBeside(name);
  // When all databases of this origin were removed, these values show which units there were.
  for (const key of beside.keys())
    if (key.startsWith(UNIT) && !values.has(key)) values.set(key, beside.get(key));
  const listeners = new Set<() => void>();
  const channel = new BroadcastChannel(name);

  function changed(): void {
    for (const listener of [...listeners]) listener();
  }

  async function keep(key: string, value: unknown): Promise<void> {
    values.set(key, value);
    changed();
    await database.put('values', key, value);
    channel.postMessage({ key, value });
  }

  const peopleStore: PeopleStore = {
    async all() {
      const entries = await database.entries('values');
      return [...entries].filter(([key]) => key.startsWith(PERSON)).map(([, person]) => person);
    },
    async update(accountId, change) {
      const key = PERSON + accountId;
      const kept = await database.update('values', key, change);
      // Other tabs are informed that something changed; they read the new value themselves.
      changed();
      channel.postMessage({ key, value: undefined });
      return kept;
    },
  };

  channel.onmessage = ({ data }: MessageEvent<{ key: string; value: unknown }>) => {
    values.set(data.key, data.value);
    changed();
  };

  return {
    id,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Safe because only `setSetting` writes these keys, with the type of each key.
    getSetting: <K extends keyof DeviceSettings>(key: K) =>
      values.get(SETTING + key) as DeviceSettings[K] | undefined,
    setSetting: (key, value) => keep(SETTING + key, value),
    getCounter(counter) {
      const value = values.get(COUNTER + counter);
      return typeof value === 'number' ? value : 0;
    },
    setCounter: (counter, value) => keep(COUNTER + counter, value),
    unitsOpened() {
      const units: UnitOpened[] = [];
      for (const [key, openedAt] of values) {
        if (key.startsWith(UNIT) && typeof openedAt === 'string') {
          units.push({ stakeDB: key.slice(UNIT.length), openedAt });
        }
      }
      return units.sort((a, b) => (a.openedAt < b.openedAt ? 1 : -1));
    },
    async unitsMissed() {
      const { missedUnits } = await import('./seen-unit.ts');
      return missedUnits(beside, UNIT_DATABASE);
    },
    recordUnitOpened(stakeDB) {
      const openedAt = clock().toISOString();
      beside.put(UNIT + stakeDB, openedAt);
      return keep(UNIT + stakeDB, openedAt);
    },
    forgetUnitOpened(stakeDB) {
      beside.delete(UNIT + stakeDB);
      return keep(UNIT + stakeDB, undefined);
    },
    drafts: createDrafts(database),
    catalogue: createCatalogue(database),
    people: () => openPeople(peopleStore, { clock }),
    store: database,
    beside,
    units: { prefix: '', database: (unit) => new StoredRecords(new IndexedDbStore(unit)) },
    storageState,
    requestPersistence,
    async close() {
      channel.close();
      listeners.clear();
      await database.close();
    },
  };
}
