import type { SyncStore } from '../store/sync-store.ts';
import { keyOf, type Revision } from './revisions.ts';

/** Local document that holds the list. */
const LOCAL_ID = 'crece-sync-unconfirmed';

/** Revisions kept over a cut run; a run that sent more is followed by a check of everything. */
const MAX_KEPT = 5_000;

/**
 * What the server acknowledged and its feed has not named since. A server that is put back from a
 * copy between the two forgets an acknowledgement without a word, unless whoever restored it renewed
 * its epoch; so each is seen once more before it is believed for good.
 */
export class Unconfirmed {
  /** More was sent by a run that was cut than could be kept. */
  readonly isCut: boolean;
  readonly #store: SyncStore;
  readonly #open: Map<string, Revision>;
  #isKept = true;

  private constructor(store: SyncStore, revisions: readonly Revision[], isCut: boolean) {
    this.#store = store;
    this.isCut = isCut;
    this.#open = new Map(revisions.map((revision) => [keyOf(revision), revision]));
  }

  /** The list as an earlier run left it. */
  static async load(store: SyncStore): Promise<Unconfirmed> {
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

  /** Noted before the acknowledgement is, so that it is never forgotten alone. */
  async add(revisions: readonly Revision[]): Promise<void> {
    for (const { id, rev } of revisions) this.#open.set(keyOf({ id, rev }), { id, rev });
    if (revisions.length > 0) this.#isKept = false;
    await this.keep();
  }

  /** It was seen on the server; answers whether it had been waited for. */
  confirm(revision: Revision): boolean {
    const isOpen = this.#open.delete(keyOf(revision));
    if (isOpen) this.#isKept = false;
    return isOpen;
  }

  /** Everything is offered again, acknowledged or not. */
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
