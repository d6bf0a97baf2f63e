import type { SyncOutcome, SyncProgress, UnitSync } from '@crece/storage/sync';

/** A unit's synchronisation that the test controls. */
export interface FakeSync extends UnitSync {
  /** Sets the progress: phase, counts. */
  show(next: Partial<SyncProgress>): void;
  /** Ends the current run with this outcome. */
  end(outcome: SyncOutcome): void;
  /** The methods that were called, in order. */
  readonly asked: ('run' | 'cancel' | 'check')[];
}

/** Progress before the first run. */
export const IDLE: SyncProgress = {
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

/** Outcome of a run that ended without problems. */
export const COMPLETE: Extract<SyncOutcome, { kind: 'complete' }> = {
  kind: 'complete',
  at: '2026-03-14T17:40:00.000Z',
  sent: 12,
  received: 40,
  refused: 0,
  tasks: 0,
  pending: 0,
};

export function fakeSync(first: Partial<SyncProgress> = {}): FakeSync {
  const listeners = new Set<() => void>();
  const asked: FakeSync['asked'] = [];
  let progress: SyncProgress = { ...IDLE, ...first };
  let running: { promise: Promise<SyncOutcome>; resolve: (outcome: SyncOutcome) => void } | null =
    null;

  function show(next: Partial<SyncProgress>): void {
    progress = { ...progress, ...next };
    for (const listener of listeners) listener();
  }
  function end(outcome: SyncOutcome): void {
    show({ phase: 'idle', retryAt: null, waitsFor: null, outcome });
    running?.resolve(outcome);
    running = null;
  }
  return {
    asked,
    show,
    end,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => progress,
    run: () => {
      asked.push('run');
      if (running !== null) return running.promise;
      let resolve: (outcome: SyncOutcome) => void = () => undefined;
      const promise = new Promise<SyncOutcome>((settle) => {
        resolve = settle;
      });
      running = { promise, resolve };
      show({ ...IDLE, phase: 'connecting', outcome: progress.outcome });
      return promise;
    },
    cancel: () => {
      asked.push('cancel');
      if (running !== null) end({ kind: 'cancelled' });
    },
    checkEverything: async () => {
      asked.push('check');
    },
  };
}
