import type { IsoInstant } from '@crece/domain';

/** How to reach the gateway; the application gives it. */
export interface SyncServer {
  /**
   * A fresh token and the gateway's address (`…/sync`). Rejects with a `SyncFault`: `credentials`
   * with the reason, or `no-response`.
   */
  credentials(signal: AbortSignal): Promise<{ entity: string; url: string }>;
  /** `fetch`, or a test's own. */
  fetch?: typeof fetch;
}

export type SyncFaultCode =
  /** No answer: no network, server down, time limit. Retried with back-off before it is told. */
  | 'no-response'
  /** Credentials cannot be had; `reason` says why (`unauthorized`, `forbidden`, …). */
  | 'credentials'
  /** The whole request was refused; `reason` is one of contract's `SYNC_REFUSALS`. */
  | 'refused'
  /**
   * Somebody on the line answered in the server's place: a network's sign-in page, a proxy. With
   * `record` its trouble is that record, which is larger than anything that it lets through.
   */
  | 'foreign'
  /** The server broke the protocol or answered 5xx. */
  | 'server'
  /** This device's storage failed; `cause` is the `StorageError`. */
  | 'storage';

export class SyncFault extends Error {
  override readonly name = 'SyncFault';
  readonly code: SyncFaultCode;
  readonly reason: string | null;
  /** HTTP status of the answer; null: there was none, or it was not the trouble. */
  readonly status: number | null;
  /** Whose record it is about, by name; null: it is about none. */
  readonly record: string | null;

  constructor(
    code: SyncFaultCode,
    reason: string | null = null,
    cause?: unknown,
    status: number | null = null,
    record: string | null = null,
  ) {
    super(reason === null ? code : `${code}: ${reason}`, { cause });
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.record = record;
  }
}

/** True counts: they go up and never back; `total` may grow while people type. */
export interface Count {
  done: number;
  total: number;
}

export type SyncPhase =
  | 'idle'
  | 'connecting'
  | 'downloading'
  | 'sending'
  | 'receiving'
  | 'merging'
  /** Waits before the next try; `retryAt` says until when. */
  | 'waiting';

export type SyncOutcome =
  | {
      kind: 'complete';
      at: IsoInstant;
      sent: number;
      received: number;
      refused: number;
      tasks: number;
      /** Typed while it ran: still only here. */
      pending: number;
    }
  | { kind: 'cancelled' }
  /** Another tab of this device synchronises this unit. */
  | { kind: 'busy' }
  | { kind: 'failed'; step: 'credentials' | 'up' | 'down'; fault: SyncFault };

export interface SyncProgress {
  phase: SyncPhase;
  /** Null until the step of this run has begun. */
  sending: Count | null;
  receiving: Count | null;
  /** Revisions that this run brought and that were not here before: own records come back, too. */
  received: number;
  refused: number;
  retryAt: IsoInstant | null;
  /** What the try before came to; null while it does not wait. */
  waitsFor: SyncFault | null;
  /** The server knows less than it did: everything is offered again. */
  serverLostRecords: boolean;
  /** Server clock minus device clock in milliseconds; null before the first answer. */
  clockDifference: number | null;
  /** Of the last run that ended; null before. */
  outcome: SyncOutcome | null;
}

/** Synchronises one unit of this tab. */
export interface UnitSync {
  subscribe(listener: () => void): () => void;
  /** Stable until something changes. */
  snapshot(): SyncProgress;
  /**
   * Sends, then receives, merges, and sends what the merge wrote. Calls while one runs share it.
   * Resolves with how it ended and never rejects.
   */
  run(): Promise<SyncOutcome>;
  /** Ends the run at the next safe place; what is done stays done. */
  cancel(): void;
  /** At the next run everything is offered again and the whole feed is read: the check on demand. */
  checkEverything(): Promise<void>;
}
