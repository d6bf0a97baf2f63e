import type { Pause } from './transport.ts';
import type { Count, SyncPhase, SyncProgress } from './types.ts';

type Counted = 'sending' | 'receiving';

const IDLE: SyncProgress = {
  phase: 'idle',
  sending: null,
  receiving: null,
  received: 0,
  refused: 0,
  retryAt: null,
  waitsFor: null,
  serverLostRecords: false,
  clockDifference: null,
  outcome: null,
};

/** What the screens are told: one value, replaced whenever something changes. */
export class ProgressStore {
  #progress: SyncProgress = IDLE;
  #phase: SyncPhase = 'idle';
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SyncProgress => this.#progress;

  /** A run begins: the counts of the last one go, its outcome stays until this one ends. */
  begin(): void {
    const { outcome, clockDifference } = this.#progress;
    this.#phase = 'connecting';
    this.show({ ...IDLE, outcome, clockDifference, phase: 'connecting' });
  }

  phase(phase: SyncPhase): void {
    this.#phase = phase;
    // While it waits for another try it says so, whatever the step.
    if (this.#progress.phase !== 'waiting') this.show({ phase });
  }

  /** The run waits until a moment for its next try, because of that; null: it goes on. */
  pause(wait: Pause | null): void {
    this.show(
      wait === null
        ? { phase: this.#phase, retryAt: null, waitsFor: null }
        : { phase: 'waiting', retryAt: wait.until.toISOString(), waitsFor: wait.fault },
    );
  }

  /** So many more are done, and so many more are known of. */
  count(kind: Counted, { done = 0, total = 0 }: { done?: number; total?: number }): void {
    const before = this.#countOf(kind);
    this.reach(kind, { done: before.done + done, total: before.total + total });
  }

  /** At least so many are done, of at least so many: counts never go back. */
  reach(kind: Counted, { done = 0, total = 0 }: { done?: number; total?: number }): void {
    const before = this.#countOf(kind);
    const reached = Math.max(before.done, done);
    this.show({ [kind]: { done: reached, total: Math.max(before.total, total, reached) } });
  }

  /** At least so many more are to come. */
  expect(kind: Counted, more: number): void {
    this.reach(kind, { total: this.#countOf(kind).done + more });
  }

  /** Nothing more comes: what was expected beyond that had been replaced on the way. */
  complete(kind: Counted): void {
    const { done } = this.#countOf(kind);
    this.show({ [kind]: { done, total: done } });
  }

  /** So many revisions came that were not here before. */
  took(revisions: number): void {
    if (revisions > 0) this.show({ received: this.#progress.received + revisions });
  }

  show(change: Partial<SyncProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    for (const listener of [...this.#listeners]) listener();
  }

  #countOf(kind: Counted): Count {
    return this.#progress[kind] ?? { done: 0, total: 0 };
  }
}
