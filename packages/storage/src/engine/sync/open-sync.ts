import { storageError } from '../../base/faults.ts';
import { sharedLocks } from '../../base/shared-locks.ts';
import type { Engine, UnitWithEngine } from '../core/engine.ts';
import { Cancelled } from './client-fault.ts';
import { ProgressStore } from './progress-store.ts';
import { RETRY_POLICY, type RetryPolicy, wait } from './retry-policy.ts';
import { Run } from './run.ts';
import { PIECE_SIZES, type PieceSizes, type RunContext } from './run-context.ts';
import { ServerClient } from './server-client.ts';
import { Transport } from './transport.ts';
import {
  type RunOptions,
  SyncFault,
  type SyncOutcome,
  type SyncServer,
  type UnitSync,
} from './types.ts';
import { Unconfirmed } from './unconfirmed.ts';

/** Units that this tab is synchronising now. */
const running = new WeakSet<object>();

interface OnlyRun {
  /** The engine of the unit, as opened in this tab. */
  engine: { readonly name: string };
  /** Locks shared by all tabs of the profile; null where the browser has none (plain http). */
  locks: LockManager | null;
}

const lockOf = (engine: OnlyRun['engine']): string => `crece_sync_${engine.name}`;

/**
 * Runs the work, unless the same unit is already being synchronised in this tab or another tab of
 * this profile: then it returns `null`. Without locks, other tabs are not detected: two concurrent
 * runs ask the server twice and lose nothing.
 */
async function asOnlyRun<T>({ engine, locks }: OnlyRun, work: () => Promise<T>): Promise<T | null> {
  if (running.has(engine)) return null;
  running.add(engine);
  try {
    if (locks === null) return await work();
    const options = { mode: 'exclusive', ifAvailable: true } as const;
    return await locks.request(lockOf(engine), options, (lock) => (lock === null ? null : work()));
  } finally {
    running.delete(engine);
  }
}

/** Settings for tests; the application uses the defaults. */
export interface SyncOptions {
  clock?: () => Date;
  /** A number from 0 to 1 that spreads the pauses of many phones. */
  random?: () => number;
  retryPolicy?: Partial<RetryPolicy>;
  limits?: Partial<PieceSizes>;
  locks?: LockManager | null;
}

/** Opens the synchronisation of a unit in this tab. */
export function openSync(
  unit: UnitWithEngine,
  server: SyncServer,
  options: SyncOptions = {},
): UnitSync {
  return new OpenSync(unit, server, options);
}

/** How often a run that waits looks whether the act was taken back. */
const HELD_LOOK_MS = 500;

class OpenSync implements UnitSync {
  readonly #stake: UnitWithEngine;
  readonly #server: SyncServer;
  readonly #options: SyncOptions;
  readonly #progress = new ProgressStore();
  #running: Promise<SyncOutcome> | null = null;
  /** The run waits for what is held back, and for a run that left it out. */
  #waiting: Promise<SyncOutcome> | null = null;
  #controller = new AbortController();

  constructor(unit: UnitWithEngine, server: SyncServer, options: SyncOptions) {
    this.#stake = unit;
    this.#server = server;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#progress.subscribe(listener);

  readonly snapshot: UnitSync['snapshot'] = () => this.#progress.snapshot();

  run({ leaveHeld = false }: RunOptions = {}): Promise<SyncOutcome> {
    if (leaveHeld) return this.#waiting ?? this.#share(false);
    this.#waiting ??= this.#runWhole().finally(() => {
      this.#waiting = null;
    });
    return this.#waiting;
  }

  /** A run that takes along what is held back now, after its time. */
  async #runWhole(): Promise<SyncOutcome> {
    const begun = this.#running;
    if (begun === null) return this.#share(true);
    const outcome = await begun;
    // The background's run left it out.
    if (outcome.kind !== 'complete' || (await this.#heldUntil()) === null) return outcome;
    return this.#share(true);
  }

  #share(waits: boolean): Promise<SyncOutcome> {
    this.#running ??= this.#runOnce(waits).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** When the last record that is held back may be sent; null when none is. */
  async #heldUntil(): Promise<number | null> {
    const held = await (await this.#stake.engine()).held();
    return held.size === 0 ? null : Math.max(...held.values());
  }

  /** Waits until nothing is held back; an act that is taken back ends the waiting at once. */
  async #waitForHeld(signal: AbortSignal): Promise<void> {
    const { clock = () => new Date() } = this.#options;
    for (;;) {
      const until = await this.#heldUntil();
      this.#progress.phase(until === null ? 'connecting' : 'holding');
      if (until === null) return;
      await wait(Math.min(HELD_LOOK_MS, Math.max(1, until - clock().getTime())), signal);
    }
  }

  cancel(): void {
    this.#controller.abort(new Cancelled());
  }

  async checkEverything(): Promise<void> {
    await (await this.#stake.engine()).ledger.askCheck();
  }

  async #runOnce(waits: boolean): Promise<SyncOutcome> {
    this.#controller = new AbortController();
    this.#progress.begin();
    const outcome = await this.#outcomeOf(this.#controller.signal, waits);
    this.#progress.show({ phase: 'idle', retryAt: null, waitsFor: null, outcome });
    return outcome;
  }

  async #outcomeOf(signal: AbortSignal, waits: boolean): Promise<SyncOutcome> {
    let step: Run['step'] = 'credentials';
    try {
      const engine = await this.#stake.engine();
      if (waits) await this.#waitForHeld(signal);
      const { locks = sharedLocks() } = this.#options;
      const outcome = await asOnlyRun({ engine, locks }, async () => {
        const run = this.#newRun(engine, signal, await Unconfirmed.load(engine.store));
        try {
          return await run.complete();
        } finally {
          step = run.step;
        }
      });
      return outcome ?? this.#busyWhile({ engine, locks });
    } catch (error) {
      if (error instanceof Cancelled) return { kind: 'cancelled' };
      const fault =
        error instanceof SyncFault ? error : new SyncFault('storage', null, storageError(error));
      return {
        kind: 'failed',
        // A token that cannot be renewed during another step is still reported as a credentials
        // problem.
        step: fault.code === 'credentials' ? 'credentials' : step,
        fault,
      };
    }
  }

  /** Another tab is at it; once it is done, or closed in the middle, that is true no longer. */
  #busyWhile({ engine, locks }: OnlyRun): SyncOutcome {
    const busy: SyncOutcome = { kind: 'busy' };
    const forget = () => {
      if (this.#progress.snapshot().outcome === busy) this.#progress.show({ outcome: null });
    };
    locks?.request(lockOf(engine), { mode: 'shared' }, forget).catch(() => undefined);
    return busy;
  }

  #newRun(engine: Engine, signal: AbortSignal, unconfirmed: Unconfirmed): Run {
    const { clock = () => new Date(), random = Math.random } = this.#options;
    const progress = this.#progress;
    const { ledger } = engine;
    const transport = new Transport({
      server: this.#server,
      signal,
      clock,
      random,
      wait,
      retryPolicy: { ...RETRY_POLICY, ...this.#options.retryPolicy },
      onPause: (pause) => progress.pause(pause),
      onContact: (clockDifference) => progress.show({ clockDifference }),
      mark: () => ledger.mark,
      onMark: (mark, mustCheck) => ledger.hear(mark, mustCheck),
    });
    const context: RunContext = {
      unit: this.#stake,
      engine,
      transport,
      client: new ServerClient(transport, this.#stake.stakeDB),
      progress,
      signal,
      clock,
      limits: { ...PIECE_SIZES, ...this.#options.limits },
    };
    return new Run(context, unconfirmed);
  }
}
