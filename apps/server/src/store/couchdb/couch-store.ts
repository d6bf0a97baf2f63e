import { setTimeout as delay } from 'node:timers/promises';
import { compareRevisions, parseRevision } from '@crece/replication';
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { isDocumentId, isLocalId, localParts } from '../document.ts';
import {
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
import { holdsOneOf, mustBeIndexed } from '../indexed-fields.ts';
import { ChangeWatch } from './change-watch.ts';
import { chunks } from './chunks.ts';
import type { FeedRow } from './couch-answers.ts';
import { isAccountRefused } from './couch-client.ts';
import type { CouchDatabase } from './couch-database.ts';
import { isDesignId, type RawDocument, storableBody, storedDocument } from './couch-documents.ts';
import { type CouchHistory, CouchWriter } from './couch-writer.ts';
import { DESIGN_NAME, FIELDS_DESIGN, KINDS_VIEW } from './design-document.ts';
import { readFirst } from './read-first.ts';
import { knownDocument } from './revisions.ts';
import { isSequence, sequenceNumber } from './sequences.ts';
import type { SnapshotCopy } from './snapshot-copy.ts';

const LOCAL_PREFIX = '_local/';
/** Rows of a page, and rows of the feed whose conflicts are looked up together. */
const ROWS_AT_ONCE = 100;
/** Below this number changes are counted one by one. */
const COUNTED_ROWS = 100;
/** Rows requested beyond the limit, because some may be design documents. */
const ROOM_ROWS = 10;
const COMPACTION_POLL_MS = 250;
const COMPACTION_PATIENCE_MS = 30 * 60_000;

function localDocument({ _id, ...rest }: RawDocument): StoredDocument {
  return storedDocument({ ...rest, _id: _id.slice(LOCAL_PREFIX.length) });
}

/**
 * Leaves of a row, if the row is enough to know them; `null`: living and deleted ones are mixed.
 */
function leavesTold({ deleted, revs }: FeedRow): Leaf[] | null {
  if (!deleted && revs.length > 1) return null;
  const newest = revs.toSorted((a, b) => compareRevisions(b, a));
  return newest.map((rev) => ({ rev, deleted }));
}

export interface CouchStoreOptions {
  name: string;
  /** With the account of the service. */
  database: CouchDatabase;
  /** With the account that may compact. */
  admin: CouchDatabase;
  history: CouchHistory;
  /** Whether sequences of this server have more than their number. */
  hasLongSequences: boolean;
  /** Whether this database has the server's views. */
  hasViews: boolean;
  copy: SnapshotCopy;
  /** How long an edit waits until another edit of the same leaf gives way, in milliseconds. */
  rivalMs: number;
}

/** One database of CouchDB; see `DocumentStore` for the contract of its methods. */
export class CouchStore implements DocumentStore {
  readonly name: string;
  readonly #options: CouchStoreOptions;
  readonly #database: CouchDatabase;
  readonly #watch: ChangeWatch;
  readonly #writer: CouchWriter;
  readonly #locals = new KeyedMutex();

  constructor(options: CouchStoreOptions) {
    this.name = options.name;
    this.#options = options;
    this.#database = options.database;
    this.#watch = new ChangeWatch(options.database);
    this.#writer = new CouchWriter(options.database, options.history, {
      watch: this.#watch,
      mutex: new KeyedMutex(),
      rivalMs: options.rivalMs,
    });
  }

  async info(): Promise<StoreInfo> {
    const [info, designs] = await Promise.all([
      this.#database.info(),
      this.#database.designCount(),
    ]);
    const { docCount, deletedCount, updateSeq } = info;
    return { name: this.name, docCount: docCount - designs, deletedCount, updateSeq };
  }

  async read(id: string, rev?: string): Promise<StoredDocument | null> {
    if (!isDocumentId(id) || (rev !== undefined && parseRevision(rev) === null)) return null;
    return this.#database.document(id, rev);
  }

  async readMany(ids: readonly string[]): Promise<Map<string, StoredDocument>> {
    const rows = await this.#database.byKeys([...new Set(ids)].filter(isDocumentId), true);
    const found = new Map<string, StoredDocument>();
    for (const [id, { document, deleted }] of rows) {
      if (document !== null && !deleted) found.set(id, document);
    }
    return found;
  }

  async readRevisions(id: string, revs: 'leaves' | readonly string[]): Promise<Replicated[]> {
    const [answer = []] = await this.readManyRevisions([{ id, revs }]);
    return answer;
  }

  readManyRevisions(asked: readonly RevisionsAsked[]): Promise<Replicated[][]> {
    return readFirst(this.#database, asked);
  }

  async leaves(id: string): Promise<readonly Leaf[]> {
    if (!isDocumentId(id)) return [];
    return knownDocument(await this.#revisions([{ id }], id)).leaves;
  }

  async *list(query: ListQuery = {}): AsyncIterable<StoredDocument> {
    const { from, to, descending = false, limit = Number.POSITIVE_INFINITY } = query;
    // CouchDB answers a range that runs backwards with an error.
    if (limit <= 0 || (from !== undefined && to !== undefined && comesAfter(from, to))) return;
    let left = limit;
    let [first, last] = [from, to];
    let seen: string | null = null;
    for (;;) {
      // With room for design documents; if they take more of it, the rest is requested again.
      const asked = Number.isFinite(left) ? left + ROOM_ROWS : undefined;
      let read = 0;
      const rows = this.#database.list({ from: first, to: last, descending, limit: asked });
      for await (const { id, document } of rows) {
        read += 1;
        if (id === seen) continue;
        seen = id;
        if (document === null || isDesignId(id)) continue;
        yield document;
        left -= 1;
        if (left === 0) return;
      }
      if (asked === undefined || read < asked || seen === null) return;
      if (descending) last = seen;
      else first = seen;
    }
  }

  async *listBy(field: string, values: readonly string[]): AsyncIterable<StoredDocument> {
    mustBeIndexed(this.name, field);
    const asked = new Set(values);
    const ids = await this.#database.idsAt(FIELDS_DESIGN, field, [...asked]);
    // Without the index, which only an administrator can make, the whole database is read.
    const found = ids === null ? this.list() : this.#winners([...ids]);
    for await (const document of found) if (holdsOneOf(document[field], asked)) yield document;
  }

  async *#winners(ids: readonly string[]): AsyncIterable<StoredDocument> {
    for (const chunk of chunks(ids, ROWS_AT_ONCE)) yield* (await this.readMany(chunk)).values();
  }

  async *pages(): AsyncIterable<StoredPage> {
    let documents: StoredDocument[] = [];
    let contested: string[] = [];
    const everything = { from: undefined, to: undefined, descending: false, limit: undefined };
    for await (const row of this.#database.list({ ...everything, withContested: true })) {
      const { id, document, isContested } = row;
      if (document === null || isDesignId(id)) continue;
      documents.push(document);
      if (isContested) contested.push(id);
      if (documents.length < ROWS_AT_ONCE) continue;
      yield { documents, contested };
      [documents, contested] = [[], []];
    }
    yield { documents, contested };
  }

  snapshot(query: SnapshotQuery): Snapshot {
    return this.#options.copy.snapshot(query);
  }

  write(drafts: readonly DraftDocument[]): Promise<WriteResult[]> {
    return this.#writer.write(drafts);
  }

  writeRevisions(
    revisions: readonly Replicated[],
    check?: RevisionCheck,
  ): Promise<readonly RevisionResult[]> {
    return this.#writer.writeRevisions(revisions, check ?? null);
  }

  async dropBranch(id: string, rev: string): Promise<boolean> {
    return this.#writer.dropBranch(id, rev, this.#options.admin);
  }

  async missingRevisions(
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, MissingRevisions>> {
    const known = new Map([...asked].filter(([id]) => isDocumentId(id)));
    const found = await this.#database.revsDiff(known);
    const answer = new Map<string, MissingRevisions>();
    for (const [id, revs] of asked) {
      const row = known.has(id) ? found.get(id) : { missing: revs };
      const isMissing = new Set<string>(row?.missing);
      const missing = [...new Set(revs)].filter((rev) => isMissing.has(rev));
      const ancestors = found.get(id)?.possible_ancestors ?? [];
      const possibleAncestors = ancestors.toSorted((a, b) => compareRevisions(b, a));
      if (missing.length > 0) answer.set(id, { missing, possibleAncestors });
    }
    return answer;
  }

  async *changes(options: { since: string; limit?: number }): AsyncIterable<DocumentChange> {
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let since = this.#sequence(options.since);
    while (left > 0) {
      const asked = Number.isFinite(left) ? left : undefined;
      let read = 0;
      let rows: FeedRow[] = [];
      for await (const row of this.#database.changes(since, asked)) {
        read += 1;
        since = row.seq;
        if (!isDesignId(row.id)) rows.push(row);
        if (rows.length < ROWS_AT_ONCE) continue;
        yield* await this.#changesOf(rows);
        left -= rows.length;
        rows = [];
      }
      yield* await this.#changesOf(rows);
      left -= rows.length;
      // Fewer rows than requested: the end of the feed. Otherwise design documents took up places.
      if (asked === undefined || read < asked) return;
    }
  }

  async countChanges(since: string): Promise<number> {
    const { rows, lastSeq, pending } = await this.#database.changesPage(
      this.#sequence(since),
      COUNTED_ROWS,
    );
    const first = rows.filter(({ id }) => !isDesignId(id)).length;
    if (rows.length < COUNTED_ROWS) return first;
    if (pending !== null) return first + pending;
    let rest = 0;
    for await (const { id } of this.#database.changes(lastSeq)) if (!isDesignId(id)) rest += 1;
    return first + rest;
  }

  compareSequences(a: string, b: string): number {
    return sequenceNumber(a) - sequenceNumber(b);
  }

  onChange(listener: () => void): () => void {
    return this.#watch.listen(listener);
  }

  async readLocal(id: string): Promise<StoredDocument | null> {
    if (!isLocalId(id)) return null;
    const raw = await this.#database.special('_local', id);
    return raw === null ? null : localDocument(raw);
  }

  async writeLocal(draft: DraftDocument): Promise<WriteResult> {
    const { id, rev, deleted, body } = localParts(draft);
    return this.#watch.during(() =>
      this.#locals.runExclusive([id], async (): Promise<WriteResult> => {
        // CouchDB 3 replaces a local document whatever revision the writer names, so it is checked
        // here.
        const current = (await this.#database.special('_local', id))?._rev ?? null;
        if (rev !== current || (deleted && current === null)) {
          return { ok: false, id, error: 'conflict' };
        }
        if (deleted) {
          await this.#database.dropLocal(id, current ?? '');
          return { ok: true, id, rev: '0-0' };
        }
        const fields: Record<string, unknown> = JSON.parse(storableBody(body)) as Record<
          string,
          unknown
        >;
        const text = JSON.stringify({ ...fields, ...(current === null ? {} : { _rev: current }) });
        const written = await this.#database.putSpecial('_local', id, text);
        if (written === null) return { ok: false, id, error: 'conflict' };
        return { ok: true, id, rev: written };
      }),
    );
  }

  async *listLocal(prefix: string): AsyncIterable<StoredDocument> {
    for await (const raw of this.#database.locals(prefix)) yield localDocument(raw);
  }

  async compact(): Promise<void> {
    const { admin } = this.#options;
    try {
      await admin.compact();
    } catch (error) {
      // Without an administrator's account compaction is left to CouchDB's own schedule.
      if (isAccountRefused(error)) return;
      throw error;
    }
    const deadline = Date.now() + COMPACTION_PATIENCE_MS;
    // Compaction begins shortly after the answer, on each server of a cluster separately, so it has
    // ended when two checks in a row find nothing running.
    for (let quiet = 0; quiet < 2; ) {
      const { isCompacting } = await admin.info();
      if (isCompacting === null) return;
      quiet = isCompacting ? 0 : quiet + 1;
      if (Date.now() > deadline) throw new StoreUnavailable('CouchDB does not end a compaction');
      await delay(COMPACTION_POLL_MS);
    }
  }

  async scrub(): Promise<void> {
    await this.compact();
    // The copy on this machine is made again from CouchDB, which has dropped those bodies.
    await this.#options.copy.discard();
  }

  async warm(): Promise<void> {
    const { hasViews, copy } = this.#options;
    if (!hasViews) return;
    await Promise.all([this.#database.idsAt(DESIGN_NAME, KINDS_VIEW, []), copy.follow()]);
  }

  /** Waits for the running writes and stops following the feed. */
  async close(): Promise<void> {
    await this.#watch.settled();
    this.#watch.stop();
  }

  /** Replaces a foreign sequence, which CouchDB would refuse, by the start. */
  #sequence(text: string): string {
    const isOwn = isSequence(text) && (text.includes('-') || !this.#options.hasLongSequences);
    return isOwn ? text : '0';
  }

  async #revisions(
    asked: readonly { id: string; rev?: string }[],
    id: string,
  ): Promise<Replicated[]> {
    return (await this.#database.revisions(asked)).get(id) ?? [];
  }

  async #changesOf(rows: readonly FeedRow[]): Promise<DocumentChange[]> {
    const unclear = rows.filter((row) => leavesTold(row) === null).map(({ id }) => ({ id }));
    const found = unclear.length === 0 ? null : await this.#database.revisions(unclear);
    return rows.flatMap((row) => {
      const { seq, id } = row;
      const leaves = leavesTold(row) ?? knownDocument(found?.get(id) ?? []).leaves;
      const [winner] = leaves;
      return winner === undefined ? [] : [{ seq, id, deleted: winner.deleted, leaves }];
    });
  }
}

/** Whether an id comes after another in the order of code points, as CouchDB lists them. */
function comesAfter(a: string, b: string): boolean {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')) > 0;
}
