import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Work that continues after the answer. */
export interface Background {
  /**
   * Starts the task in a later turn of the event loop, so that it does not delay the present
   * answer.
   */
  run(task: () => Promise<void>): void;
  /** Resolves when every started task has ended. */
  settled(): Promise<void>;
}

/** Tracks work after the answer, so that a stop waits for it and its faults are reported. */
export function createBackground(onFault: (error: unknown) => void): Background {
  const running = new PQueue();
  return {
    run: (task) => void running.add(() => yieldToEventLoop().then(task).catch(onFault)),
    settled: () => running.onIdle(),
  };
}
