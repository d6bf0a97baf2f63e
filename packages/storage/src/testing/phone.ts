import type { Engine, UnitWithEngine } from '../engine/core/engine.ts';
import { type DeviceWithUnits, openUnit, withUnits } from '../open-unit.ts';

import type { KeyValueStore, Operation, Transaction } from '../unit/records/key-value.ts';
import { StoredRecords } from '../unit/records/stored-records.ts';
import { MemoryDisk, MemoryStore } from '../unit/records/testing/memory-store.ts';
import type { UnitRecords, WriteDurability } from '../unit/records/unit-records.ts';
import { type DeviceStores, memoryDevice } from './memory-device.ts';

/** What survives a crash: the data of one phone. */
export interface Disk {
  /** Names of the phone's databases, channels and locks begin so. */
  readonly prefix: string;
  readonly stores: DeviceStores;
  /** Records of units, by database name. */
  readonly databases: Map<string, MemoryDisk>;
}

export interface PhoneOptions {
  stakeDB: string;
  /** A new one when none is given. */
  disk?: Disk;
  /** Of a new disk; random when none is given. */
  deviceId?: string;
  timeZone?: string;
  /** Milliseconds by which the phone's clock goes wrong. */
  clockOffset?: number;
  /** The right time. */
  clock?: () => Date;
  /** Another place for the records; the phone's own disk when none is given. */
  records?: (name: string) => UnitRecords;
}

/** A phone with one unit open: the real store, its disk in memory. */
export interface Phone {
  readonly unit: UnitWithEngine;
  readonly device: DeviceWithUnits;
  readonly engine: Engine;
  readonly disk: Disk;
  /** What the phone's clock says. */
  now(): Date;
  close(): Promise<void>;
  /**
   * The power is cut: what was handed to the disk is there, nothing else happens any more and no
   * promise of this phone is kept. It can be opened again with the same disk.
   */
  crash(): void;
  /** The disk refuses the next write of records with this error, and changes nothing. */
  failNextWrite(error: unknown): void;
}

const DEVICE_ID = 'device-id';

let made = 0;

/** The empty disk of another phone. */
export function newDisk(): Disk {
  made += 1;
  const chance = Math.random().toString(36).slice(2, 10);
  return {
    prefix: `phone_${made}_${chance}_`,
    stores: { values: new Map(), drafts: new Map(), projections: new Map() },
    databases: new Map(),
  };
}

function deviceIdOf({ stores: { values } }: Disk, wanted: string | undefined): string {
  const kept = values.get(DEVICE_ID);
  if (typeof kept === 'string') return kept;
  const id = wanted ?? Math.random().toString(36).slice(2, 18).padEnd(16, '0');
  values.set(DEVICE_ID, id);
  return id;
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** Cuts the power of one use of a phone. */
class Power {
  #isOn = true;

  cut(): void {
    this.#isOn = false;
  }

  async answer<T>(value: T): Promise<T> {
    await Promise.resolve();
    return this.#isOn ? value : never();
  }

  /** Begins an operation only while there is power, and tells its end only then. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    if (!this.#isOn) return never();
    const [ended] = await Promise.allSettled([operation()]);
    if (!this.#isOn) return never();
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  }
}

/** Faults of one phone's disk that are to come. */
class DiskFaults {
  #next: { error: unknown } | null = null;

  plan(error: unknown): void {
    this.#next = { error };
  }

  /** The fault that the next write meets, once. */
  take(): { error: unknown } | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }
}

/** A phone's disk as the records see it: without power it begins nothing more and answers nothing. */
class PoweredStore implements KeyValueStore {
  readonly name: string;
  readonly #store: KeyValueStore;
  readonly #power: Power;
  readonly #faults: DiskFaults;

  constructor(store: KeyValueStore, power: Power, faults: DiskFaults) {
    this.name = store.name;
    this.#store = store;
    this.#power = power;
    this.#faults = faults;
  }

  read<T>(operation: Operation<T>): Promise<T> {
    return this.#power.run(() => this.#store.read(operation));
  }

  write<T>(durability: WriteDurability, operation: Operation<T>): Promise<T> {
    const refusing: Operation<T> = (transaction, attempt) =>
      operation(this.#refusing(transaction), attempt);
    return this.#power.run(() => this.#store.write(durability, refusing));
  }

  /** The transaction, whose first put of records fails when a fault is planned. */
  #refusing(transaction: Transaction): Transaction {
    return {
      get: (store, key) => transaction.get(store, key),
      keys: (store, range, limit) => transaction.keys(store, range, limit),
      after: (store, sequence, limit) => transaction.after(store, sequence, limit),
      put: (store, key, value) => {
        const fault = store === 'meta' ? null : this.#faults.take();
        if (fault !== null) throw fault.error;
        transaction.put(store, key, value);
      },
      delete: (store, key) => transaction.delete(store, key),
    };
  }

  disconnect(): Promise<void> {
    return this.#power.run(() => this.#store.disconnect());
  }

  close(): Promise<void> {
    return this.#power.run(() => this.#store.close());
  }

  destroy(): Promise<void> {
    return this.#power.run(() => this.#store.destroy());
  }
}

/** Records of another place on a phone: without power nothing more is begun or answered. */
function powered(records: UnitRecords, power: Power): UnitRecords {
  return new Proxy(records, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || name === 'onLost') return value;
      return (...given: unknown[]) =>
        power.run(() => Promise.resolve(Reflect.apply(value, target, given)));
    },
  });
}

/** Where the records of a unit lie on a disk. */
export function placeOn(disk: Pick<Disk, 'databases'>, database: string): MemoryDisk {
  const place = disk.databases.get(database) ?? new MemoryDisk();
  disk.databases.set(database, place);
  return place;
}

/** A phone's device with no unit open, for screens that need settings, drafts or people alone. */
export function deviceOn(
  disk: Disk,
  options: { deviceId?: string; pinRounds?: number } = {},
): DeviceWithUnits {
  const { deviceId, pinRounds } = options;
  return withUnits(
    memoryDevice({
      id: deviceIdOf(disk, deviceId),
      stores: disk.stores,
      units: {
        prefix: disk.prefix,
        database: (name) => new StoredRecords(new MemoryStore(name, placeOn(disk, name))),
      },
      clock: () => new Date(),
      answer: (value) => Promise.resolve(value),
      ...(pinRounds === undefined ? {} : { pinRounds }),
    }),
  );
}

/** Opens a phone; several may live in one process, each with a device of its own. */
export async function openPhone({
  stakeDB,
  disk = newDisk(),
  deviceId,
  timeZone = 'America/Guatemala',
  clockOffset = 0,
  clock = () => new Date(),
  records,
}: PhoneOptions): Promise<Phone> {
  const power = new Power();
  const faults = new DiskFaults();
  const now = (): Date => new Date(clock().getTime() + clockOffset);
  const database = (name: string): UnitRecords => {
    if (records !== undefined) return powered(records(name), power);
    const store = new MemoryStore(name, placeOn(disk, name));
    return new StoredRecords(new PoweredStore(store, power, faults));
  };
  const device = withUnits(
    memoryDevice({
      id: deviceIdOf(disk, deviceId),
      stores: disk.stores,
      units: { prefix: disk.prefix, database },
      clock: now,
      answer: (value) => power.answer(value),
    }),
  );
  const unit = await openUnit(stakeDB, { device, timeZone, clock: now });
  await unit.ready();
  const engine = await unit.engine();
  return {
    unit,
    device,
    engine,
    disk,
    now,
    async close() {
      await unit.close();
      await device.close();
    },
    crash() {
      power.cut();
      engine.stop();
    },
    failNextWrite: (error) => faults.plan(error),
  };
}
