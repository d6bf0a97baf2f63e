import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';

const RETRY_MS = 10 * 60_000;

/** Works that are carried out one after the other; one that fails is tried again after a while. */
export class RetriedQueue {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();
  readonly #retryMs: number;

  /** @param retryMs how long to wait before a work that failed is tried again */
  constructor(retryMs = RETRY_MS) {
    this.#retryMs = retryMs;
  }

  /** Carries out a work later, and again after each failure; `onFailure` is told of every one. */
  add(work: () => Promise<void>, onFailure: (error: unknown) => void): void {
    const { signal } = this.#closing;
    void this.#queue.add(async () => {
      if (signal.aborted) return;
      try {
        await work();
      } catch (error) {
        onFailure(error);
        void delay(this.#retryMs, undefined, { signal, ref: false }).then(
          () => this.add(work, onFailure),
          () => undefined,
        );
      }
    });
  }

  /** Carries out a work in its turn, once; rejects when it fails. */
  async once(work: () => Promise<void>): Promise<void> {
    await this.#queue.add(work);
  }

  /** Resolves when every work has ended, or failed for now. */
  settled(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Ends after the work under way; nothing is tried again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.onIdle();
  }
}
