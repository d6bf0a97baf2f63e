import type { LocalUnit } from '../../unit/open/types.ts';
import type { SyncOutcome, UnitSync } from './types.ts';

/** What decides whether background synchronisation may use the connection now. */
export interface BackgroundConditions {
  /**
   * The account may synchronise this unit, and nobody has switched background synchronisation off.
   */
  allowed: boolean;
  online: boolean;
  /** The connection is charged by volume, as far as the browser knows. */
  metered: boolean;
  /** The person has allowed metered connections. */
  meteredAllowed: boolean;
  /** The page is not visible. */
  hidden: boolean;
}

export interface BackgroundOptions {
  unit: LocalUnit;
  conditions: () => BackgroundConditions;
  /**
   * Calls the listener whenever a condition may have changed; returns the function that
   * unsubscribes.
   */
  subscribe: (listener: () => void) => () => void;
  timers?: BackgroundTimers;
}

/** A monotonic clock in milliseconds, with a timer. */
export interface BackgroundTimers {
  now(): number;
  set(work: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

const MINUTE_MS = 60_000;

/** All intervals, in milliseconds. */
export const RHYTHM = {
  /** From the first change: what a person saves within this time is sent together. */
  afterChange: 5_000,
  /** After coming online (or becoming allowed, or visible): connections often flap at first. */
  afterReturn: 3_000,
  /** From one run to the next while nothing changes. */
  every: 10 * MINUTE_MS,
  /** After the first of consecutive failures; doubled after each further one. */
  firstBackOff: 30_000,
  longestBackOff: 30 * MINUTE_MS,
  /** A page hidden for longer does not use the connection. */
  hidden: 5 * MINUTE_MS,
} as const;

const systemTimers: BackgroundTimers = {
  now: () => performance.now(),
  set: (work, ms) => setTimeout(work, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/**
 * Synchronises a unit in the background: soon after a change, when the connection returns, and
 * every few minutes; after failures at growing intervals. It never runs while switched off,
 * offline, on a metered connection that is not allowed, or long after the page was hidden. Returns
 * the function that stops it; a run in progress then continues to its end.
 */
export function keepSynced(sync: UnitSync, options: BackgroundOptions): () => void {
  const background = new Background(sync, options);
  return () => background.stop();
}

/** Pause in milliseconds after consecutive failures; it overrides every other due time. */
function backOff(failures: number): number {
  return Math.min(RHYTHM.firstBackOff * 2 ** (failures - 1), RHYTHM.longestBackOff);
}

/** What the synchroniser is doing or waiting for; times are those of its own clock. */
type State =
  | { readonly is: 'stopped' }
  /** `failures`: those in a row before this run. */
  | { readonly is: 'running'; readonly failures: number }
  /** The connection became usable, and no run has ended since. */
  | { readonly is: 'returned'; readonly at: number }
  | { readonly is: 'resting'; readonly endedAt: number }
  | { readonly is: 'failing'; readonly endedAt: number; readonly failures: number }
  /** No credentials: only a changed condition or a person's run can change that. */
  | { readonly is: 'held'; readonly endedAt: number; readonly failures: number };

const failuresOf = (state: State): number => ('failures' in state ? state.failures : 0);

/**
 * When the next run is due; null: not before something changes. Shortly after the connection returns,
 * every run waits until it is stable.
 *
 * @param changedAt when an unsent record was first noticed
 */
function dueAt(state: State, changedAt: number | null): number | null {
  switch (state.is) {
    case 'stopped':
    case 'running':
    case 'held':
      return null;
    case 'returned':
      return state.at + RHYTHM.afterReturn;
    case 'failing':
      return state.endedAt + backOff(state.failures);
    case 'resting': {
      const regular = state.endedAt + RHYTHM.every;
      return changedAt === null ? regular : Math.min(regular, changedAt + RHYTHM.afterChange);
    }
  }
}

class Background {
  readonly #sync: UnitSync;
  readonly #options: BackgroundOptions;
  readonly #timers: BackgroundTimers;
  readonly #unsubscribe: readonly (() => void)[];
  #timer: unknown;
  #state: State;
  /** Whether the connection may be used, when that was last looked at. */
  #isOpen: boolean;
  #hiddenSince: number | null = null;
  /** When an unsent record was first noticed; null: nothing is waiting to be sent. */
  #changedAt: number | null = null;
  /**
   * Number of unsent records left by a cancelled or failed run; they cause no immediate new run.
   */
  #known = 0;
  #heard: SyncOutcome | null;

  constructor(sync: UnitSync, options: BackgroundOptions) {
    this.#sync = sync;
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#state = { is: 'returned', at: this.#timers.now() };
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
    this.#state = { is: 'stopped' };
    this.#timers.clear(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Schedules a run for newly unsent records; refused records wait for the next regular run. */
  #lookAtRecords(): void {
    const { pending, sync } = this.#options.unit.snapshot();
    this.#known = Math.min(this.#known, pending);
    if (pending <= Math.max(this.#known, sync.refused.length)) this.#changedAt = null;
    else this.#changedAt ??= this.#timers.now();
  }

  #lookAtConditions(): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = this.#mayRun();
    const state = this.#state;
    if (state.is === 'held') this.#state = { ...state, is: 'failing' };
    if (!this.#isOpen || wasOpen || state.is === 'stopped') return;
    // Failures on the lost connection say nothing about the new one.
    this.#state =
      state.is === 'running'
        ? { is: 'running', failures: 0 }
        : { is: 'returned', at: this.#timers.now() };
  }

  #mayRun(): boolean {
    const { allowed, online, metered, meteredAllowed, hidden } = this.#options.conditions();
    const now = this.#timers.now();
    this.#hiddenSince = hidden ? (this.#hiddenSince ?? now) : null;
    const isLongHidden = this.#hiddenSince !== null && now - this.#hiddenSince >= RHYTHM.hidden;
    return allowed && online && (!metered || meteredAllowed) && !isLongHidden;
  }

  #dueAt(): number | null {
    return this.#isOpen ? dueAt(this.#state, this.#changedAt) : null;
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
    this.#state = { is: 'running', failures: failuresOf(this.#state) };
    this.#changedAt = null;
    this.#end(await this.#sync.run({ leaveHeld: true }));
  }

  /** Also called when a run started by a person ends, and when another tab's run is over. */
  #hear(): void {
    const { outcome, phase } = this.#sync.snapshot();
    if (phase !== 'idle' || outcome === this.#heard) return;
    if (outcome === null) {
      this.#heard = null;
      // Whatever the other tab has not sent is to be sent soon.
      this.#known = 0;
      this.#lookAtRecords();
      this.#plan();
      return;
    }
    this.#heard = outcome;
    if (this.#state.is !== 'running') this.#end(outcome);
  }

  #end(outcome: SyncOutcome): void {
    this.#heard = outcome;
    if (this.#state.is === 'stopped') return;
    const endedAt = this.#timers.now();
    if (outcome.kind === 'failed') {
      const is = outcome.fault.code === 'credentials' ? 'held' : 'failing';
      this.#state = { is, endedAt, failures: failuresOf(this.#state) + 1 };
    } else {
      this.#state = { is: 'resting', endedAt };
    }
    // Records typed during the run are to be sent soon.
    this.#known = outcome.kind === 'complete' ? 0 : this.#options.unit.snapshot().pending;
    this.#lookAtRecords();
    this.#plan();
  }
}
