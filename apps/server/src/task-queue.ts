/** More tasks wait than are taken on; answered with 429. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly statusCode = 429;
}

export interface TaskQueue {
  /** Runs a task when its turn comes; rejects with `QueueFull` when too many wait before it. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** How many wait. */
  waiting(): number;
}

/** Runs so many tasks at the same time, lets so many wait, and refuses the others. */
export function createTaskQueue(limits: { atOnce: number; mostWaiting: number }): TaskQueue {
  const turns: (() => void)[] = [];
  let running = 0;

  return {
    async run(task) {
      if (running < limits.atOnce) running += 1;
      else if (turns.length < limits.mostWaiting) {
        await new Promise<void>((turn) => turns.push(turn));
      } else {
        throw new QueueFull('too many tasks are waiting');
      }
      try {
        return await task();
      } finally {
        // The place is handed on: whoever comes in between cannot take it from who waits.
        const next = turns.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    waiting: () => turns.length,
  };
}
