/** How long connections may take, in milliseconds. */
export interface ConnectionLimits {
  /** For the head of a request. */
  headersMs: number;
  /** For the body of a request, in general and once it is answered. */
  bodyMs: number;
  /** For a whole request of a phone that synchronises. */
  requestMs: number;
  /** Heads and whole requests are looked at so often. */
  checkMs: number;
  /** Taking nothing of an answer that waits for its reader. */
  stalledMs: number;
  /** What still arrives after an answer that ends a connection is read so long. */
  lingerMs: number;
}

/**
 * A phone gives up a request itself after 60 s and another second for each 1,000 characters, and its
 * longest has 512,000 of them: 572 s (storage's `PATIENCE` and `LIMITS`). The gateway waits longer,
 * so that the phone, which knows its line, decides. All other bodies are far smaller, and nobody
 * needs a right to send one to the form for signing in: they get as little as may be.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 60_000,
  bodyMs: 120_000,
  requestMs: 600_000,
  checkMs: 30_000,
  stalledMs: 60_000,
  lingerMs: 5_000,
};
