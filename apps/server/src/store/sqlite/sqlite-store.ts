import { emptyTree, missingOf } from '@crece/replication';
import { timeSlices, type YieldIfDue } from '../../concurrency/time-slices.ts';
import { arrivalsByDocument } from '../arrivals.ts';
import { draftParts, isDocumentId } from '../document.ts';
import {
  ANSWER_CHARACTERS,
  type DocumentChange,
  type DocumentStore,
  type DraftDocument,
  type Leaf,
  type ListQuery,
  type MissingRevisions,
  type Replicated,
  type RevisionCheck,
  type RevisionResult,
  type RevisionsAsked,
  type Snapshot,
  type SnapshotQuery,
  type StoredDocument,
  type StoredPage,
  type StoreInfo,
  StoreUnavailable,
  type WriteResult,
} from '../document-store.ts';
import { mustBeIndexed } from '../indexed-fields.ts';
import { Batch, type History } from './batch.ts';
import { bodiesOf, bodyOf, replicatedOf, revisionsIn } from './bodies.ts';
import { listLocal, readLocalDocument, writeLocalDocument } from './local-documents.ts';
import { foundBy, readPage } from './pages.ts';
import { documentOfParts, leavesOfRow, treeOf } from './rows.ts';
import type { SqliteFile } from './sqlite-file.ts';
import {
  ABOVE_ALL_TEXT,
  type DocumentRow,
  justAfter,
  type SqliteReads,
  type SqliteWrites,
  type StoreRow,
} from './statements.ts';
import { dropLeaf, takeOver, writeDraft } from './writing.ts';

const SEQUENCE = /^\d{1,15}$/;
/** Rows of bodies per step of a compaction; few, because a step blocks the process. */
const COMPACTION_ROWS = 250;
/** Steps per transaction: each commit waits for the disk, and writers wait for each transaction. */
const COMPACTION_STEPS = 8;

function sequenceOf(text: string): number {
  return SEQUENCE.test(text) ? Number(text) : 0;
}

/** One database in a SQLite file; see `DocumentStore` for the contract of its methods. */
export class SqliteStore implements DocumentStore {
  readonly name: string;
  readonly #file: SqliteFile;
  /** The database's number in its file. */
  readonly #store: number;
  readonly #history: History;
  readonly #listeners = new Set<() => void>();

  constructor(file: SqliteFile, { name, store }: StoreRow, history: History) {
    this.name = name;
    this.#file = file;
    this.#store = store;
    this.#history = history;
  }

  async info(): Promise<StoreInfo> {
    const { seq, living, deleted } = this.#row();
    return { name: this.name, docCount: living, deletedCount: deleted, updateSeq: String(seq) };
  }

  async read(id: string, rev?: string): Promise<StoredDocument | null> {
    return this.#read(id, rev);
  }

  async readMany(ids: readonly string[]): Promise<Map<string, StoredDocument>> {
    const yieldIfDue = timeSlices();
    const found = new Map<string, StoredDocument>();
    for (const id of ids) {
      const document = this.#read(id);
      if (document !== null) found.set(id, document);
      await yieldIfDue();
    }
    return found;
  }

  async readRevisions(id: string, revs: 'leaves' | readonly string[]): Promise<Replicated[]> {
    return this.#revisions({ id, revs }).revisions;
  }

  async readManyRevisions(asked: readonly RevisionsAsked[]): Promise<Replicated[][]> {
    const yieldIfDue = timeSlices();
    const answers: Replicated[][] = [];
    let characters = 0;
    for (const question of asked) {
      const { revisions, length } = this.#revisions(question);
      answers.push(revisions);
      characters += length;
      if (characters >= ANSWER_CHARACTERS) break;
      await yieldIfDue();
    }
    return answers;
  }

  async leaves(id: string): Promise<readonly Leaf[]> {
    const row = this.#file.read((reads) => this.#document(reads, id));
    return row === null ? [] : leavesOfRow(row);
  }

  async *list(query: ListQuery = {}): AsyncIterable<StoredDocument> {
    const { descending = false, limit = Number.POSITIVE_INFINITY } = query;
    let from = query.from ?? '';
    let below = query.to === undefined ? ABOVE_ALL_TEXT : justAfter(query.to);
    let left = limit;
    const yieldIfDue = timeSlices();
    while (left > 0) {
      const page = this.#file.read(({ up, down }) =>
        (descending ? down : up).page(this.#store, from, below),
      );
      const last = page.at(-1);
      if (last === undefined) return;
      if (descending) below = last.id;
      else from = justAfter(last.id);
      for (const row of page) {
        if (row.deleted !== 0) continue;
        yield documentOfParts(row.id, row);
        left -= 1;
        if (left === 0) return;
      }
      await yieldIfDue();
    }
  }

  listBy(field: string, values: readonly string[]): AsyncIterable<StoredDocument> {
    mustBeIndexed(this.name, field);
    return foundBy(this.#file, this.#store, { field, values });
  }

  async *pages(): AsyncIterable<StoredPage> {
    const yieldIfDue = timeSlices();
    for (let from: string | null = ''; ; ) {
      const start: string = from;
      const read = this.#file.read((reads) => readPage(reads, this.#store, start));
      if (read.last === null) return;
      from = justAfter(read.last);
      yield read.page;
      await yieldIfDue();
    }
  }

  snapshot(query: SnapshotQuery): Snapshot {
    // The rows may also contain changes after this sequence.
    return {
      sequence: async () => String(this.#row().seq),
      [Symbol.asyncIterator]: () => this.#snapshot(query),
    };
  }

  async *#snapshot({ after, tombstones }: SnapshotQuery): AsyncGenerator<readonly Replicated[]> {
    let from = after === undefined ? '' : justAfter(after);
    const yieldIfDue = timeSlices();
    for (;;) {
      const page = this.#file.read((reads) =>
        reads.whole.page(this.#store, from, ABOVE_ALL_TEXT).map((row) => {
          const isWanted = tombstones || row.deleted === 0;
          const leaves = isWanted ? leavesOfRow(row).map(({ rev }) => rev) : [];
          return { id: row.id, revisions: replicatedOf(reads, row, leaves) };
        }),
      );
      const last = page.at(-1);
      if (last === undefined) return;
      from = justAfter(last.id);
      for (const { revisions } of page) if (revisions.length > 0) yield revisions;
      await yieldIfDue();
    }
  }

  async write(drafts: readonly DraftDocument[]): Promise<WriteResult[]> {
    const all = drafts.map(draftParts);
    return this.#inBatch(async (batch, yieldIfDue) => {
      const results: WriteResult[] = [];
      for (const parts of all) {
        results.push(writeDraft(batch, parts, this.#history));
        await yieldIfDue();
      }
      return results;
    });
  }

  async writeRevisions(
    revisions: readonly Replicated[],
    check?: RevisionCheck,
  ): Promise<readonly RevisionResult[]> {
    const byDocument = arrivalsByDocument(revisions);
    const rules = { check: check ?? null, revsLimit: this.#history.revsLimit };
    return this.#inBatch(async (batch, yieldIfDue) => {
      const results = new Array<RevisionResult>(revisions.length);
      for (const ofOne of byDocument.values()) {
        takeOver(batch, ofOne, rules, (place, result) => {
          results[place] = result;
        });
        await yieldIfDue();
      }
      return results;
    });
  }

  async dropBranch(id: string, rev: string): Promise<boolean> {
    return isDocumentId(id) && this.#inBatch(async (batch) => dropLeaf(batch, id, rev));
  }

  async missingRevisions(
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, MissingRevisions>> {
    const yieldIfDue = timeSlices();
    const answer = new Map<string, MissingRevisions>();
    for (const [id, revs] of asked) {
      const row = this.#file.read((reads) => this.#document(reads, id));
      const found = missingOf(row === null ? emptyTree : treeOf(row), revs);
      if (found.missing.length > 0) answer.set(id, found);
      await yieldIfDue();
    }
    return answer;
  }

  async *changes(options: { since: string; limit?: number }): AsyncIterable<DocumentChange> {
    // Stop at the sequence of the start: a document that changes meanwhile would come twice, or
    // endlessly.
    const upTo = this.#row().seq;
    let since = sequenceOf(options.since);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const yieldIfDue = timeSlices();
    while (left > 0) {
      const page = this.#file.read(({ feed }) => feed.page(this.#store, since, upTo));
      const last = page.at(-1);
      if (last === undefined) return;
      since = last.seq;
      for (const row of page) {
        const { seq, id, deleted } = row;
        yield { seq: String(seq), id, deleted: deleted !== 0, leaves: leavesOfRow(row) };
        left -= 1;
        if (left === 0) return;
      }
      await yieldIfDue();
    }
  }

  async countChanges(since: string): Promise<number> {
    const { seq } = this.#row();
    const after = sequenceOf(since);
    return this.#file.read(
      ({ feedLength }) => feedLength.one(this.#store, after, seq)?.length ?? 0,
    );
  }

  compareSequences(a: string, b: string): number {
    return sequenceOf(a) - sequenceOf(b);
  }

  onChange(listener: () => void): () => void {
    // A new function, so that of a listener registered twice only one registration is removed.
    const own = () => listener();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Called when another thread has written; calls the listeners. */
  noticeChange(): void {
    this.#tell();
  }

  async readLocal(id: string): Promise<StoredDocument | null> {
    return readLocalDocument(this.#file, this.#store, id);
  }

  async writeLocal(draft: DraftDocument): Promise<WriteResult> {
    return writeLocalDocument(this.#file, this.#store, draft);
  }

  listLocal(prefix: string): AsyncIterable<StoredDocument> {
    return listLocal(this.#file, this.#store, prefix);
  }

  async compact(): Promise<void> {
    let after = 0;
    await this.#inSteps((writes) => {
      const upTo = after + COMPACTION_ROWS;
      writes.dropReplaced.run(after, upTo, this.#store);
      after = upTo;
      return (writes.lastBody.one()?.last ?? 0) <= upTo;
    });
    await this.#inSteps((writes) => {
      writes.giveBack.all();
      return (writes.freePages.one()?.freelist_count ?? 0) === 0;
    });
    await this.#file.settle();
  }

  async scrub(): Promise<void> {
    await this.compact();
    await this.#file.rewrite();
  }

  async warm(): Promise<void> {
    await this.#file.transaction(async (writes) => {
      writes.analyse.all();
    });
    // Reads every page of a list once, so that the next list finds them in the system's cache.
    for await (const _ of this.list());
  }

  /** Repeats a step until it returns true; other work runs in between. */
  async #inSteps(step: (writes: SqliteWrites) => boolean): Promise<void> {
    for (let isDone = false; !isDone; ) {
      isDone = await this.#file.transaction(async (writes, yieldIfDue) => {
        for (let i = 0; i < COMPACTION_STEPS; i += 1) {
          if (step(writes)) return true;
          await yieldIfDue();
        }
        return false;
      });
    }
  }

  #row(): StoreRow {
    const row = this.#file.read(({ store }) => store.one(this.name));
    if (row === null) throw new StoreUnavailable(`the database ${this.name} is gone`);
    return row;
  }

  /** Revisions, and the length of their bodies as JSON. */
  #revisions({ id, revs }: RevisionsAsked): { revisions: Replicated[]; length: number } {
    return this.#file.read((reads) => {
      const row = this.#document(reads, id);
      if (row === null) return { revisions: [], length: 0 };
      const asked = revs === 'leaves' ? leavesOfRow(row).map(({ rev }) => rev) : revs;
      const bodies = bodiesOf(reads, row, asked);
      const length = bodies.reduce((sum, { body }) => sum + body.length, 0);
      return { revisions: revisionsIn(row, bodies), length };
    });
  }

  #document(reads: SqliteReads, id: string): DocumentRow | null {
    return isDocumentId(id) ? reads.document.one(this.#store, id) : null;
  }

  #read(id: string, rev?: string): StoredDocument | null {
    if (!isDocumentId(id)) return null;
    return this.#file.read((reads) => {
      const row = reads.winner.one(this.#store, id);
      if (row === null || (rev === undefined && row.deleted !== 0)) return null;
      const body = rev === undefined ? row : bodyOf(reads, row, rev);
      return body === null ? null : documentOfParts(id, body);
    });
  }

  async #inBatch<Answer>(
    work: (batch: Batch, yieldIfDue: YieldIfDue) => Promise<Answer>,
  ): Promise<Answer> {
    const { answer, hasChanged } = await this.#file.transaction(async (writes, yieldIfDue) => {
      const batch = new Batch(writes, this.name, this.#history);
      const given = await work(batch, yieldIfDue);
      batch.finish();
      return { answer: given, hasChanged: batch.hasChanged };
    });
    if (hasChanged) this.#tell();
    return answer;
  }

  #tell(): void {
    // In a microtask, so that a failing listener cannot make a committed write look failed.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }
}
