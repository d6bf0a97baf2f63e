import type { SyncCredentials } from '@crece/contract';
import type { IsoInstant } from '@crece/domain';

/** How to reach the gateway; supplied by the application. */
export interface SyncServer {
  /**
   * Returns a fresh token and the gateway's address (`…/sync`). Rejects with a `SyncFault`:
   * `credentials` with the reason, or `no-response`.
   */
  credentials(signal: AbortSignal): Promise<SyncCredentials>;
  /** Replaces `fetch` in tests. */
  fetch?: typeof fetch;
}

export type SyncFaultCode =
  /** No answer: no network, server down, time limit. Reported only after retries with back-off. */
  | 'no-response'
  /** Credentials are not available; `reason` says why (`unauthorized`, `forbidden`, …). */
  | 'credentials'
  /** The whole request was refused; `reason` is one of `SYNC_REFUSALS` of contract. */
  | 'refused'
  /**
   * Something on the line answered in the server's place: a network's sign-in page, a proxy. With
   * `record`: that record is larger than anything that the proxy lets through.
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
  /** HTTP status of the answer; null when there was none or it was not the cause. */
  readonly status: number | null;
  /** Name of the record concerned; null when there is none. */
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

/** Exact counts that never decrease; `total` may grow while people type. */
export interface Count {
  done: number;
  total: number;
}

export type SyncPhase =
  | 'idle'
  /** A run by hand waits until what was just done can no longer be taken back. */
  | 'holding'
  | 'connecting'
  | 'downloading'
  | 'sending'
  | 'receiving'
  | 'merging'
  /** Waiting before a retry; `retryAt` says until when. */
  | 'waiting';

export type SyncOutcome =
  | {
      kind: 'complete';
      at: IsoInstant;
      sent: number;
      received: number;
      refused: number;
      tasks: number;
      /** Records typed during the run, which exist only here. */
      pending: number;
    }
  | { kind: 'cancelled' }
  /** Another tab of this device is synchronising this unit. */
  | { kind: 'busy' }
  | { kind: 'failed'; step: 'credentials' | 'up' | 'down'; fault: SyncFault };

export interface SyncProgress {
  phase: SyncPhase;
  /** Null until the step has begun in this run. */
  sending: Count | null;
  receiving: Count | null;
  /** New revisions received in this run, including this device's own records coming back. */
  received: number;
  refused: number;
  retryAt: IsoInstant | null;
  /** The fault of the last attempt; null while the run does not wait. */
  waitsFor: SyncFault | null;
  /** The server has less than it had: everything is offered again. */
  serverLostRecords: boolean;
  /** The server is of an earlier version, whose answers do not repeat their questions. */
  isOlderServer: boolean;
  /** Server clock minus device clock in milliseconds; null before the first answer. */
  clockDifference: number | null;
  /** Outcome of the last run that ended; null before the first. */
  outcome: SyncOutcome | null;
}

export interface RunOptions {
  /** Leaves out what is held back, as a run of the background does. */
  leaveHeld?: boolean;
}

/** The synchronisation of one unit in this tab. */
export interface UnitSync {
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  snapshot(): SyncProgress;
  /**
   * Sends, receives, merges, and sends what the merge wrote. Calls during a run share it. Resolves
   * with the outcome and never rejects. What is held back for a few seconds (`HoldOptions`) is
   * waited for, unless `leaveHeld`.
   */
  run(options?: RunOptions): Promise<SyncOutcome>;
  /** Ends the run at the next safe place; completed work is kept. */
  cancel(): void;
  /** Requests a check: the next run offers everything again and reads the whole feed. */
  checkEverything(): Promise<void>;
}
