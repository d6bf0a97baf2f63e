/** How long the synchronisation waits for what, in one place. */
export const RETRY_POLICY = {
  /** Milliseconds without a single byte after which a request is given up; slow lines deliver some. */
  silenceMs: 60_000,
  /** Bytes per second that are believed to be possible on the slowest line when sending. */
  slowestUpload: 1_000,
  /** Tries of one request, the first included, when nobody answers or the server fails. */
  tries: 6,
  /** Milliseconds before the second try; doubled before each further one. */
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  /** Of `Retry-After`: what asks for more ends the run, and a later one tries again. */
  longestAskedPauseMs: 120_000,
};

export type RetryPolicy = typeof RETRY_POLICY;

/**
 * Milliseconds before the next try: doubling, and spread by chance over half of it, so that two
 * hundred phones that lost the same server do not come back in the same instant.
 */
export function pauseBefore(
  attempt: number,
  random: () => number,
  retryPolicy: RetryPolicy,
): number {
  const whole = Math.min(retryPolicy.firstPauseMs * 2 ** (attempt - 1), retryPolicy.longestPauseMs);
  return Math.round(whole / 2 + (random() * whole) / 2);
}

/** What `Retry-After` asks for, in milliseconds: seconds or a date; null when there is none. */
export function askedPause(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    signal.addEventListener('abort', aborted, { once: true });
  });
}
