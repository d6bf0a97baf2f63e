import { describe, expect, it } from 'vitest';
import type { LocalUnit } from '../../unit/open/types.ts';
import type { UnitSnapshot } from '../../unit/projection/types.ts';
import { type BackgroundConditions, keepSynced, RHYTHM } from './background.ts';
import { SyncFault, type SyncOutcome, type SyncProgress, type UnitSync } from './types.ts';

const OPEN: BackgroundConditions = {
  allowed: true,
  online: true,
  metered: false,
  meteredAllowed: false,
  hidden: false,
};

const COMPLETE: SyncOutcome = {
  kind: 'complete',
  at: '2025-05-10T15:00:00.000Z',
  sent: 0,
  received: 0,
  refused: 0,
  tasks: 0,
  pending: 0,
};

function failed(code: ConstructorParameters<typeof SyncFault>[0]): SyncOutcome {
  return { kind: 'failed', step: 'up', fault: new SyncFault(code) };
}

/** A clock that moves only when the test says so. */
class Clock {
  #now = 0;
  #next = 0;
  readonly #alarms = new Map<number, { at: number; work: () => void }>();

  readonly timers = {
    now: () => this.#now,
    set: (work: () => void, ms: number) => {
      this.#next += 1;
      this.#alarms.set(this.#next, { at: this.#now + ms, work });
      return this.#next;
    },
    clear: (handle: unknown) => {
      if (typeof handle === 'number') this.#alarms.delete(handle);
    },
  };

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#alarms].sort((a, b) => a[1].at - b[1].at)[0];
      if (due === undefined || due[1].at > end) break;
      this.#alarms.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].work();
      await settled();
    }
    this.#now = end;
  }
}

/** Waits until every promise that can settle has settled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Background synchronisation over a fake one whose runs end in turn as `outcomes` says. */
function aBackground(first: Partial<BackgroundConditions> = {}) {
  const clock = new Clock();
  const listeners = {
    unit: new Set<() => void>(),
    world: new Set<() => void>(),
    sync: new Set<() => void>(),
  };
  const subscribeTo = (kind: keyof typeof listeners) => (listener: () => void) => {
    listeners[kind].add(listener);
    return () => listeners[kind].delete(listener);
  };
  const tell = (kind: keyof typeof listeners): void => {
    for (const listener of [...listeners[kind]]) listener();
  };
  let conditions = { ...OPEN, ...first };
  let records = { pending: 0, refused: 0 };
  let progress = { phase: 'idle', outcome: null } as SyncProgress;
  const outcomes: SyncOutcome[] = [];
  const runs: number[] = [];

  const end = (outcome: SyncOutcome): SyncOutcome => {
    progress = { ...progress, phase: 'idle', outcome };
    tell('sync');
    return outcome;
  };
  const sync = {
    subscribe: subscribeTo('sync'),
    snapshot: () => progress,
    run: async () => {
      runs.push(clock.timers.now());
      await Promise.resolve();
      const outcome = outcomes.shift() ?? COMPLETE;
      if (outcome.kind === 'complete') records = { ...records, pending: records.refused };
      return end({ ...outcome });
    },
  } as unknown as UnitSync;
  const unit = {
    subscribe: subscribeTo('unit'),
    snapshot: () =>
      ({
        pending: records.pending,
        sync: { refused: Array.from({ length: records.refused }) },
      }) as unknown as UnitSnapshot,
  } as unknown as LocalUnit;

  const stop = keepSynced(sync, {
    unit,
    conditions: () => conditions,
    subscribe: subscribeTo('world'),
    timers: clock.timers,
  });
  return {
    clock,
    runs,
    outcomes,
    stop,
    personRuns: (outcome: SyncOutcome) => {
      if (outcome.kind === 'complete') records = { ...records, pending: records.refused };
      return end({ ...outcome });
    },
    otherTabEnds: () => {
      progress = { ...progress, outcome: null };
      tell('sync');
    },
    type: (count: number) => {
      records = { ...records, pending: records.pending + count };
      tell('unit');
    },
    refuse: (count: number) => {
      records = { pending: count, refused: count };
      tell('unit');
    },
    world: (next: Partial<BackgroundConditions>) => {
      conditions = { ...conditions, ...next };
      tell('world');
    },
    isListenedTo: () => Object.values(listeners).some((set) => set.size > 0),
  };
}

describe('keepSynced (background synchronisation)', () => {
  it('runs shortly after it begins, and every ten minutes while nothing changes', async () => {
    const { clock, runs } = aBackground();
    await clock.pass(RHYTHM.afterReturn - 1);
    expect(runs).toEqual([]);
    await clock.pass(1);
    expect(runs).toEqual([3_000]);
    await clock.pass(RHYTHM.every - 1);
    expect(runs).toHaveLength(1);
    await clock.pass(1);
    expect(runs).toEqual([3_000, 603_000]);
  });

  it('runs once, five seconds after the first of several changes', async () => {
    const { clock, runs, type } = aBackground();
    await clock.pass(10_000);
    runs.length = 0;
    type(1);
    await clock.pass(4_000);
    type(1);
    expect(runs).toEqual([]);
    await clock.pass(1_000);
    expect(runs).toEqual([15_000]);
    await clock.pass(60_000);
    expect(runs).toHaveLength(1);
  });

  it('records that the server refuses start no other run at once', async () => {
    const { clock, runs, refuse } = aBackground();
    await clock.pass(10_000);
    refuse(2);
    await clock.pass(60_000);
    expect(runs).toEqual([3_000]);
  });

  it.each([
    ['switched off', { allowed: false }],
    ['offline', { online: false }],
    ['on a metered line', { metered: true }],
  ])('never runs while it is %s, and runs soon after that ends', async (_name, conditions) => {
    const { clock, runs, type, world } = aBackground(conditions);
    type(3);
    await clock.pass(3 * RHYTHM.every);
    expect(runs).toEqual([]);
    world(OPEN);
    await clock.pass(RHYTHM.afterReturn);
    expect(runs).toEqual([3 * RHYTHM.every + RHYTHM.afterReturn]);
  });

  it('runs on a metered connection when the person has allowed it', async () => {
    const { clock, runs } = aBackground({ metered: true, meteredAllowed: true });
    await clock.pass(RHYTHM.afterReturn);
    expect(runs).toHaveLength(1);
  });

  it('pauses after the page was hidden for five minutes, and continues when it is visible', async () => {
    const { clock, runs, type, world } = aBackground();
    await clock.pass(10_000);
    runs.length = 0;
    world({ hidden: true });
    type(1);
    await clock.pass(RHYTHM.hidden - 1);
    expect(runs).toHaveLength(1);
    type(1);
    await clock.pass(4 * RHYTHM.every);
    expect(runs).toHaveLength(1);
    world({ hidden: false });
    await clock.pass(RHYTHM.afterReturn);
    expect(runs).toHaveLength(2);
  });

  it('waits longer after each failure, up to half an hour', async () => {
    const { clock, runs, outcomes, type } = aBackground();
    type(1);
    outcomes.push(...Array.from({ length: 9 }, () => failed('no-response')));
    await clock.pass(4 * 60 * 60_000);
    const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
    expect(pauses.slice(0, 9)).toEqual([
      30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_800_000, 1_800_000, 1_800_000,
    ]);
  });

  it('keeps the back-off while the server fails, even when somebody types', async () => {
    const { clock, runs, outcomes, type } = aBackground();
    outcomes.push(failed('server'), failed('server'));
    await clock.pass(3_000);
    type(1);
    await clock.pass(29_999);
    expect(runs).toEqual([3_000]);
    await clock.pass(1);
    expect(runs).toEqual([3_000, 33_000]);
  });

  it('resets the back-off when the connection was lost and returned', async () => {
    const { clock, runs, outcomes, world } = aBackground();
    outcomes.push(...Array.from({ length: 6 }, () => failed('no-response')));
    await clock.pass(20 * 60_000);
    expect(runs).toHaveLength(6);
    world({ online: false });
    world({ online: true });
    await clock.pass(RHYTHM.afterReturn);
    expect(runs.at(-1)).toBe(20 * 60_000 + RHYTHM.afterReturn);
  });

  it('asks for no credentials again until a condition changes or a person has synchronised', async () => {
    const { clock, runs, outcomes, personRuns, type } = aBackground();
    outcomes.push(failed('credentials'));
    await clock.pass(3_000);
    type(1);
    await clock.pass(5 * RHYTHM.every);
    expect(runs).toHaveLength(1);
    personRuns(COMPLETE);
    await clock.pass(RHYTHM.every);
    expect(runs).toHaveLength(2);
  });

  it('asks for credentials again when the account has changed', async () => {
    const { clock, runs, outcomes, world } = aBackground();
    outcomes.push(failed('credentials'));
    await clock.pass(3_000);
    world({ allowed: false });
    world({ allowed: true });
    await clock.pass(RHYTHM.afterReturn);
    expect(runs).toHaveLength(2);
  });

  it.each(['cancelled', 'busy'] as const)(
    'a run does not start again at once after "%s"',
    async (kind) => {
      const { clock, runs, outcomes, type } = aBackground();
      outcomes.push({ kind });
      type(4);
      await clock.pass(3_000);
      await clock.pass(RHYTHM.every - 1);
      expect(runs).toEqual([3_000]);
      await clock.pass(1);
      expect(runs).toHaveLength(2);
    },
  );

  it('soon sends what still waits when the other tab that was synchronising is done or gone', async () => {
    const { clock, runs, outcomes, type, otherTabEnds } = aBackground();
    outcomes.push({ kind: 'busy' });
    type(1);
    await clock.pass(60_000);
    otherTabEnds();
    await clock.pass(RHYTHM.afterChange - 1);
    expect(runs).toEqual([3_000]);
    await clock.pass(1);
    expect(runs).toEqual([3_000, 65_000]);
  });

  it('asks nothing after another tab that has sent everything', async () => {
    const { clock, runs, outcomes, otherTabEnds } = aBackground();
    outcomes.push({ kind: 'busy' });
    await clock.pass(60_000);
    otherTabEnds();
    await clock.pass(RHYTHM.afterChange);
    expect(runs).toEqual([3_000]);
  });

  it('soon sends what was typed during a run', async () => {
    const background = aBackground();
    await background.clock.pass(3_000);
    background.type(2);
    await background.clock.pass(RHYTHM.afterChange);
    expect(background.runs).toEqual([3_000, 8_000]);
  });

  it('treats a run started by a person like its own', async () => {
    const { clock, runs, personRuns } = aBackground();
    await clock.pass(2_000);
    personRuns(COMPLETE);
    await clock.pass(RHYTHM.every - 1);
    expect(runs).toEqual([]);
    await clock.pass(1);
    expect(runs).toHaveLength(1);
  });

  it('unsubscribes and never runs again once it is stopped', async () => {
    const { clock, runs, stop, isListenedTo } = aBackground();
    stop();
    await clock.pass(5 * RHYTHM.every);
    expect(runs).toEqual([]);
    expect(isListenedTo()).toBe(false);
  });
});
