import { type Replicated, type StoredDocument, StoreUnavailable } from '../document-store.ts';
import { chunks, sideBySide } from './chunks.ts';
import {
  type CouchFeedPage,
  type DatabaseInfo,
  type EditRow,
  type FeedRow,
  feedPage,
  feedRow,
  type KeyRow,
  type ListedRow,
  mustBeMissing,
  type RawChange,
  type RawInfo,
  type RawListed,
  type RawPage,
  type RawRevisions,
  type RefusedRow,
  revisionsInRow,
} from './couch-answers.ts';
import type { CouchAnswer, CouchClient, Request } from './couch-client.ts';
import { chunksOf, type RawDocument, storedDocument } from './couch-documents.ts';
import { localsOf } from './couch-locals.ts';
import { feedRequest, isUnreadable, joined, revisionsRequest, START } from './couch-requests.ts';
import { DatabaseRequests } from './database-requests.ts';

/** Documents requested by id in one request. */
const KEYS_AT_ONCE = 500;
const REVISIONS_AT_ONCE = 250;
/** CouchDB ends a wait by itself after this time. */
const WAIT_MS = 50_000;
const ACCEPTED = 202;
const FORBIDDEN = 403;
const MISSING = 404;
const CONFLICT = 409;
const EXISTS = 412;
const FIRST_DESIGN = '_design/';
const AFTER_DESIGNS = '_design0';

/** One database of CouchDB by its calls; it and `couch-locals.ts` alone trust the form of its answers. */
export class CouchDatabase {
  readonly #requests: DatabaseRequests;

  constructor(client: CouchClient, name: string) {
    this.#requests = new DatabaseRequests(client, name);
  }

  /** Whether the database exists, even if this account may not read it. */
  async exists(): Promise<boolean> {
    const expected = [MISSING, FORBIDDEN];
    const { status } = await this.#requests.ask({
      method: 'GET',
      path: '',
      isQuestion: true,
      expected,
    });
    return status !== MISSING;
  }

  /** Creates the database if it does not exist; returns `false` if it did. */
  async make(): Promise<boolean> {
    if (await this.exists()) return false;
    // 412: another process has just created it.
    const expected = [ACCEPTED, EXISTS];
    await this.#requests.ask({ method: 'PUT', path: '', isQuestion: false, expected });
    return true;
  }

  /**
   * Must be called after creating the database: a server that does not know the database yet is
   * then asked again.
   */
  markNew(): void {
    this.#requests.markNew();
  }

  async info(): Promise<DatabaseInfo> {
    const { body } = await this.#requests.ask({ method: 'GET', path: '', isQuestion: true });
    const info = body as RawInfo;
    return {
      docCount: info.doc_count,
      deletedCount: info.doc_del_count ?? 0,
      updateSeq: String(info.update_seq),
      isCompacting: info.compact_running ?? null,
      madeAt: info.instance_start_time ?? '',
      copies: info.cluster?.n ?? 1,
    };
  }

  /** Number of design documents, which `info` counts among the documents. */
  async designCount(): Promise<number> {
    const query = {
      start_key: JSON.stringify(FIRST_DESIGN),
      end_key: JSON.stringify(AFTER_DESIGNS),
    };
    const { body } = await this.#requests.ask({
      method: 'GET',
      path: '_all_docs',
      query,
      isQuestion: true,
    });
    return (body as { rows: unknown[] }).rows.length;
  }

  /** A document, or a named revision; `null` when it does not exist. */
  async document(id: string, rev?: string): Promise<StoredDocument | null> {
    const raw = await this.#document(encodeURIComponent(id), rev === undefined ? {} : { rev });
    return raw === null ? null : storedDocument(raw);
  }

  /** A document whose id keeps the slash after its first part: `_design/…`, `_local/…`. */
  special(kind: '_design' | '_local', id: string): Promise<RawDocument | null> {
    return this.#document(`${kind}/${encodeURIComponent(id)}`, {});
  }

  async putSpecial(kind: '_design' | '_local', id: string, body: string): Promise<string | null> {
    const answer = await this.#requests.ask({
      method: 'PUT',
      path: `${kind}/${encodeURIComponent(id)}`,
      body,
      isQuestion: false,
      expected: [CONFLICT],
    });
    return answer.status === CONFLICT ? null : (answer.body as { rev: string }).rev;
  }

  async dropLocal(id: string, rev: string): Promise<void> {
    await this.#requests.ask({
      method: 'DELETE',
      path: `_local/${encodeURIComponent(id)}`,
      query: { rev },
      isQuestion: false,
    });
  }

  /** The state of these documents, deleted ones too; unknown ones are left out. */
  async byKeys(ids: readonly string[], withDocuments: boolean): Promise<Map<string, KeyRow>> {
    const found = new Map<string, KeyRow>();
    for (const keys of chunks(ids, KEYS_AT_ONCE)) {
      const { body } = await this.#requests.ask({
        method: 'POST',
        path: '_all_docs',
        query: { include_docs: withDocuments },
        body: JSON.stringify({ keys }),
        isQuestion: true,
      });
      for (const { id, value, doc } of (body as { rows: RawListed[] }).rows) {
        if (id === undefined || value === undefined) continue;
        const { rev, deleted = false } = value;
        const document = doc === null || doc === undefined ? null : storedDocument(doc);
        found.set(id, { rev, deleted, document });
      }
    }
    return found;
  }

  /**
   * Rows of living documents in the order of their ids, as they arrive; includes design documents.
   */
  async *list(query: {
    from: string | undefined;
    to: string | undefined;
    descending: boolean;
    limit: number | undefined;
    withContested?: boolean;
  }): AsyncGenerator<ListedRow, void> {
    const { from, to, descending, limit, withContested = false } = query;
    const [first, last] = descending ? [to, from] : [from, to];
    const rows = this.#requests.elements({
      method: 'GET',
      path: '_all_docs',
      query: {
        include_docs: true,
        conflicts: withContested ? true : undefined,
        descending: descending ? true : undefined,
        start_key: first === undefined ? undefined : JSON.stringify(first),
        end_key: last === undefined ? undefined : JSON.stringify(last),
        limit,
      },
      isQuestion: true,
    });
    for await (const row of rows) {
      const { id, doc } = row as RawListed;
      if (id === undefined) throw new StoreUnavailable('CouchDB broke off a list');
      // Without a document: it was deleted between the list and this row.
      const document = doc === undefined || doc === null ? null : storedDocument(doc);
      yield { id, document, isContested: doc?.['_conflicts'] !== undefined };
    }
  }

  /** Revisions with ancestry by document; without `rev` every leaf. Unknown ones are left out. */
  async revisions(
    asked: readonly { id: string; rev?: string }[],
  ): Promise<Map<string, Replicated[]>> {
    const found = new Map<string, Replicated[]>();
    // CouchDB reads them one after the other, so parallel requests take only a fraction of the
    // time.
    await sideBySide(chunks(asked, REVISIONS_AT_ONCE), async (docs) => {
      const { body } = await this.#requests.ask(revisionsRequest(docs));
      for (const row of (body as { results: RawRevisions[] }).results) {
        const known = found.get(row.id) ?? [];
        found.set(row.id, known);
        known.push(...revisionsInRow(row));
      }
    });
    return found;
  }

  /** The same in one request and as it arrives: each row with the length of its text. */
  async *revisionRows(
    asked: readonly { id: string; rev?: string }[],
  ): AsyncGenerator<{ id: string; found: Replicated[]; length: number }, void> {
    const rows = this.#requests.sizedElements(revisionsRequest(asked));
    for await (const { value, length } of rows) {
      const row = value as RawRevisions;
      yield { id: row.id, found: revisionsInRow(row), length };
    }
  }

  /** The named revisions that are not stored, with leaves that they may continue. */
  async revsDiff(
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, { missing: string[]; possible_ancestors?: string[] }>> {
    const found = new Map<string, { missing: string[]; possible_ancestors?: string[] }>();
    // CouchDB reports a revision that is asked for twice as missing.
    const once = [...asked].map(([id, revs]): [string, string[]] => [id, [...new Set(revs)]]);
    for (const entries of chunks(once, KEYS_AT_ONCE)) {
      const { body } = await this.#requests.ask({
        method: 'POST',
        path: '_revs_diff',
        body: JSON.stringify(Object.fromEntries(entries)),
        isQuestion: true,
      });
      const answer = body as Record<string, { missing: string[] }>;
      for (const [id, row] of Object.entries(answer)) found.set(id, row);
    }
    return found;
  }

  /** Stores revisions as they are; returns those that CouchDB refused. */
  async putRevisions(texts: readonly { text: string }[]): Promise<RefusedRow[]> {
    const refused: RefusedRow[] = [];
    for (const chunk of chunksOf(texts)) {
      const { body } = await this.#bulk(`{"new_edits":false,"docs":[${joined(chunk)}]}`);
      for (const row of body as Partial<RefusedRow>[]) {
        const { id, rev = null, error, reason = '' } = row;
        if (id !== undefined && error !== undefined) refused.push({ id, rev, error, reason });
      }
    }
    return refused;
  }

  /**
   * Edits to which CouchDB gives the revision, each on the leaf that it names; answers in the given
   * order. `isKept`: a majority of copies holds every accepted edit. Otherwise some edits may be on
   * fewer copies, or beside another edit of the same leaf.
   */
  async edit(texts: readonly { text: string }[]): Promise<{ answers: EditRow[]; isKept: boolean }> {
    const answers: EditRow[] = [];
    let isKept = true;
    for (const chunk of chunksOf(texts)) {
      const { status, body } = await this.#bulk(`{"docs":[${joined(chunk)}]}`, [ACCEPTED]);
      const rows = body as EditRow[];
      if (rows.length !== chunk.length) {
        throw new StoreUnavailable('CouchDB did not answer every edit');
      }
      answers.push(...rows);
      if (status === ACCEPTED) isKept = false;
    }
    return { answers, isKept };
  }

  /**
   * The feed after a sequence, as it arrives; ends where it ended when reading began. A sequence
   * that CouchDB cannot read counts as the start.
   */
  async *changes(since: string, limit?: number): AsyncGenerator<FeedRow, void> {
    const rows = this.#requests.elements(feedRequest(since, limit));
    try {
      for await (const row of rows) {
        if ((row as Partial<RawChange>).changes === undefined) {
          throw new StoreUnavailable('CouchDB broke off its feed');
        }
        yield feedRow(row as RawChange);
      }
    } catch (error) {
      if (!isUnreadable(error, since)) throw error;
      yield* this.changes(START, limit);
    }
  }

  /** One page of the feed; an unreadable sequence counts as the start, as above. */
  async changesPage(since: string, limit: number, withDocuments = false): Promise<CouchFeedPage> {
    const request = feedRequest(since, limit);
    const query = { ...request.query, include_docs: withDocuments ? true : undefined };
    try {
      return feedPage((await this.#requests.ask({ ...request, query })).body as RawPage);
    } catch (error) {
      if (!isUnreadable(error, since)) throw error;
      return this.changesPage(START, limit, withDocuments);
    }
  }

  /** Waits for the next changes; an empty page when there were none for a while. */
  async waitForChanges(since: string, signal: AbortSignal): Promise<CouchFeedPage> {
    const request = feedRequest(since);
    const query = { ...request.query, feed: 'longpoll', timeout: WAIT_MS };
    const { body } = await this.#requests.ask({ ...request, query, signal, waitMs: WAIT_MS });
    return feedPage(body as RawPage);
  }

  /** Local documents whose ids begin with `prefix`, in the order of their ids, as they arrive. */
  locals(prefix: string): AsyncGenerator<RawDocument, void> {
    return localsOf(this.#requests, prefix);
  }

  /**
   * Ids of the documents that a view has at one of these keys; `null`: there is no such view.
   * Brings its index up to date first.
   */
  async idsAt(
    design: string,
    view: string,
    keys: readonly string[],
  ): Promise<ReadonlySet<string> | null> {
    const { status, body } = await this.#requests.ask({
      method: 'POST',
      path: `_design/${design}/_view/${view}`,
      query: { reduce: false },
      body: JSON.stringify({ keys }),
      isQuestion: true,
      isLong: true,
      expected: [MISSING],
    });
    if (status === MISSING) return null;
    return new Set((body as { rows: { id: string }[] }).rows.map(({ id }) => id));
  }

  /** Removes a leaf from a document's tree, with the ancestors that no other leaf continues. */
  async purge(id: string, rev: string): Promise<void> {
    const body = JSON.stringify({ [id]: [rev] });
    // 202: some copies follow later, by themselves.
    const expected = [ACCEPTED];
    await this.#requests.ask({ method: 'POST', path: '_purge', body, isQuestion: false, expected });
  }

  async compact(): Promise<void> {
    const path = '_compact';
    await this.#requests.ask({
      method: 'POST',
      path,
      body: '{}',
      isQuestion: false,
      expected: [ACCEPTED],
    });
  }

  /** A setting of the database, e.g. `_security`. */
  async setting(name: '_security' | '_revs_limit'): Promise<unknown> {
    return (await this.#requests.ask({ method: 'GET', path: name, isQuestion: true })).body;
  }

  async putSetting(name: '_security' | '_revs_limit', value: unknown): Promise<void> {
    const body = JSON.stringify(value);
    await this.#requests.ask({ method: 'PUT', path: name, body, isQuestion: false });
  }

  #bulk(body: string, expected: readonly number[] = []): Promise<CouchAnswer> {
    return this.#requests.ask({
      method: 'POST',
      path: '_bulk_docs',
      body,
      isQuestion: false,
      expected,
    });
  }

  async #document(path: string, query: { rev?: string }): Promise<RawDocument | null> {
    const request: Request = { method: 'GET', path, query, isQuestion: true, expected: [MISSING] };
    const { status, body } = await this.#requests.ask(request);
    if (status !== MISSING) return body as RawDocument;
    mustBeMissing(body);
    return null;
  }
}
