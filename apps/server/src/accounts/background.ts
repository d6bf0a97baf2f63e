import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Work that goes on after the answer. */
export interface Background {
  /** Begins in a later turn of the event loop: what is answered now is not held up by the work. */
  run(task: () => Promise<void>): void;
  /** Resolves when everything that was begun has ended. */
  settled(): Promise<void>;
}

/** Keeps hold of work after the answer, so that a stop waits for it and its faults are told. */
export function createBackground(onFault: (error: unknown) => void): Background {
  const running = new PQueue();
  return {
    run: (task) => void running.add(() => yieldToEventLoop().then(task).catch(onFault)),
    settled: () => running.onIdle(),
  };
}
