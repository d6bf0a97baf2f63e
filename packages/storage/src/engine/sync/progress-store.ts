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
  isOlderServer: false,
  clockDifference: null,
  outcome: null,
};

/** The progress shown on screen: one immutable value, replaced at every change. */
export class ProgressStore {
  #progress: SyncProgress = IDLE;
  #phase: SyncPhase = 'idle';
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SyncProgress => this.#progress;

  /** Begins a run: the counts of the last run are reset; its outcome stays until this run ends. */
  begin(): void {
    const { outcome, clockDifference } = this.#progress;
    this.#phase = 'connecting';
    this.show({ ...IDLE, outcome, clockDifference, phase: 'connecting' });
  }

  phase(phase: SyncPhase): void {
    this.#phase = phase;
    // While waiting for a retry, the phase stays `waiting` whatever the step.
    if (this.#progress.phase !== 'waiting') this.show({ phase });
  }

  /** Shows until when the run waits for its next attempt, and why; null: the run continues. */
  pause(wait: Pause | null): void {
    this.show(
      wait === null
        ? { phase: this.#phase, retryAt: null, waitsFor: null }
        : { phase: 'waiting', retryAt: wait.until.toISOString(), waitsFor: wait.fault },
    );
  }

  /** Adds to the counts of done and of known items. */
  count(kind: Counted, { done = 0, total = 0 }: { done?: number; total?: number }): void {
    const before = this.#countOf(kind);
    this.reach(kind, { done: before.done + done, total: before.total + total });
  }

  /** Raises the counts to at least these values; counts never decrease. */
  reach(kind: Counted, { done = 0, total = 0 }: { done?: number; total?: number }): void {
    const before = this.#countOf(kind);
    const reached = Math.max(before.done, done);
    this.show({ [kind]: { done: reached, total: Math.max(before.total, total, reached) } });
  }

  /** Expects at least this many further items. */
  expect(kind: Counted, more: number): void {
    this.reach(kind, { total: this.#countOf(kind).done + more });
  }

  /** Sets the total to what is done: expected items beyond that were replaced in the meantime. */
  complete(kind: Counted): void {
    const { done } = this.#countOf(kind);
    this.show({ [kind]: { done, total: done } });
  }

  /** Counts revisions that were new on this device. */
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
