/**
 * A signal that is aborted after so many milliseconds, or with `other`. Chrome has
 * `AbortSignal.timeout` since 103 and `AbortSignal.any` since 116.
 */
export function timeLimit(milliseconds: number, other?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort();
  setTimeout(end, milliseconds);
  if (other?.aborted) end();
  other?.addEventListener('abort', end, { once: true });
  return limit.signal;
}

/**
 * Throws the reason of a signal that is aborted. Chrome has `signal.throwIfAborted` since 100, and
 * the reason since 98.
 */
export function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  const reason: unknown = signal.reason;
  throw reason instanceof Error ? reason : new DOMException('given up', 'AbortError');
}
