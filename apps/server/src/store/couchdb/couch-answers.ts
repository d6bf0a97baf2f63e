import { type Replicated, type StoredDocument, StoreUnavailable } from '../document-store.ts';
import { type RawDocument, replicatedDocument, storedDocument } from './couch-documents.ts';

export interface DatabaseInfo {
  docCount: number;
  deletedCount: number;
  updateSeq: string;
  /** `null`: the server does not say. */
  isCompacting: boolean | null;
  /** When the database was created, as far as the server tells. */
  madeAt: string;
  /** On how many servers each document is stored. */
  copies: number;
}

/** A row of `_changes`, with all leaves. */
export interface FeedRow {
  seq: string;
  id: string;
  deleted: boolean;
  revs: string[];
  /** The winner, if it was requested. */
  document: StoredDocument | null;
}

export interface CouchFeedPage {
  rows: FeedRow[];
  lastSeq: string;
  /** Rows after these; `null`: the server does not say. */
  pending: number | null;
}

/** The answer of `_all_docs` about one document. */
export interface KeyRow {
  rev: string;
  deleted: boolean;
  document: StoredDocument | null;
}

/** A row of a list. */
export interface ListedRow {
  id: string;
  /** Whether several leaves live; false when conflicts were not requested. */
  isContested: boolean;
  document: StoredDocument | null;
}

/** CouchDB's answer to one edit. */
export type EditRow = { rev: string } | { error: string; reason: string };

/** A document that CouchDB refused. */
export interface RefusedRow {
  id: string;
  rev: string | null;
  error: string;
  reason: string;
}

export interface RawInfo {
  doc_count: number;
  doc_del_count?: number;
  update_seq: string | number;
  compact_running?: boolean;
  instance_start_time?: string;
  cluster?: { n: number };
}
export interface RawChange {
  seq: string | number;
  id: string;
  deleted?: boolean;
  changes: { rev: string }[];
  doc?: RawDocument | null;
}
export interface RawPage {
  results: RawChange[];
  last_seq: string | number;
  pending?: number;
}
export interface RawListed {
  id?: string;
  key?: string;
  value?: { rev: string; deleted?: boolean };
  doc?: RawDocument | null;
}

export interface RawRevisions {
  id: string;
  docs: ({ ok: RawDocument } | { missing: string } | object)[];
}

/** The revisions in a row of `_bulk_get`. */
export function revisionsInRow({ docs }: RawRevisions): Replicated[] {
  return docs.flatMap((answer) => {
    if ('ok' in answer) return [replicatedDocument(answer.ok)];
    if (!('missing' in answer)) mustBeMissing(answer);
    return [];
  });
}

export function feedRow({ seq, id, deleted, changes, doc }: RawChange): FeedRow {
  return {
    seq: String(seq),
    id,
    deleted: deleted === true,
    revs: changes.map(({ rev }) => rev),
    document: doc === undefined || doc === null ? null : storedDocument(doc),
  };
}

export function feedPage({ results, last_seq, pending }: RawPage): CouchFeedPage {
  return { rows: results.map(feedRow), lastSeq: String(last_seq), pending: pending ?? null };
}

/**
 * Accepts only CouchDB's ways of saying that a document does not exist, in a list or as its own
 * answer; throws otherwise.
 */
export function mustBeMissing(said: unknown): void {
  const row = said as { error?: unknown };
  const inner = typeof row.error === 'object' && row.error !== null ? row.error : row;
  const { error, reason } = inner as { error?: unknown; reason?: unknown };
  if (error === 'not_found' && (reason === 'missing' || reason === 'deleted')) return;
  throw new StoreUnavailable(
    error === 'not_found'
      ? `the database is gone from CouchDB (${String(reason)})`
      : `CouchDB gives no document (${String(error)}: ${String(reason)})`,
  );
}
