import type { UnitMemory } from '../device/seen-unit.ts';
import type { VanishedData } from '../device/types.ts';
import type { LedgerState } from '../known/ledger-state.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { UnitParts } from './unit-parts.ts';

/** Stores outside the unit's database what it contains, so that its loss is noticed. */
export class Remembering {
  readonly #unit: UnitParts;
  /** Called when it becomes known that records have vanished, or no longer count as vanished. */
  readonly #onRecalled: () => void;
  /** What the device remembers of the unit; read after the list was shown. */
  #memory: Promise<UnitMemory> | null = null;
  #vanished: VanishedData | null = null;
  #hasAskedToPersist = false;
  /** The ledger and the sequence for which the counts were kept last. */
  #counted: LedgerState | null = null;
  #countedAt = 0;

  constructor(unit: UnitParts, onRecalled: () => void) {
    this.#unit = unit;
    this.#onRecalled = onRecalled;
  }

  get vanished(): VanishedData | null {
    return this.#vanished;
  }

  /** Reads again whether another tab has acknowledged vanished records. */
  distrust(): void {
    if (this.#vanished !== null) this.#memory = null;
  }

  /** The person has read that records vanished. */
  async acknowledge(): Promise<void> {
    await (await this.#recall()).acknowledge();
    this.#vanished = null;
  }

  async remember(snapshot: () => UnitSnapshot): Promise<void> {
    const { database, clock, device } = this.#unit;
    // Throws when the database was removed: then nothing of its records may be remembered.
    await database.open();
    const { state, children, mothers, pending, sync } = snapshot();
    if (state !== 'ready') return;
    const memory = await this.#recall();
    const records = children.length + mothers.length;
    const hasRecords = records + pending > 0;
    const syncedAt = sync.stamp?.completedAt ?? null;
    await memory.remember({ hasRecords, records, pending, syncedAt }, clock());
    await this.#keepCounts(snapshot());
    if (this.#hasAskedToPersist || (pending === 0 && sync.stamp === null)) return;
    this.#hasAskedToPersist = true;
    // If it is refused or not possible, the browser may still remove data when the device is full.
    await device.requestPersistence();
  }

  /** Writes only when something changed. */
  async #keepCounts(snapshot: UnitSnapshot): Promise<void> {
    const { database, instance, feed, device } = this.#unit;
    const sequence = feed.projection?.sequence;
    const { ledger } = feed.known;
    if (sequence === undefined || (this.#counted === ledger && this.#countedAt === sequence))
      return;
    [this.#counted, this.#countedAt] = [ledger, sequence];
    const { keepCounts } = await import('./unit-counts.ts');
    await keepCounts(device.store, database.name, snapshot, { instance, sequence, ledger });
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
