/**
 * CONTRACT FAKES. express-pouchdb, the CouchDB-compatible server of the tests, lacks a few calls of
 * CouchDB 3, or answers them differently. Each function here imitates exactly one of them, as
 * described in CouchDB's manual (docs.couchdb.org, "API Reference") and source, and no more:
 *
 * - accounts and permissions (`_security`): the test server has none
 * - `_revs_limit` and `_security` as settings of a database: the former is missing, the latter has
 *   no accounts
 * - `GET /db`: `doc_del_count` is missing
 * - `_local_docs`: missing (PouchDB keeps no list of local documents)
 * - `_bulk_get` without `rev`: CouchDB answers every leaf, PouchDB only the winner
 * - `_revs_diff`: CouchDB knows ancestors without a body, and reports `possible_ancestors`
 * - `_changes`: `pending` is missing
 * - `_bulk_docs`: no `validate_doc_update` (the test server's own plug-in for it removes the
 *   ancestry of every document: `newDoc._revisions = oldDoc._revisions`)
 *
 * The same tests run on a real CouchDB, without any of this, with `CRECE_TEST_COUCHDB_URL`.
 */
import { runInNewContext } from 'node:vm';
import type PouchDB from 'pouchdb-core';
import type { Document } from 'pouchdb-core';
import { ADMIN, SERVICE, STRANGER } from './couch-accounts.ts';

export interface Asked {
  method: string;
  /** Decoded parts of the path: the database, then the rest. */
  parts: readonly string[];
  query: URLSearchParams;
  /** As sent; empty when there is none. */
  body: string;
  user: string | null;
}

/** An answer in place of the server's, or a body to pass on to the server instead. */
export type Faked = { status: number; body: unknown } | { handOn: string } | null;

type Pouch = PouchDB & {
  changes(options: object): PromiseLike<{ results: { deleted?: boolean }[] }>;
};

interface Security {
  members?: { names?: string[] };
}

const DEFAULT_REVS_LIMIT = 1_000;
const ok = { status: 200, body: { ok: true } };

/** The user of an authorization header; `null` when name or password is wrong. */
export function userOf(authorization: string | undefined): string | null {
  const pair = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString('utf8');
  const known = [SERVICE, ADMIN, STRANGER].find(
    ({ name, password }) => pair === `${name}:${password}`,
  );
  return known?.name ?? null;
}

function generationOf(rev: string): number {
  return Number.parseInt(rev, 10);
}

function pathOf({ _revisions }: Document): string[] {
  const { start, ids } = _revisions as { start: number; ids: string[] };
  return ids.map((id, place) => `${start - place}-${id}`);
}

function refusalOf(source: string, doc: Document): string[] {
  const json = JSON.stringify(JSON.stringify(doc));
  const code = `(function () {
    try { (${source})(JSON.parse(${json}), null, {}, {}); return []; }
    catch (refusal) { return [refusal.forbidden]; }
  })()`;
  return runInNewContext(code) as string[];
}

/** State that CouchDB keeps beside the documents. */
export class ContractFakes {
  readonly #openPouch: (name: string) => Pouch;
  readonly #security = new Map<string, Security>();
  readonly #revsLimits = new Map<string, number>();
  readonly #locals = new Map<string, Set<string>>();

  constructor(openPouch: (name: string) => PouchDB) {
    this.#openPouch = openPouch as (name: string) => Pouch;
  }

  /** CouchDB's refusal for this user; `null` when the call is allowed. */
  refuse({ method, parts, user }: Asked, isHere: boolean): Faked {
    if (user === null) {
      const reason = 'Name or password is incorrect.';
      return { status: 401, body: { error: 'unauthorized', reason } };
    }
    if (user === ADMIN.name || parts.length === 0) return null;
    const [database = '', call = ''] = parts;
    const isAdministration =
      database === '_all_dbs' ||
      (parts.length === 1 && ['PUT', 'DELETE'].includes(method)) ||
      ['_compact', '_view_cleanup'].includes(call) ||
      (method === 'PUT' && ['_security', '_revs_limit', '_design'].includes(call));
    if (isAdministration) {
      const reason = 'You are not a server admin.';
      return { status: 401, body: { error: 'unauthorized', reason } };
    }
    if (!isHere) return null;
    // A new database is for administrators only, as in CouchDB 3.
    const names = this.#security.get(database)?.members?.names ?? [];
    if (names.includes(user)) return null;
    const reason = 'You are not allowed to access this db.';
    return { status: 403, body: { error: 'forbidden', reason } };
  }

  /** Answers calls that the server lacks; the database exists. */
  async answer(asked: Asked): Promise<Faked> {
    const { method, parts, body } = asked;
    const [database = '', call] = parts;
    if (call === undefined && method === 'GET') return this.#info(database);
    if (call === '_security') return this.#setting(this.#security, database, asked, {});
    if (call === '_revs_limit') {
      return this.#setting(this.#revsLimits, database, asked, DEFAULT_REVS_LIMIT);
    }
    if (call === '_local') this.#noteLocal(asked);
    if (call === '_local_docs') return this.#localDocs(asked);
    if (call === '_bulk_get') return { handOn: await this.#everyLeaf(database, body) };
    if (call === '_bulk_docs') return this.#validated(database, body);
    if (call === '_revs_diff') return this.#revsDiff(database, body);
    if (call === '_changes' && !asked.query.has('feed')) return this.#pending(asked);
    return null;
  }

  /** Called when the database was deleted. */
  forget(database: string): void {
    for (const kept of [this.#security, this.#revsLimits, this.#locals]) kept.delete(database);
  }

  async #info(database: string): Promise<Faked> {
    const pouch = this.#openPouch(database);
    const [info, { results }] = await Promise.all([pouch.info(), pouch.changes({ since: 0 })]);
    const deleted = results.filter((row) => row.deleted === true).length;
    return { status: 200, body: { ...info, doc_del_count: deleted, compact_running: false } };
  }

  #setting<Value>(
    kept: Map<string, Value>,
    database: string,
    { method, body }: Asked,
    otherwise: Value,
  ): Faked {
    if (method === 'GET') return { status: 200, body: kept.get(database) ?? otherwise };
    kept.set(database, JSON.parse(body) as Value);
    return ok;
  }

  #noteLocal({ method, parts: [database = '', , id = ''] }: Asked): void {
    if (method === 'GET') return;
    const ids = this.#locals.get(database) ?? new Set();
    this.#locals.set(database, ids);
    if (method === 'PUT') ids.add(id);
    else ids.delete(id);
  }

  async #localDocs({ parts: [database = ''], query }: Asked): Promise<Faked> {
    const start = JSON.parse(query.get('start_key') ?? '""') as string;
    const pouch = this.#openPouch(database);
    const ids = [...(this.#locals.get(database) ?? [])]
      .map((id) => `_local/${id}`)
      .filter((id) => Buffer.compare(Buffer.from(id), Buffer.from(start)) >= 0)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const rows: unknown[] = [];
    for (const id of ids) {
      const doc = await pouch.get(id);
      rows.push({ id, key: id, value: { rev: doc._rev }, doc });
    }
    return { status: 200, body: { total_rows: null, offset: null, rows } };
  }

  async #everyLeaf(database: string, body: string): Promise<string> {
    const pouch = this.#openPouch(database);
    const { docs } = JSON.parse(body) as { docs: { id: string; rev?: string }[] };
    const expanded: { id: string; rev?: string }[] = [];
    for (const asked of docs) {
      if (asked.rev !== undefined) {
        expanded.push(asked);
        continue;
      }
      const leaves = await pouch.get(asked.id, { open_revs: 'all' }).catch(() => []);
      for (const leaf of leaves) {
        if ('ok' in leaf) expanded.push({ id: asked.id, rev: leaf.ok._rev ?? '' });
      }
      // A revision that does not exist: it is answered as missing, where PouchDB omits unknown
      // documents.
      if (leaves.length === 0) expanded.push({ id: asked.id, rev: '1-0' });
    }
    return JSON.stringify({ docs: expanded });
  }

  /**
   * Applies the validation functions of the design documents, and answers for the refused
   * documents.
   */
  async #validated(database: string, body: string): Promise<Faked> {
    const pouch = this.#openPouch(database);
    const designs = await pouch.allDocs({
      startkey: '_design/',
      endkey: '_design0',
      include_docs: true,
    });
    const sources = designs.rows.flatMap(({ doc }) => {
      const source = doc?.['validate_doc_update'];
      return typeof source === 'string' ? [source] : [];
    });
    if (sources.length === 0) return null;
    const { docs, ...rest } = JSON.parse(body) as { docs: Document[] };
    const refused: object[] = [];
    const taken = docs.filter((doc) => {
      const reasons = sources.flatMap((source) => refusalOf(source, doc));
      const [reason] = reasons;
      if (reason === undefined) return true;
      refused.push({ id: doc._id, rev: doc._rev, error: 'forbidden', reason });
      return false;
    });
    if (refused.length === 0) return null;
    // With `new_edits: false` only refusals are answered.
    await pouch.bulkDocs(taken, { new_edits: false, ...rest });
    return { status: 201, body: refused };
  }

  async #revsDiff(database: string, body: string): Promise<Faked> {
    const pouch = this.#openPouch(database);
    const asked = JSON.parse(body) as Record<string, string[]>;
    const answer: [string, object][] = [];
    for (const [id, revs] of Object.entries(asked)) {
      const found = await pouch.get(id, { open_revs: 'all', revs: true }).catch(() => []);
      const leaves = found.flatMap((leaf) => ('ok' in leaf ? [leaf.ok] : []));
      const known = new Set(leaves.flatMap(pathOf));
      const missing = revs.filter((rev) => !known.has(rev));
      const newest = Math.max(...missing.map(generationOf));
      const ancestors = leaves.flatMap(({ _rev = '' }) =>
        generationOf(_rev) < newest ? [_rev] : [],
      );
      const more = ancestors.length === 0 ? {} : { possible_ancestors: ancestors };
      if (missing.length > 0) answer.push([id, { missing, ...more }]);
    }
    return { status: 200, body: Object.fromEntries(answer) };
  }

  async #pending({ parts: [database = ''], query }: Asked): Promise<Faked> {
    const since = query.get('since') ?? '0';
    if (!/^\d+$/.test(since)) {
      const reason = "Malformed sequence supplied in 'since' parameter.";
      return { status: 400, body: { error: 'bad_request', reason } };
    }
    const limit = query.get('limit');
    const changes = await this.#openPouch(database).changes({
      since: Number(since),
      style: 'all_docs',
      include_docs: query.get('include_docs') === 'true',
    });
    const { results, ...rest } = changes as { results: { seq: unknown }[]; last_seq: unknown };
    const page = limit === null ? results : results.slice(0, Number(limit));
    const last_seq = page.length < results.length ? page.at(-1)?.seq : rest.last_seq;
    const pending = results.length - page.length;
    return { status: 200, body: { results: page, last_seq, pending } };
  }
}
