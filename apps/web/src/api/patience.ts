import { ERROR_CODES } from '@crece/contract';
import { HttpError } from './http.ts';

/** Together as long as a desk of hundreds of units takes; the server names two seconds. */
const PAUSES_MS = [2_000, 4_000, 8_000] as const;

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Asks again after a pause while the server has no place for this account (429): two tabs, or
 * choices changed faster than they are answered. Throws the refusal when it lasts.
 */
export async function patiently<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof HttpError && error.status === ERROR_CODES.busy;
      if (!isBusy || signal?.aborted === true) throw error;
    }
    await pause(ms, signal);
  }
  return ask();
}
