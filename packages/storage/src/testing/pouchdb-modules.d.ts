/**
 * The little of PouchDB 9 that this package uses. The published types are global and turn silently
 * into `any` elsewhere; these name two modules and nothing else.
 */
declare module 'pouchdb-core' {
  export interface Document {
    _id: string;
    _rev?: string;
    _deleted?: boolean;
    [field: string]: unknown;
  }

  /** One row per document of a bulk write: either written, or an error with its HTTP-like status. */
  export interface BulkRow {
    id: string;
    ok?: true;
    rev?: string;
    error?: true | string;
    status?: number;
    name?: string;
    message?: string;
  }

  export interface KeyRow {
    key: string;
    error?: string;
    value?: { rev: string; deleted?: boolean };
    doc?: Document | null;
  }

  export interface ChangeRow {
    id: string;
    seq: number;
    deleted?: boolean;
    /** Every leaf; the winner's place among them says nothing. */
    changes: { rev: string }[];
    doc: Document;
  }

  /** A revision with what came after it; `[hash, { status }, branches]`. */
  export type RevisionNode = [
    hash: string,
    facts: { status: string; deleted?: boolean },
    branches: RevisionNode[],
  ];

  export type RevisionRoots = { pos: number; ids: RevisionNode }[];

  type Callback<T> = (error: unknown, result: T | undefined) => void;

  export default class PouchDB {
    static plugin(plugin: (pouch: typeof PouchDB) => void): void;
    constructor(
      name: string,
      options: { adapter: 'idb' | 'memory'; auto_compaction: boolean; revs_limit?: number },
    );
    readonly adapter: string;
    info(): Promise<{ update_seq: number; doc_count: number }>;
    /** Random id that the database got when it was created. */
    id(): Promise<string>;
    get(id: string): Promise<Document>;
    get(id: string, options: { rev: string; revs: true }): Promise<Document>;
    get(
      id: string,
      options: { open_revs: 'all'; revs: true },
    ): Promise<({ ok: Document } | { missing: string })[]>;
    put(document: Document): Promise<{ rev: string }>;
    /** With `new_edits: false` a row for what was refused, and none for what was written. */
    bulkDocs(documents: Document[], options?: { new_edits: false }): Promise<BulkRow[]>;
    allDocs(options: { keys: string[]; include_docs: boolean }): Promise<{ rows: KeyRow[] }>;
    changes(options: {
      since: number;
      limit: number;
      include_docs: true;
      style: 'all_docs';
    }): PromiseLike<{ results: ChangeRow[]; last_seq: number }>;
    /** Drops the bodies of a document's revisions that are no leaves. */
    compactDocument(id: string, height: 0): Promise<void>;
    close(): Promise<void>;
    destroy(): Promise<void>;
    /** The adapter's own bulk write: without a deep copy, and with a row for what was written. */
    _bulkDocs(
      request: { docs: Document[] },
      options: { new_edits: false },
      callback: Callback<(BulkRow | undefined)[]>,
    ): void;
    _getRevisionTree(id: string, callback: Callback<RevisionRoots>): void;
    /** The adapter's own read; on IndexedDB it hands out the transaction that it used. */
    _get(id: string, options: object, callback: Callback<{ ctx: IDBTransaction }>): void;
  }
}

declare module 'pouchdb-adapter-idb' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}
