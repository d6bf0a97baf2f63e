import type { Console } from './console.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** As shells tell a command that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** Work that Ctrl-C ends without leaving anything: it gets a signal, and removes what it has written. */
export async function interruptible<T>(
  { say }: Console,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    say('Interrupted: nothing was changed, and nothing was left behind.');
    // A question that still waits for its answer would keep the process.
    return process.exit(INTERRUPTED);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  }
}
