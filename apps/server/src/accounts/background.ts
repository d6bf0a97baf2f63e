import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that goes on after the answer. */
export interface Background {
  /** Begins in a later turn of the event loop: what is answered now is not held up by the work. */
  run(task: () => Promise<void>): void;
  /** Resolves when everything that was begun has ended. */
  settled(): Promise<void>;
}

/** Keeps hold of work after the answer, so that a stop waits for it and its faults are told. */
export function createBackground(onFault: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run(task) {
      const work = nextTurn()
        .then(task)
        .catch(onFault)
        .finally(() => running.delete(work));
      running.add(work);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
