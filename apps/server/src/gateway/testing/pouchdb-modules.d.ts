/**
 * The small part of PouchDB 9 that the server's tests use as a stock client. The published types
 * are global and silently become `any` elsewhere.
 */
declare module 'pouchdb-core' {
  export interface Document {
    _id: string;
    _rev?: string;
    _deleted?: boolean;
    [field: string]: unknown;
  }

  export interface Written {
    id: string;
    rev: string;
  }

  export interface BulkRow {
    id?: string;
    ok?: true;
    rev?: string;
    error?: true | string;
    status?: number;
    name?: string;
    reason?: string;
  }

  export interface Info {
    doc_count: number;
    update_seq: number | string;
    db_name: string;
  }

  export interface ReplicationOptions {
    live?: boolean;
    retry?: boolean;
    since?: number | string;
    batch_size?: number;
    batches_limit?: number;
    heartbeat?: number;
    doc_ids?: readonly string[];
    checkpoint?: false | 'source' | 'target';
  }

  export interface ReplicationResult {
    ok: boolean;
    status: string;
    docs_read: number;
    docs_written: number;
    doc_write_failures: number;
    errors: unknown[];
    last_seq: number | string;
  }

  export interface Replication extends PromiseLike<ReplicationResult> {
    cancel(): void;
    on(event: 'denied', listener: (refused: BulkRow) => void): this;
    on(event: 'change' | 'complete', listener: (result: ReplicationResult) => void): this;
    on(event: 'error' | 'paused', listener: (error: unknown) => void): this;
    on(event: 'active', listener: () => void): this;
  }

  export interface ChangeRow {
    id: string;
    seq: number | string;
    deleted?: boolean;
    changes: { rev: string }[];
    doc?: Document;
  }

  export interface Feed extends PromiseLike<{ results: ChangeRow[]; last_seq: number | string }> {
    cancel(): void;
    on(event: 'change', listener: (row: ChangeRow) => void): this;
    on(event: 'error', listener: (error: unknown) => void): this;
  }

  export interface ListRow {
    id: string;
    key: string;
    error?: string;
    value?: { rev: string; deleted?: boolean };
    doc?: Document | null;
  }

  interface HttpOptions {
    adapter: 'http';
    skip_setup: true;
    fetch(url: string, options: { headers: Headers }): Promise<Response>;
  }

  export default class PouchDB {
    static plugin(plugin: (pouch: typeof PouchDB) => void): typeof PouchDB;
    static fetch(url: string, options: { headers: Headers }): Promise<Response>;
    constructor(name: string, options: HttpOptions | { adapter: 'memory' });
    readonly replicate: {
      to(target: PouchDB, options?: ReplicationOptions): Replication;
      from(source: PouchDB, options?: ReplicationOptions): Replication;
    };
    info(): Promise<Info>;
    id(): Promise<string>;
    put(document: Document): Promise<Written>;
    remove(id: string, rev: string): Promise<Written>;
    bulkDocs(documents: Document[], options?: { new_edits: boolean }): Promise<BulkRow[]>;
    bulkGet(options: {
      docs: { id: string; rev?: string }[];
      revs?: boolean;
      latest?: boolean;
      attachments?: boolean;
    }): Promise<{ results: { id: string; docs: { ok?: Document; error?: unknown }[] }[] }>;
    get(
      id: string,
      options?: { rev?: string; revs?: boolean; conflicts?: boolean; latest?: boolean },
    ): Promise<Document>;
    get(
      id: string,
      options: { open_revs: 'all' | string[]; revs?: boolean },
    ): Promise<({ ok: Document } | { missing: string })[]>;
    allDocs(options?: {
      keys?: string[];
      key?: string;
      startkey?: string;
      endkey?: string;
      inclusive_end?: boolean;
      include_docs?: boolean;
      conflicts?: boolean;
      descending?: boolean;
      limit?: number;
      skip?: number;
    }): Promise<{ total_rows: number; rows: ListRow[] }>;
    revsDiff(
      asked: Record<string, string[]>,
    ): Promise<Record<string, { missing: string[]; possible_ancestors?: string[] }>>;
    changes(options?: {
      since?: number | string;
      limit?: number;
      live?: boolean;
      style?: 'all_docs';
      include_docs?: boolean;
      doc_ids?: string[];
      heartbeat?: number;
    }): Feed;
    close(): Promise<void>;
    destroy(): Promise<void>;
  }
}

declare module 'pouchdb-adapter-memory' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}

declare module 'pouchdb-adapter-http' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}

declare module 'pouchdb-replication' {
  import type PouchDB from 'pouchdb-core';

  const plugin: (pouch: typeof PouchDB) => void;
  export default plugin;
}
