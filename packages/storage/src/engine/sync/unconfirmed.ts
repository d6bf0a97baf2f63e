import type { UnitRecords } from '../../unit/records/unit-records.ts';
import { keyOf, type Revision } from './revisions.ts';

/** Local document that stores the list. */
const LOCAL_ID = 'crece-sync-unconfirmed';

/**
 * Maximum number of revisions kept after a cut run; a run that sent more is followed by a check of
 * everything.
 */
const MAX_KEPT = 5_000;

/**
 * Revisions that the server acknowledged and its feed has not named since. A server restored from a
 * backup in between forgets an acknowledgement without a sign, unless its operator renewed the
 * epoch; so each revision must be seen once more in the feed before its acknowledgement is final.
 */
export class Unconfirmed {
  /** True when a cut run sent more revisions than could be kept. */
  readonly isCut: boolean;
  readonly #store: UnitRecords;
  readonly #open: Map<string, Revision>;
  #isKept = true;

  private constructor(store: UnitRecords, revisions: readonly Revision[], isCut: boolean) {
    this.#store = store;
    this.isCut = isCut;
    this.#open = new Map(revisions.map((revision) => [keyOf(revision), revision]));
  }

  /** Loads the list left by an earlier run. */
  static async load(store: UnitRecords): Promise<Unconfirmed> {
    const stored = await store.readLocal(LOCAL_ID);
    const kept: unknown = stored?.['revisions'];
    const pairs: readonly unknown[] = Array.isArray(kept) ? kept : [];
    const revisions = pairs.flatMap((pair): Revision[] => {
      const [id, rev] = Array.isArray(pair) ? (pair as unknown[]) : [];
      return typeof id === 'string' && typeof rev === 'string' ? [{ id, rev }] : [];
    });
    return new Unconfirmed(store, revisions, stored?.['isCut'] === true);
  }

  get revisions(): readonly Revision[] {
    return [...this.#open.values()];
  }

  /**
   * Adds revisions. Call it before the acknowledgement is stored, so that none is stored without
   * its entry here.
   */
  async add(revisions: readonly Revision[]): Promise<void> {
    for (const { id, rev } of revisions) this.#open.set(keyOf({ id, rev }), { id, rev });
    if (revisions.length > 0) this.#isKept = false;
    await this.keep();
  }

  /** Notes that the server has a revision; returns whether it was unconfirmed. */
  confirm(revision: Revision): boolean {
    const isOpen = this.#open.delete(keyOf(revision));
    if (isOpen) this.#isKept = false;
    return isOpen;
  }

  /** Empties the list, because everything is offered again. */
  async clear(): Promise<void> {
    if (this.#open.size > 0) this.#isKept = false;
    this.#open.clear();
    await this.keep();
  }

  async keep(): Promise<void> {
    if (this.#isKept) return;
    const revisions = this.revisions.slice(0, MAX_KEPT).map(({ id, rev }) => [id, rev]);
    const before = await this.#store.readLocal(LOCAL_ID);
    await this.#store.writeLocal(
      LOCAL_ID,
      {
        ...(before?._rev === undefined ? {} : { _rev: before._rev }),
        revisions,
        isCut: this.#open.size > MAX_KEPT,
      },
      'relaxed',
    );
    this.#isKept = true;
  }
}
