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
    doc: Document;
  }

  export default class PouchDB {
    static plugin(plugin: (pouch: typeof PouchDB) => void): void;
    constructor(name: string, options: { adapter: 'idb'; auto_compaction: boolean });
    info(): Promise<{ update_seq: number; doc_count: number }>;
    /** Random id that the database got when it was created. */
    id(): Promise<string>;
    get(id: string): Promise<Document>;
    put(document: Document): Promise<{ rev: string }>;
    bulkDocs(documents: Document[]): Promise<BulkRow[]>;
    allDocs(options: { keys: string[]; include_docs: true }): Promise<{ rows: KeyRow[] }>;
    changes(options: {
      since: number;
      limit: number;
      include_docs: true;
    }): PromiseLike<{ results: ChangeRow[]; last_seq: number }>;
    close(): Promise<void>;
    destroy(): Promise<void>;
    /** The adapter's own read; it hands out the IndexedDB transaction that it used. */
    _get(
      id: string,
      options: object,
      callback: (error: unknown, result: { ctx: IDBTransaction } | undefined) => void,
    ): void;
  }
}

declare module 'pouchdb-adapter-idb' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}
