/** The messages between a phone and the gateway in addition to CouchDB's replication protocol. */

/** Path of the gateway; a unit's database is `${SYNC_PATH}/${stakeDB}`. */
export const SYNC_PATH = '/sync';

/** Response header of the gateway with the name of the server's history (`uuid` of `GET /sync/`). */
export const SYNC_EPOCH_HEADER = 'x-crece-epoch';

/**
 * Every answer about a unit repeats its question: the unit, and the place in the feed or in the
 * snapshot from which it was asked; percent-encoded. A phone sends the unit too.
 */
export const SYNC_UNIT_HEADER = 'x-crece-unit';
export const SYNC_SINCE_HEADER = 'x-crece-since';
export const SYNC_AFTER_HEADER = 'x-crece-after';

/**
 * Header of a unit's requests and responses: a signed mark that the server stores with the unit's
 * records. A phone sends its last mark; a server that does not know it has been restored from a
 * backup.
 */
export const SYNC_MARK_HEADER = 'x-crece-mark';

/**
 * Response header: the mark is older than those the server keeps, so this phone must check all its
 * records.
 */
export const SYNC_CHECK_HEADER = 'x-crece-check';

/** Request header of `bulkDocs`: the account took the documents from somebody's file. */
export const SYNC_FROM_FILE_HEADER = 'x-crece-from-file';

/** The calls that a phone makes of a unit, below `${SYNC_PATH}/:stakeDB/`. */
export const SYNC_CALLS = {
  changes: '_changes',
  bulkGet: '_bulk_get',
  revsDiff: '_revs_diff',
  bulkDocs: '_bulk_docs',
  /** Not CouchDB's. GET, query `after` and `tombstones`: the first download. */
  snapshot: '_snapshot',
} as const;

/**
 * Why one document of a batch was refused (`error: 'forbidden'`, `reason` one of these). It stays
 * on the phone and is sent again at every sync.
 */
export const DOCUMENT_REFUSALS = [
  /** The account may not remove this kind of record. */
  'removal',
  /** The account may not decide that two records are of one child, or of two. */
  'merging',
  /** A deletion says that its record moved, and the unit that it names does not have it. */
  'moving',
  /** Larger than the limit of a document. */
  'too-large',
  /** The batch had more documents than one request may contain. */
  'batch-too-long',
  /** The revision, `_revisions` or the position of a deletion in it is invalid. */
  'malformed-revision',
  /** More open versions than a record may have. */
  'too-many-versions',
  /** Attachments, or forbidden field names. */
  'forbidden-content',
  /** Not a known kind of record. */
  'unknown-kind',
  /** Its id names another unit of the catalogue, and it is not stored in this one. */
  'other-unit',
  /** It was erased for good, or its child was: the phone drops it, even what was never sent. */
  'erased',
  /** The gate cannot read it; `details` says why. */
  'unreadable',
] as const;
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number];

/** Why a whole request was refused (`reason`, in addition to the HTTP status). */
export const SYNC_REFUSALS = [
  /** 401: no token, or not one of the gateway's. */
  'token-missing',
  /** 401: older than 15 minutes; request a new one. */
  'token-expired',
  /** 401: its session has ended. */
  'session-ended',
  /** 403: the account may no longer synchronise. */
  'role',
  /** 403: unknown unit, or outside this account's scope. */
  'unit',
  /** 404: unknown path. */
  'unknown-address',
  /** 404: unknown document, or unknown revision of it. */
  'missing',
  /** 400: an invalid query parameter or body. */
  'bad-request',
  /** 408: the request did not arrive in time; the client may retry. */
  'timeout',
  /** 409: the given revision is not the current one (checkpoints). */
  'conflict',
  /** 412: clients may not create databases. */
  'exists',
  /** 413: more than one request may contain. */
  'too-large',
  /** 415: bodies must be plain JSON. */
  'unsupported-type',
  /** 429: the account has too many open change feeds. */
  'too-many',
  'too-many-feeds',
  /** 500: an error of the server; see its log. */
  'server-error',
  /** 503: the database is unreachable; nothing was changed. */
  'unavailable',
] as const;
export type SyncRefusal = (typeof SYNC_REFUSALS)[number];

/**
 * One row of the response to `_bulk_docs`; this gateway returns one for every document, in order.
 */
export type PushedRow =
  | { readonly ok: true; readonly id: string; readonly rev: string }
  | {
      readonly id: string;
      readonly rev: string;
      readonly error: 'forbidden';
      readonly reason: DocumentRefusal;
      /** Codes of the gate. */
      readonly details?: readonly string[];
    };

/** First line of a snapshot. */
export interface SnapshotHead {
  readonly epoch: string;
  /** The feed's sequence when reading began. */
  readonly seq: string;
  /** Number of documents in the unit: living ones, and removed ones when requested. */
  readonly total: number;
}

/**
 * Last line of a snapshot; without it the body is incomplete. Each line between head and end is a
 * `PackedBlock` of `@crece/replication`.
 */
export interface SnapshotEnd {
  readonly end: true;
}
