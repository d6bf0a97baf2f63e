import type { LocalUnit } from '../../unit/open/types.ts';
import type { SyncOutcome, UnitSync } from './types.ts';

/** What decides whether the background may use the line now. */
export interface BackgroundConditions {
  /** The account may synchronise this unit, and nobody has switched the background off. */
  allowed: boolean;
  online: boolean;
  /** The connection is paid by what goes over it, as far as the browser tells. */
  metered: boolean;
  /** The person has allowed it there too. */
  meteredAllowed: boolean;
  /** The page is not in front. */
  hidden: boolean;
}

export interface BackgroundOptions {
  unit: LocalUnit;
  conditions: () => BackgroundConditions;
  /** Calls the listener whenever a condition may have changed; answers how to stop that. */
  subscribe: (listener: () => void) => () => void;
  timers?: BackgroundTimers;
}

/** A clock that only goes on, in milliseconds, and its alarm. */
export interface BackgroundTimers {
  now(): number;
  set(work: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

const MINUTE_MS = 60_000;

/** Milliseconds, in one place. */
export const RHYTHM = {
  /** From the first change on: what a person saves within it goes together. */
  afterChange: 5_000,
  /** From being online (or allowed, or in front) again: lines come and go for a moment. */
  afterReturn: 3_000,
  /** From one run to the next while nothing happens. */
  every: 10 * MINUTE_MS,
  /** After the first failure in a row; doubled by each further one. */
  firstBackOff: 30_000,
  longestBackOff: 30 * MINUTE_MS,
  /** A page in the background for longer leaves the line alone. */
  hidden: 5 * MINUTE_MS,
} as const;

const systemTimers: BackgroundTimers = {
  now: () => performance.now(),
  set: (work, ms) => setTimeout(work, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/**
 * Runs a unit's synchronisation by itself: soon after a change, when the line comes back, and every
 * few minutes; after failures ever more seldom; never while it is switched off, offline, on a metered
 * line that is not allowed, or long after the page went to the background. Answers how to stop it; a
 * run under way then is left to end.
 */
export function keepSynced(sync: UnitSync, options: BackgroundOptions): () => void {
  const background = new Background(sync, options);
  return () => background.stop();
}

/** Milliseconds after so many failures in a row, whatever else is due. */
function backOff(failures: number): number {
  return Math.min(RHYTHM.firstBackOff * 2 ** (failures - 1), RHYTHM.longestBackOff);
}

class Background {
  readonly #sync: UnitSync;
  readonly #options: BackgroundOptions;
  readonly #timers: BackgroundTimers;
  readonly #unsubscribe: readonly (() => void)[];
  #timer: unknown;
  #isRunning = false;
  #isStopped = false;
  #isOpen: boolean;
  #hiddenSince: number | null = null;
  /** When something unsent was first seen; null: nothing is waiting to be sent. */
  #changedAt: number | null = null;
  /** Records that a cancelled or failed run has left: they are no reason to run at once again. */
  #known = 0;
  /** When the line could be used (again); null: a run has ended since. */
  #returnedAt: number | null;
  #endedAt = 0;
  #failures = 0;
  /** No credentials are to be had: only another condition, or a person's run, can change that. */
  #isHeld = false;
  #heard: SyncOutcome | null;

  constructor(sync: UnitSync, options: BackgroundOptions) {
    this.#sync = sync;
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#returnedAt = this.#timers.now();
    this.#heard = sync.snapshot().outcome;
    this.#isOpen = this.#mayRun();
    this.#lookAtRecords();
    this.#unsubscribe = [
      options.unit.subscribe(() => {
        this.#lookAtRecords();
        this.#plan();
      }),
      options.subscribe(() => {
        this.#lookAtConditions();
        this.#plan();
      }),
      sync.subscribe(() => this.#hear()),
    ];
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timers.clear(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Sends after a while whatever is new here; what was refused waits for the next ordinary run. */
  #lookAtRecords(): void {
    const { pending, sync } = this.#options.unit.snapshot();
    this.#known = Math.min(this.#known, pending);
    if (pending <= Math.max(this.#known, sync.refused.length)) this.#changedAt = null;
    else this.#changedAt ??= this.#timers.now();
  }

  #lookAtConditions(): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = this.#mayRun();
    this.#isHeld = false;
    if (!this.#isOpen || wasOpen) return;
    // What failed on the line that was lost says nothing about this one.
    this.#failures = 0;
    this.#returnedAt = this.#timers.now();
  }

  #mayRun(): boolean {
    const { allowed, online, metered, meteredAllowed, hidden } = this.#options.conditions();
    const now = this.#timers.now();
    this.#hiddenSince = hidden ? (this.#hiddenSince ?? now) : null;
    const isLongHidden = this.#hiddenSince !== null && now - this.#hiddenSince >= RHYTHM.hidden;
    return allowed && online && (!metered || meteredAllowed) && !isLongHidden;
  }

  /** When the next run is due; null: not before something changes. */
  #dueAt(): number | null {
    if (this.#isStopped || this.#isRunning || this.#isHeld || !this.#isOpen) return null;
    // Right after a return everything waits for the line to hold.
    if (this.#returnedAt !== null) return this.#returnedAt + RHYTHM.afterReturn;
    if (this.#failures > 0) return this.#endedAt + backOff(this.#failures);
    const regular = this.#endedAt + RHYTHM.every;
    return this.#changedAt === null
      ? regular
      : Math.min(regular, this.#changedAt + RHYTHM.afterChange);
  }

  #plan(): void {
    this.#timers.clear(this.#timer);
    const due = this.#dueAt();
    if (due === null) return;
    this.#timer = this.#timers.set(() => this.#wake(), Math.max(0, due - this.#timers.now()));
  }

  #wake(): void {
    this.#isOpen = this.#mayRun();
    const due = this.#dueAt();
    if (due === null) return;
    if (due > this.#timers.now()) this.#plan();
    else void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#changedAt = null;
    this.#end(await this.#sync.run());
  }

  /** A run that a person began ends here too. */
  #hear(): void {
    const { outcome, phase } = this.#sync.snapshot();
    if (phase !== 'idle' || outcome === null || outcome === this.#heard) return;
    this.#heard = outcome;
    if (!this.#isRunning) this.#end(outcome);
  }

  #end(outcome: SyncOutcome): void {
    this.#isRunning = false;
    this.#heard = outcome;
    this.#returnedAt = null;
    this.#endedAt = this.#timers.now();
    if (outcome.kind === 'failed') this.#failures += 1;
    else this.#failures = 0;
    // Typed while it ran, they are to be sent soon.
    this.#known = outcome.kind === 'complete' ? 0 : this.#options.unit.snapshot().pending;
    this.#isHeld = outcome.kind === 'failed' && outcome.fault.code === 'credentials';
    this.#lookAtRecords();
    this.#plan();
  }
}
