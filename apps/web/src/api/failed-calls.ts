import type { ErrorCode, IssueBody } from '@crece/contract';

// What the first screens know of calls; what makes them (http.ts) is loaded beside these.

/**
 * The code of a failed call. `no-response` includes the time limit and being offline; `refused` is
 * a 4xx whose code this version does not know; `not-readable` is a response that is not from our
 * server, whatever its status: a network's sign-in page must not end a session or refuse anything.
 */
export type HttpErrorCode = ErrorCode | 'no-response' | 'not-readable' | 'given-up' | 'refused';

/** What is said of a call that returned nothing usable; see `HttpError`. */
interface FailedError {
  readonly code: HttpErrorCode;
  readonly status: number | null;
  /** The server's own message, or `null`. */
  readonly said: string | null;
  readonly issues: readonly IssueBody[];
  /** Whether the error catalogue has already shown it, so that the caller need not. */
  isTold: boolean;
}

/** A failed call, for the error catalogue. */
export interface FailedCall {
  error: FailedError;
  /** `page`: a page's own data; `act`: a person's action; `background`: nobody waits. */
  purpose: 'page' | 'act' | 'background';
  /** The page from which it was made is no longer shown. */
  isLeft: boolean;
  /** Whether the call used the session that this device still has. */
  ofSession: boolean;
}

const listeners = new Set<(failed: FailedCall) => void>();

/** Registers the error catalogue's only listener, see `CallRules`. */
export function listenToFailures(listener: (failed: FailedCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the error catalogue of a failed call. */
export function tellFailure(failed: FailedCall): void {
  for (const listener of listeners) listener(failed);
}
