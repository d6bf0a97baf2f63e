/** All time limits and retries of the synchronisation. */
export const RETRY_POLICY = {
  /**
   * A request is given up after this many milliseconds without a single byte; slow lines deliver
   * some bytes.
   */
  silenceMs: 60_000,
  /** Assumed lowest upload speed, in bytes per second. */
  slowestUpload: 1_000,
  /**
   * Maximum number of attempts for one request, including the first, when there is no answer or the
   * server fails.
   */
  tries: 6,
  /** Milliseconds before the second attempt; doubled before each further one. */
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  /**
   * Longest accepted `Retry-After`, in milliseconds: a longer one ends the run, and a later run
   * tries again.
   */
  longestAskedPauseMs: 120_000,
};

export type RetryPolicy = typeof RETRY_POLICY;

/**
 * Milliseconds before the next attempt: doubled each time, and reduced at random by up to half, so
 * that two hundred phones that lost the same server do not return at the same instant.
 */
export function pauseBefore(
  attempt: number,
  random: () => number,
  retryPolicy: RetryPolicy,
): number {
  const whole = Math.min(retryPolicy.firstPauseMs * 2 ** (attempt - 1), retryPolicy.longestPauseMs);
  return Math.round(whole / 2 + (random() * whole) / 2);
}

/**
 * The pause asked for by `Retry-After` (seconds or a date), in milliseconds; null when there is
 * none.
 */
export function askedPause(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
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
