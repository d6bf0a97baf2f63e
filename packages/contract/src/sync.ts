/** What a phone and the gateway say to each other besides CouchDB's replication protocol. */

/** Where the gateway stands; a unit's database is `${SYNC_PATH}/${stakeDB}`. */
export const SYNC_PATH = '/sync';

/** Response header of the gateway with the name of the server's history (`uuid` of `GET /sync/`). */
export const SYNC_EPOCH_HEADER = 'x-crece-epoch';

/**
 * Header of requests and answers of a unit: a signed mark that the server keeps beside the unit's
 * records. A phone sends its last one back; a server that does not know it was put back to a backup.
 */
export const SYNC_MARK_HEADER = 'x-crece-mark';

/** Response header: the mark is older than those that are kept; this phone checks all that it has. */
export const SYNC_CHECK_HEADER = 'x-crece-check';

/** GET `${SYNC_PATH}/:stakeDB/_snapshot`, query `after` and `tombstones`: the first download. */
export const SNAPSHOT = '_snapshot';

/** What `GET /api/children/sync` answers: a 15-minute token and the gateway's public address. */
export interface SyncCredentials {
  readonly entity: string;
  readonly url: string;
}

/**
 * Why one document of a batch was refused (`error: 'forbidden'`, `reason` one of these). It stays on
 * the phone and is offered again at every sync.
 */
export const DOCUMENT_REFUSALS = [
  /** The account may not remove this kind of record. */
  'removal',
  /** Larger than a document may be. */
  'too-large',
  /** The batch had more documents than one request may carry. */
  'batch-too-long',
  /** Revision, `_revisions` or the place of a deletion in them cannot be. */
  'malformed-revision',
  /** More open versions than a record may have. */
  'too-many-versions',
  /** Attachments, or names of fields that no record may have. */
  'forbidden-content',
  /** None of our kinds of record. */
  'unknown-kind',
  /** The gate cannot read it; `details` says why. */
  'unreadable',
] as const;
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number];

/** Why a whole request was refused (`reason` beside the status). */
export const SYNC_REFUSALS = [
  /** 401: no token, or none of the gateway's. */
  'token-missing',
  /** 401: older than 15 minutes; ask for another. */
  'token-expired',
  /** 401: the session behind it has ended. */
  'session-ended',
  /** 403: the account has no right to synchronise any more. */
  'role',
  /** 403: no such unit, or none that this account reaches. */
  'unit',
  /** 404: no such address. */
  'unknown-address',
  /** 404: no such document, or not that revision of it. */
  'missing',
  /** 400: a query parameter or a body that cannot be read. */
  'bad-request',
  /** 408: the request did not arrive in time; it may be sent again. */
  'timeout',
  /** 409: the revision named is not the current one (checkpoints). */
  'conflict',
  /** 412: databases are not created by clients. */
  'exists',
  /** 413: more than one request may carry. */
  'too-large',
  /** 415: bodies are plain JSON. */
  'unsupported-type',
  /** 429: the account follows the changes of units too many times at once. */
  'too-many',
  'too-many-feeds',
  /** 500: a fault of the server; it is in its log. */
  'server-error',
  /** 503: the database cannot be reached; nothing was changed. */
  'unavailable',
] as const;
export type SyncRefusal = (typeof SYNC_REFUSALS)[number];

/** One line of `_bulk_docs`' answer; ours has one for every document, in their order. */
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
  /** Sequence of the feed when the reading began. */
  readonly seq: string;
  /** Documents (living, and removed ones when asked for) in the whole unit. */
  readonly total: number;
}

/** Last line of a snapshot: without it the body was cut. */
export interface SnapshotEnd {
  readonly end: true;
}

/** Every other line: one document's leaves, the winner first, each with `_revisions`. */
export interface SnapshotRow {
  readonly id: string;
  readonly docs: readonly Readonly<Record<string, unknown>>[];
}
