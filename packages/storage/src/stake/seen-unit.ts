import type { IsoInstant } from '@crece/domain';
import type { DeviceStore } from '../device/open-device.ts';
import type { VanishedData } from '../sync-types.ts';

/** What the device remembers of a unit apart from the unit's own database. */
interface SeenUnit {
  /** Id that the database got when it was made. */
  instance: string;
  seenAt: IsoInstant;
  hasRecords: boolean;
  /** Records that existed only on this device. */
  pending: number;
  /** Told until a person has read it. */
  vanished: VanishedData | null;
}

function keyOf(databaseName: string): string {
  return `seen:${databaseName}`;
}

function readSeen(value: unknown): SeenUnit | null {
  if (typeof value !== 'object' || value === null) return null;
  const { instance, seenAt, pending } = value as Partial<SeenUnit>;
  const isSeen =
    typeof instance === 'string' && typeof seenAt === 'string' && typeof pending === 'number';
  return isSeen ? (value as SeenUnit) : null;
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
 * an empty unit must not look like one that was never used.
 */
export async function recallUnit(store: DeviceStore, opened: Opened): Promise<UnitMemory> {
  const seen = readSeen(await store.get('values', keyOf(opened.name)));
  const memory = new UnitMemory(store, opened, seen);
  if (seen?.hasRecords && (seen.instance !== opened.instance || opened.isEmpty)) {
    await memory.missRecords(seen);
  }
  return memory;
}

/** See `recallUnit`. */
export class UnitMemory {
  readonly #store: DeviceStore;
  readonly #opened: Opened;
  #seen: SeenUnit | null;

  constructor(store: DeviceStore, opened: Opened, seen: SeenUnit | null) {
    this.#store = store;
    this.#opened = opened;
    this.#seen = seen;
  }

  get vanished(): VanishedData | null {
    return this.#seen?.vanished ?? null;
  }

  /** The records are gone. */
  async missRecords(seen: SeenUnit): Promise<void> {
    const { instance } = this.#opened;
    const { seenAt, pending, vanished } = seen;
    const lost = { seenAt, pending: pending + (vanished?.pending ?? 0) };
    await this.#keep({ ...seen, instance, hasRecords: false, pending: 0, vanished: lost });
  }

  /** Remembers the unit as it is; nothing is written while nothing changes. */
  async remember(
    { hasRecords, pending }: { hasRecords: boolean; pending: number },
    now: Date,
  ): Promise<void> {
    const before = this.#seen ?? { hasRecords: false, pending: 0 };
    if (before.hasRecords === hasRecords && before.pending === pending) return;
    const { instance } = this.#opened;
    const seenAt = now.toISOString();
    await this.#keep({ instance, seenAt, hasRecords, pending, vanished: this.vanished });
  }

  /** The person has read that the data had vanished. */
  async acknowledge(): Promise<void> {
    if (this.#seen !== null) await this.#keep({ ...this.#seen, vanished: null });
  }

  async #keep(seen: SeenUnit): Promise<void> {
    this.#seen = seen;
    await this.#store.put('values', keyOf(this.#opened.name), seen);
  }
}

/** The unit leaves this device on purpose: nothing is to be missed. */
export async function forgetUnit(store: DeviceStore, databaseName: string): Promise<void> {
  await store.delete('values', keyOf(databaseName));
}
