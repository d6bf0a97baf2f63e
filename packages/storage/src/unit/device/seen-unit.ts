import type { IsoInstant } from '@crece/domain';
import { REBUILT } from '../records/head.ts';
import { isStored } from '../records/indexeddb-store.ts';
import type { Beside } from './beside.ts';
import type { MissedUnit, VanishedData } from './types.ts';

/** What the device remembers of a unit outside the unit's own database. */
interface SeenUnit {
  /** Random id that the database got when it was created. */
  instance: string;
  seenAt: IsoInstant;
  hasRecords: boolean;
  /** Number of children and mothers. */
  records: number;
  /** Number of records that existed only on this device. */
  pending: number;
  /** When a synchronisation of the unit was last completed; null: never. */
  syncedAt: IsoInstant | null;
  /** Shown until a person has read it. */
  vanished: VanishedData | null;
}

/** The remembered numbers of a unit. */
export type Summary = Pick<SeenUnit, 'hasRecords' | 'records' | 'pending' | 'syncedAt'>;

/** Where it is stored: in the device's database, and in `localStorage` beside it. */
interface Place {
  readonly store: {
    get(store: 'values', key: string): Promise<unknown>;
    put(store: 'values', key: string, value: unknown): Promise<void>;
    delete(store: 'values', key: string): Promise<void>;
  };
  readonly beside: Beside;
}

const KEY = 'seen:';

function keyOf(databaseName: string): string {
  return KEY + databaseName;
}

/**
 * Values of an earlier version have no numbers of records, or say of a unit that is empty on the
 * server too that it has some.
 */
function readSeen(value: unknown): SeenUnit | null {
  if (typeof value !== 'object' || value === null) return null;
  const { instance, seenAt, hasRecords, pending, ...rest } = value as Partial<SeenUnit>;
  const isSeen =
    typeof instance === 'string' &&
    typeof seenAt === 'string' &&
    typeof hasRecords === 'boolean' &&
    typeof pending === 'number';
  if (!isSeen) return null;
  const { records = 0, syncedAt = null, vanished = null } = rest;
  const hadRecords = hasRecords && (rest.records === undefined || records + pending > 0);
  return { instance, seenAt, hasRecords: hadRecords, pending, records, syncedAt, vanished };
}

interface Opened {
  /** Name of the unit's database. */
  name: string;
  instance: string;
  isEmpty: boolean;
}

/**
 * What the device remembers of a unit, compared with the opened database. This detects a database
 * that the browser removed: browsers may do so when the device is full, and an empty unit must not
 * look like one that was never used. They remove all databases of an origin, including the device's
 * own, so the same is also stored outside them.
 */
export async function recallUnit(place: Place, opened: Opened): Promise<UnitMemory> {
  const key = keyOf(opened.name);
  const kept = readSeen(await place.store.get('values', key));
  const seen = kept ?? readSeen(place.beside.get(key));
  const memory = new UnitMemory(place, opened, seen);
  const isOther = seen?.instance !== opened.instance && !opened.instance.startsWith(REBUILT);
  if (seen?.hasRecords && (isOther || opened.isEmpty)) {
    await memory.missRecords(seen);
  } else if (seen !== null && kept === null) {
    await memory.keepBoth(seen);
  } else if (seen !== null) {
    place.beside.put(key, seen);
  }
  return memory;
}

/** See `recallUnit`. */
export class UnitMemory {
  readonly #place: Place;
  readonly #opened: Opened;
  #seen: SeenUnit | null;

  constructor(place: Place, opened: Opened, seen: SeenUnit | null) {
    this.#place = place;
    this.#opened = opened;
    this.#seen = seen;
  }

  get vanished(): VanishedData | null {
    return this.#seen?.vanished ?? null;
  }

  /** Notes that the records have vanished. */
  async missRecords(seen: SeenUnit): Promise<void> {
    const { instance } = this.#opened;
    const { seenAt, records, pending, syncedAt, vanished } = seen;
    const lost: VanishedData = {
      seenAt,
      records: Math.max(records, vanished?.records ?? 0),
      pending: pending + (vanished?.pending ?? 0),
      syncedAt: syncedAt ?? vanished?.syncedAt ?? null,
    };
    const nothing: Summary = { hasRecords: false, records: 0, pending: 0, syncedAt: null };
    await this.keepBoth({ seenAt, ...nothing, instance, vanished: lost });
  }

  /** Remembers the current state of the unit; writes only when something changed. */
  async remember(summary: Summary, now: Date): Promise<void> {
    const { hasRecords, records, pending, syncedAt } = summary;
    const before: Summary = this.#seen ?? {
      hasRecords: false,
      records: 0,
      pending: 0,
      syncedAt: null,
    };
    const isSame =
      before.hasRecords === hasRecords &&
      before.records === records &&
      before.pending === pending &&
      before.syncedAt === syncedAt;
    if (isSame) return;
    const { instance } = this.#opened;
    await this.keepBoth({
      ...summary,
      instance,
      seenAt: now.toISOString(),
      vanished: this.vanished,
    });
  }

  /** Notes that the person has read about the loss. */
  async acknowledge(): Promise<void> {
    if (this.#seen !== null) await this.keepBoth({ ...this.#seen, vanished: null });
  }

  /** Stores it in the device's database and in `localStorage`. */
  async keepBoth(seen: SeenUnit): Promise<void> {
    this.#seen = seen;
    const key = keyOf(this.#opened.name);
    this.#place.beside.put(key, seen);
    await this.#place.store.put('values', key, seen);
  }
}

/** Forgets a unit that leaves this device on purpose, so that it is not reported as lost. */
export async function forgetUnit({ store, beside }: Place, databaseName: string): Promise<void> {
  beside.delete(keyOf(databaseName));
  await store.delete('values', keyOf(databaseName));
}

/**
 * Units whose remembered records are gone with their database, or whose loss no person has read
 * yet.
 */
export async function missedUnits(beside: Beside, prefix: string): Promise<MissedUnit[]> {
  const missed: MissedUnit[] = [];
  for (const key of beside.keys()) {
    const name = key.slice(KEY.length);
    const seen = key.startsWith(KEY + prefix) ? readSeen(beside.get(key)) : null;
    if (seen === null) continue;
    const stakeDB = name.slice(prefix.length);
    if (seen.vanished !== null) missed.push({ stakeDB, pending: seen.vanished.pending });
    else if (seen.hasRecords && !(await isStored(name)))
      missed.push({ stakeDB, pending: seen.pending });
  }
  return missed;
}
