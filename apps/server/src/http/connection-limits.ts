/** How long connections may take, in milliseconds. */
export interface ConnectionLimits {
  /** For the head of a request. */
  headersMs: number;
  /** For the body of a request in general, and of one that is already answered. */
  bodyMs: number;
  /** For a whole request of a phone that synchronises. */
  requestMs: number;
  /** Interval of the checks of heads and whole requests. */
  checkMs: number;
  /** How long a reader may take nothing of its answer. */
  stalledMs: number;
  /** How long further input is read after an answer that ends a connection. */
  lingerMs: number;
  /** How long a body may still arrive, and an answer leave, once the server is told to stop. */
  endsMs: number;
}

/**
 * A phone gives up a request after 60 s plus one second per 1,000 characters, at most 512,000 of
 * them: 572 s (storage's `PATIENCE` and `LIMITS`). The gateway waits longer, so that the phone,
 * which knows its line, decides. All other bodies are far smaller, and everybody may send one to
 * the sign-in form without any right, so they get as little time as possible.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 60_000,
  bodyMs: 120_000,
  requestMs: 600_000,
  checkMs: 30_000,
  stalledMs: 60_000,
  lingerMs: 5_000,
  endsMs: 5_000,
};
