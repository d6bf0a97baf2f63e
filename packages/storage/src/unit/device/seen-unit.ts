import type { IsoInstant } from '@crece/domain';
import { isStored } from '../records/indexeddb-store.ts';
import type { Beside } from './beside.ts';
import type { MissedUnit, VanishedData } from './types.ts';

/** What the device remembers of a unit apart from the unit's own database. */
interface SeenUnit {
  /** Id that the database got when it was made. */
  instance: string;
  seenAt: IsoInstant;
  hasRecords: boolean;
  /** Children and mothers. */
  records: number;
  /** Records that existed only on this device. */
  pending: number;
  /** When the unit was last synchronised to the end; null: never. */
  syncedAt: IsoInstant | null;
  /** Told until a person has read it. */
  vanished: VanishedData | null;
}

/** What of a unit is remembered. */
export type Summary = Pick<SeenUnit, 'hasRecords' | 'records' | 'pending' | 'syncedAt'>;

/** Where it is kept: in the device's database, and beside it. */
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

/** What an earlier version kept had no numbers of records. */
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
  return { instance, seenAt, hasRecords, pending, records, syncedAt, vanished };
}

interface Opened {
  /** Name of the unit's database. */
  name: string;
  instance: string;
  isEmpty: boolean;
}

/**
 * What the device remembers of a unit, compared with the database that was opened. So a database is
 * noticed that was removed behind our back: browsers may do so when a device has no room left, and
 * an empty unit must not look like one that was never used. They remove all databases of an origin,
 * that of the device too: hence the same is kept beside them.
 */
export async function recallUnit(place: Place, opened: Opened): Promise<UnitMemory> {
  const key = keyOf(opened.name);
  const kept = readSeen(await place.store.get('values', key));
  const seen = kept ?? readSeen(place.beside.get(key));
  const memory = new UnitMemory(place, opened, seen);
  if (seen?.hasRecords && (seen.instance !== opened.instance || opened.isEmpty)) {
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

  /** The records are gone. */
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

  /** Remembers the unit as it is; nothing is written while nothing changes. */
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

  /** The person has read that the data had vanished. */
  async acknowledge(): Promise<void> {
    if (this.#seen !== null) await this.keepBoth({ ...this.#seen, vanished: null });
  }

  /** In the device's database and beside it. */
  async keepBoth(seen: SeenUnit): Promise<void> {
    this.#seen = seen;
    const key = keyOf(this.#opened.name);
    this.#place.beside.put(key, seen);
    await this.#place.store.put('values', key, seen);
  }
}

/** The unit leaves this device on purpose: nothing is to be missed. */
export async function forgetUnit({ store, beside }: Place, databaseName: string): Promise<void> {
  beside.delete(keyOf(databaseName));
  await store.delete('values', keyOf(databaseName));
}

/** Units of which this device remembers records whose database is gone, or of which nobody has read it. */
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
