import { emptyTree, leavesOf, type RevisionTree } from '@crece/replication';
import { StoreUnavailable } from '../document-store.ts';
import type { Naming } from '../drafts.ts';
import { leavesOfRow, treeOf } from './rows.ts';
import type { BodyRow, DocumentRow, SqliteWrites, StoreRow } from './statements.ts';

/** How a database treats replaced revisions. */
export interface History extends Naming {
  /** Whether bodies of replaced revisions stay until the next compaction. */
  keepsReplaced: boolean;
}

/** A document as a batch found it. */
export interface FoundRow {
  row: DocumentRow | null;
  tree: RevisionTree;
}

/** A document's new state: its tree, and the bodies of its new revisions. */
export interface NextState {
  id: string;
  found: FoundRow;
  tree: RevisionTree;
  bodies: readonly BodyRow[];
  /** Revisions that were dropped from the tree. */
  stemmed: readonly string[];
}

/** The documents of one transaction; each changed document gets a new sequence in the feed. */
export class Batch {
  readonly #writes: SqliteWrites;
  readonly #store: StoreRow;
  readonly #keepsReplaced: boolean;
  readonly #firstSeq: number;

  constructor(writes: SqliteWrites, name: string, { keepsReplaced }: History) {
    const store = writes.store.one(name);
    if (store === null) throw new StoreUnavailable(`the database ${name} is gone`);
    this.#writes = writes;
    this.#store = store;
    this.#firstSeq = store.seq;
    this.#keepsReplaced = keepsReplaced;
  }

  get hasChanged(): boolean {
    return this.#store.seq > this.#firstSeq;
  }

  find(id: string): FoundRow {
    const row = this.#writes.document.one(this.#store.store, id);
    return { row, tree: row === null ? emptyTree : treeOf(row) };
  }

  save({ id, found: { row }, tree, bodies, stemmed }: NextState): void {
    const writes = this.#writes;
    const [winner, ...others] = leavesOf(tree);
    if (winner === undefined) throw new Error(`a tree without leaves: ${id}`);
    const isLeaf = new Set([winner, ...others].map(({ rev }) => rev));

    const loose = new Map(bodies.map((body) => [body.rev, body]));
    if (row !== null) loose.set(row.rev, row);
    const { body } = loose.get(winner.rev) ?? this.#takeBody(row, winner.rev);
    loose.delete(winner.rev);

    const seq = this.#nextSeq();
    const isDeleted = Number(winner.deleted);
    const loserJson = others.length === 0 ? null : JSON.stringify(others);
    const columns = [seq, isDeleted, winner.rev, loserJson, JSON.stringify(tree), body] as const;
    const document = row?.document ?? writes.add.run(this.#store.store, id, ...columns).row;
    if (row !== null) writes.change.run(...columns, document);
    this.#count(row === null ? null : row.deleted !== 0, winner.deleted);

    const gone = new Set(stemmed);
    for (const { rev, deleted, body: text } of loose.values()) {
      const isKept = isLeaf.has(rev) || (this.#keepsReplaced && !gone.has(rev));
      if (isKept) writes.keepBody.run(document, rev, deleted, text);
    }
    for (const rev of stemmed) writes.dropBody.run(document, rev);
    if (!this.#keepsReplaced && row !== null) {
      const losers = leavesOfRow(row).slice(1);
      for (const { rev } of losers) if (!isLeaf.has(rev)) writes.dropBody.run(document, rev);
    }
  }

  /** Writes the counters; must be called once, at the end. */
  finish(): void {
    if (!this.hasChanged) return;
    const { seq, living, deleted, store } = this.#store;
    this.#writes.count.run(seq, living, deleted, store);
  }

  #takeBody(row: DocumentRow | null, rev: string): BodyRow {
    const body = row === null ? null : this.#writes.body.one(row.document, rev);
    if (row === null || body === null) throw new Error(`a leaf without a body: ${rev}`);
    this.#writes.dropBody.run(row.document, rev);
    return body;
  }

  #nextSeq(): number {
    this.#store.seq += 1;
    return this.#store.seq;
  }

  #count(wasDeleted: boolean | null, isDeleted: boolean): void {
    if (wasDeleted === true) this.#store.deleted -= 1;
    if (wasDeleted === false) this.#store.living -= 1;
    if (isDeleted) this.#store.deleted += 1;
    else this.#store.living += 1;
  }
}
