import PQueue from 'p-queue';

/** More tasks wait than are taken on; answered with 429. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly statusCode = 429;
}

/** Runs so many tasks at the same time, lets so many wait, and refuses the others. */
export class BoundedQueue {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#queue = new PQueue({ concurrency });
    this.#maxWaiting = maxWaiting;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs a task when its turn comes; rejects with `QueueFull` when too many wait before it. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { size, pending, concurrency } = this.#queue;
    if (pending >= concurrency && size >= this.#maxWaiting) {
      throw new QueueFull('too many tasks are waiting');
    }
    return this.#queue.add(task);
  }
}
