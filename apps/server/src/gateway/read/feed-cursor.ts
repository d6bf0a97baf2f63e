import type { ChangesQuery } from '@crece/contract';
import { isCounted } from '@crece/replication';
import { tally } from '../../base/tally.ts';
import type { DocumentChange, DocumentStore, StoredDocument } from '../../store/document-store.ts';
import { MOST_AT_ONCE, readInBatches } from './batches.ts';

const PULLED = tally('crece_pulled_records_total', { by: 'changes' });

export interface FeedQuery extends Pick<ChangesQuery, 'style' | 'include_docs'> {
  /** A sequence, or `now`. */
  since: string;
  /** `null`: no limit. */
  limit: number | null;
  /** `null`: all documents. */
  docIds: ReadonlySet<string> | null;
}

/** A reader's place in the change feed of a unit: which rows it gets, and how many remain. */
export class FeedCursor {
  readonly #store: DocumentStore;
  readonly #query: FeedQuery;
  #since: string;
  #left: number;

  private constructor(store: DocumentStore, query: FeedQuery, since: string) {
    this.#store = store;
    this.#query = query;
    this.#since = since;
    this.#left = query.limit ?? Number.POSITIVE_INFINITY;
  }

  static async open(store: DocumentStore, query: FeedQuery): Promise<FeedCursor> {
    const isNow = query.since === 'now';
    return new FeedCursor(store, query, isNow ? (await store.info()).updateSeq : query.since);
  }

  /** The sequence up to which everything was given. */
  get sequence(): string {
    return this.#since;
  }

  /** Whether the reader has got as many rows as it asked for. */
  get isFull(): boolean {
    return this.#left === 0;
  }

  /** The rows from here to the newest change, as many as are asked for. */
  async *rows(): AsyncGenerator<string, void> {
    if (this.isFull) return;
    let looked: string | null = null;
    // How many changes wait until their documents are read together.
    const most = this.#query.include_docs ? MOST_AT_ONCE : 1;
    let waiting: DocumentChange[] = [];
    for await (const change of this.#changes()) {
      looked = change.seq;
      if (!this.#wants(change)) continue;
      waiting.push(change);
      if (waiting.length < Math.min(most, this.#left)) continue;
      yield* this.#given(waiting);
      waiting = [];
      if (this.isFull) return;
    }
    yield* this.#given(waiting);
    // Only as far as was read: one copy of a cluster may be ahead of another.
    if (looked !== null) this.#since = looked;
    else await this.#comeBack();
  }

  /** How many rows there are from here on. */
  async pending(): Promise<number> {
    if (this.#query.docIds === null) return this.#store.countChanges(this.#since);
    let rows = 0;
    for await (const change of this.#store.changes({ since: this.#since })) {
      if (this.#wants(change)) rows += 1;
    }
    return rows;
  }

  /**
   * When the unit was restored to an older state, go back to its sequence so that the reader
   * notices.
   */
  async #comeBack(): Promise<void> {
    const { updateSeq } = await this.#store.info();
    if (!isCounted(updateSeq)) return;
    if (this.#store.compareSequences(updateSeq, this.#since) < 0) this.#since = updateSeq;
  }

  #changes(): AsyncIterable<DocumentChange> {
    const isBounded = this.#query.docIds === null && Number.isFinite(this.#left);
    const limit = isBounded ? { limit: this.#left } : {};
    return this.#store.changes({ since: this.#since, ...limit });
  }

  #wants({ id }: DocumentChange): boolean {
    return this.#query.docIds?.has(id) ?? true;
  }

  /** The rows of these changes; each counts against the limit. */
  async *#given(changes: readonly DocumentChange[]): AsyncGenerator<string, void> {
    for await (const [change, fields] of this.#withDocuments(changes)) {
      this.#since = change.seq;
      this.#left -= 1;
      PULLED.add(1);
      yield this.#row(change, fields);
    }
  }

  async *#withDocuments(
    changes: readonly DocumentChange[],
  ): AsyncGenerator<readonly [DocumentChange, { doc?: StoredDocument | null }], void> {
    if (!this.#query.include_docs) {
      for (const change of changes) yield [change, {}];
      return;
    }
    const questions = changes.map((change) => {
      const winner = change.leaves.slice(0, 1).map(({ rev }) => rev);
      return { id: change.id, revs: winner, change };
    });
    // `null`: the revision was replaced meanwhile, and its body is no longer stored.
    for await (const [{ change }, [read]] of readInBatches(this.#store, questions)) {
      yield [change, { doc: read?.document ?? null }];
    }
  }

  #row(
    { seq, id, deleted, leaves }: DocumentChange,
    fields: { doc?: StoredDocument | null },
  ): string {
    const named = this.#query.style === 'all_docs' ? leaves : leaves.slice(0, 1);
    return JSON.stringify({
      seq,
      id,
      changes: named.map(({ rev }) => ({ rev })),
      ...(deleted ? { deleted } : {}),
      ...fields,
    });
  }
}
