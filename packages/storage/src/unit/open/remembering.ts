import type { UnitMemory } from '../device/seen-unit.ts';
import type { VanishedData } from '../device/types.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { UnitParts } from './unit-parts.ts';

/** Keeps in mind, apart from the unit's database, what is in it, should that ever be gone. */
export class Remembering {
  readonly #unit: UnitParts;
  /** Whether records have vanished is known to be otherwise than it was. */
  readonly #onRecalled: () => void;
  /** What the device remembers of the unit: asked for when the list was shown. */
  #memory: Promise<UnitMemory> | null = null;
  #vanished: VanishedData | null = null;
  #hasAskedToPersist = false;

  constructor(unit: UnitParts, onRecalled: () => void) {
    this.#unit = unit;
    this.#onRecalled = onRecalled;
  }

  get vanished(): VanishedData | null {
    return this.#vanished;
  }

  /** It may have been read in another tab that records had vanished. */
  distrust(): void {
    if (this.#vanished !== null) this.#memory = null;
  }

  /** The person has read it. */
  async acknowledge(): Promise<void> {
    await (await this.#recall()).acknowledge();
    this.#vanished = null;
  }

  async remember(snapshot: () => UnitSnapshot): Promise<void> {
    const { database, clock, device } = this.#unit;
    // Nothing is remembered of records that leave this device.
    await database.open();
    const { state, children, mothers, pending, sync } = snapshot();
    if (state !== 'ready') return;
    const memory = await this.#recall();
    const hasRecords = children.length + mothers.length + pending > 0 || sync.stamp !== null;
    const records = children.length + mothers.length;
    const syncedAt = sync.stamp?.completedAt ?? null;
    await memory.remember({ hasRecords, records, pending, syncedAt }, clock());
    if (this.#hasAskedToPersist || (pending === 0 && sync.stamp === null)) return;
    this.#hasAskedToPersist = true;
    // Refused or impossible: the browser may remove data when the device is full, as before.
    await device.requestPersistence();
  }

  #recall(): Promise<UnitMemory> {
    this.#memory ??= this.#compare();
    return this.#memory;
  }

  async #compare(): Promise<UnitMemory> {
    const { recallUnit } = await import('../device/seen-unit.ts');
    const { feed, database, instance, device } = this.#unit;
    const isEmpty = feed.projection?.sequence === 0;
    const memory = await recallUnit(device, { name: database.name, instance, isEmpty });
    const before = this.#vanished;
    this.#vanished = memory.vanished;
    if (this.#vanished !== before) this.#onRecalled();
    return memory;
  }
}
