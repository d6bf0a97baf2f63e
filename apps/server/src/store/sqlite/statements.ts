import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fieldIndexSteps, fieldTable } from './field-index.ts';

/** A page ends after this many rows, or when its texts reach this many characters. */
const PAGE_ROWS = 250;
export const PAGE_CHARACTERS = 1_000_000;

/** The upper end of everything: SQLite sorts every text before every blob. */
export const ABOVE_ALL_TEXT = new Uint8Array();
export type TextBound = string | Uint8Array;

/** The smallest text after this one, for a bound that excludes or includes it. */
export function justAfter(id: string): string {
  return `${id}\0`;
}

export interface StoreRow {
  store: number;
  name: string;
  seq: number;
  living: number;
  deleted: number;
}

/** A row of the feed; `others`: leaves that lost, as JSON. */
export interface StoredFeedRow {
  seq: number;
  id: string;
  deleted: number;
  rev: string;
  others: string | null;
}

export interface DocumentRow extends StoredFeedRow {
  document: number;
  tree: string;
  body: string;
}

export interface BodyRow {
  rev: string;
  deleted: number;
  body: string;
}

export interface WinnerRow extends BodyRow {
  document: number;
  id: string;
  others: string | null;
}

/** A span of rows with consecutive ids; `last` is null when there is no row. */
export interface SpanRow {
  last: string | null;
  /** Bytes of their bodies. */
  size: number;
}

/**
 * Living documents of a span as one JSON array, and `[id, others]` of those with several leaves.
 */
export interface SpanTextRow {
  documents: string;
  contested: string;
}

export interface LocalRow {
  id: string;
  version: number;
  body: string;
}

type Values = readonly SQLInputValue[];

/**
 * A statement that is prepared at its first use, because most files are opened for a few calls
 * only.
 */
class Statement {
  readonly #prepare: () => StatementSync;
  #prepared: StatementSync | null = null;

  constructor(database: DatabaseSync, sql: string) {
    this.#prepare = () => database.prepare(sql);
  }

  protected get prepared(): StatementSync {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }
}

/** A statement with typed rows; the only place that trusts the schema for their form. */
export class Query<Row, Parameters extends Values> extends Statement {
  one(...parameters: Parameters): Row | null {
    return (this.prepared.get(...parameters) as Row | undefined) ?? null;
  }

  all(...parameters: Parameters): Row[] {
    return this.prepared.all(...parameters) as Row[];
  }

  /** The first rows that make a page; empty when no rows are left. */
  page(...parameters: Parameters): Row[] {
    const rows: Row[] = [];
    let characters = 0;
    for (const row of this.prepared.iterate(...parameters) as Iterable<Row>) {
      rows.push(row);
      characters += charactersOf(row);
      if (rows.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS) break;
    }
    return rows;
  }
}

function charactersOf(row: unknown): number {
  const { body = '', tree = '' } = row as { body?: string; tree?: string };
  return body.length + tree.length;
}

/** A statement that changes rows. */
export class Command<Parameters extends Values> extends Statement {
  /** Returns how many rows changed, and the row id of an insertion. */
  run(...parameters: Parameters): { changes: number; row: number } {
    const { changes, lastInsertRowid } = this.prepared.run(...parameters);
    return { changes: Number(changes), row: Number(lastInsertRowid) };
  }
}

const FEED_COLUMNS = 'seq, id, deleted, rev, others';
const WINNER_COLUMNS = 'document, id, rev, deleted, others, body';
/** One living document as JSON, the same text that `documentOfParts` makes. */
const DOCUMENT_TEXT = `'{"_id":' || json_quote(id) || ',"_rev":' || json_quote(rev)
  || CASE body WHEN '{}' THEN '}' ELSE ',' || substr(body, 2) END`;
const DOCUMENT_COLUMNS = `document, ${FEED_COLUMNS}, tree, body`;

function prepareLookUps(database: DatabaseSync) {
  return {
    table: new Query<unknown, [name: string]>(
      database,
      `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`,
    ),
    store: new Query<StoreRow, [name: string]>(
      database,
      'SELECT store, name, seq, living, deleted FROM stores WHERE name = ?',
    ),
    winner: new Query<WinnerRow, [store: number, id: string]>(
      database,
      `SELECT ${WINNER_COLUMNS} FROM documents WHERE store = ? AND id = ?`,
    ),
    document: new Query<DocumentRow, [store: number, id: string]>(
      database,
      `SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE store = ? AND id = ?`,
    ),
    body: new Query<BodyRow, [document: number, rev: string]>(
      database,
      'SELECT rev, deleted, body FROM bodies WHERE document = ? AND rev = ?',
    ),
    local: new Query<LocalRow, [store: number, id: string]>(
      database,
      'SELECT id, version, body FROM locals WHERE store = ? AND id = ?',
    ),
  };
}

/** Statements of the reading connection. */
export function prepareReads(database: DatabaseSync) {
  const inside = 'store = ? AND id >= ? AND id < ?';
  type Range = [store: number, from: string, below: TextBound];
  const byField = new Map<string, Query<{ document: number }, [values: string]>>();
  return {
    ...prepareLookUps(database),
    /** Numbers of the documents whose field holds one of the values, which are a JSON array. */
    byField(store: number, field: string) {
      const table = fieldTable(store, field);
      const query =
        byField.get(table) ??
        new Query<{ document: number }, [values: string]>(
          database,
          `SELECT DISTINCT document FROM ${table} WHERE value IN (SELECT value FROM json_each(?))`,
        );
      byField.set(table, query);
      return query;
    },
    byNumber: new Query<WinnerRow, [document: number]>(
      database,
      `SELECT ${WINNER_COLUMNS} FROM documents WHERE document = ?`,
    ),
    stores: new Query<{ name: string }, []>(database, 'SELECT name FROM stores ORDER BY name'),
    // Deleted documents are skipped by the caller, so that a page of many of them ends too.
    up: new Query<WinnerRow, Range>(
      database,
      `SELECT ${WINNER_COLUMNS} FROM documents WHERE ${inside} ORDER BY id`,
    ),
    down: new Query<WinnerRow, Range>(
      database,
      `SELECT ${WINNER_COLUMNS} FROM documents WHERE ${inside} ORDER BY id DESC`,
    ),
    span: new Query<SpanRow, Range>(
      database,
      `SELECT max(id) AS last, ifnull(sum(octet_length(body)), 0) AS size
       FROM (SELECT id, body FROM documents WHERE ${inside} ORDER BY id LIMIT ${PAGE_ROWS})`,
    ),
    // One text for the whole span: returning a row per document would take longer than reading it.
    spanText: new Query<SpanTextRow, Range>(
      database,
      `SELECT '[' || ifnull(group_concat(${DOCUMENT_TEXT}), '') || ']' AS documents,
         json_group_array(json_array(id, json(others))) FILTER (WHERE others IS NOT NULL)
           AS contested
       FROM (SELECT id, rev, others, body FROM documents
         WHERE ${inside} AND deleted = 0 ORDER BY id)`,
    ),
    whole: new Query<DocumentRow, Range>(
      database,
      `SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE ${inside} ORDER BY id`,
    ),
    feed: new Query<StoredFeedRow, [store: number, after: number, upTo: number]>(
      database,
      `SELECT ${FEED_COLUMNS} FROM documents WHERE store = ? AND seq > ? AND seq <= ? ORDER BY seq`,
    ),
    feedLength: new Query<{ length: number }, [store: number, after: number, upTo: number]>(
      database,
      'SELECT count(*) AS length FROM documents WHERE store = ? AND seq > ? AND seq <= ?',
    ),
    locals: new Query<LocalRow, Range>(
      database,
      `SELECT id, version, body FROM locals WHERE ${inside} ORDER BY id`,
    ),
  };
}

/** Statements of the writing connection. */
export function prepareWrites(database: DatabaseSync) {
  return {
    ...prepareLookUps(database),
    makeStore: new Command<[name: string]>(
      database,
      'INSERT INTO stores (name) VALUES (?) ON CONFLICT DO NOTHING',
    ),
    makeFieldIndex(store: number, field: string): void {
      for (const step of fieldIndexSteps(store, field)) database.exec(step);
    },
    count: new Command<[seq: number, living: number, deleted: number, store: number]>(
      database,
      'UPDATE stores SET seq = ?, living = ?, deleted = ? WHERE store = ?',
    ),
    add: new Command<
      [
        store: number,
        id: string,
        seq: number,
        deleted: number,
        rev: string,
        others: string | null,
        tree: string,
        body: string,
      ]
    >(
      database,
      `INSERT INTO documents (store, id, seq, deleted, rev, others, tree, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    change: new Command<
      [
        seq: number,
        deleted: number,
        rev: string,
        others: string | null,
        tree: string,
        body: string,
        document: number,
      ]
    >(
      database,
      `UPDATE documents SET seq = ?, deleted = ?, rev = ?, others = ?, tree = ?, body = ?
       WHERE document = ?`,
    ),
    keepBody: new Command<[document: number, rev: string, deleted: number, body: string]>(
      database,
      'INSERT INTO bodies (document, rev, deleted, body) VALUES (?, ?, ?, ?)',
    ),
    dropBody: new Command<[document: number, rev: string]>(
      database,
      'DELETE FROM bodies WHERE document = ? AND rev = ?',
    ),
    lastBody: new Query<{ last: number }, []>(
      database,
      'SELECT ifnull(max(rowid), 0) AS last FROM bodies',
    ),
    /** Deletes those bodies in these rows that belong to this store and are not leaves. */
    dropReplaced: new Command<[after: number, upTo: number, store: number]>(
      database,
      `DELETE FROM bodies WHERE rowid IN (
         SELECT bodies.rowid FROM bodies JOIN documents USING (document)
         WHERE bodies.rowid > ? AND bodies.rowid <= ? AND store = ? AND NOT EXISTS (
           SELECT 1 FROM json_each(others) WHERE json_extract(value, '$.rev') = bodies.rev
         ))`,
    ),
    /** Updates the planner's statistics where they are missing or outdated. */
    analyse: new Query<unknown, []>(database, 'PRAGMA optimize(0x10002)'),
    freePages: new Query<{ freelist_count: number }, []>(database, 'PRAGMA freelist_count'),
    giveBack: new Query<unknown, []>(database, `PRAGMA incremental_vacuum(${PAGE_ROWS})`),
    writeLocal: new Command<[store: number, id: string, version: number, body: string]>(
      database,
      `INSERT INTO locals (store, id, version, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (store, id) DO UPDATE SET version = excluded.version, body = excluded.body`,
    ),
    dropLocal: new Command<[store: number, id: string]>(
      database,
      'DELETE FROM locals WHERE store = ? AND id = ?',
    ),
  };
}

export type SqliteReads = ReturnType<typeof prepareReads>;
export type SqliteWrites = ReturnType<typeof prepareWrites>;
