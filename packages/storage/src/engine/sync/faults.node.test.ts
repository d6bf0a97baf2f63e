import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atRequest, type Fault, signInPage } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  epochOf,
  freshUnit,
  type PhoneOptions,
  type SyncPhone,
  serverLeaves,
  useServer,
} from '../../testing/node/sync-world.ts';

const server = useServer();

/** Small pieces, so that a run can be cut at many places. */
const PIECES = {
  pushDocuments: 4,
  pullPage: 6,
  pullDocuments: 3,
  snapshotBatch: 5,
};

/** Retries that last longer than the one or two seconds the server needs to start. */
const LONG = { firstPauseMs: 100, longestPauseMs: 500, tries: 40 };

function open(
  options: Omit<PhoneOptions, 'stakeDB'> & { stakeDB?: string } = {},
): Promise<SyncPhone> {
  const sync = { limits: PIECES, ...options.sync };
  return aPhone(server.current, { stakeDB: freshUnit(), ...options, sync });
}

/** A unit with another phone's records, and a phone with some records of its own. */
async function aRichUnit(options: Omit<PhoneOptions, 'stakeDB'> = {}): Promise<SyncPhone> {
  const ana = await open();
  const [first] = await ana.addChildren(14);
  await ana.complete();
  const luis = await open({ stakeDB: ana.stakeDB, ...options });
  await luis.addChildren(9);
  expect(first?._rev).toMatch(/^1-/);
  return luis;
}

/** Fails unless phone and server hold the same and the phone reports it. */
async function expectSynced(phone: SyncPhone): Promise<void> {
  expect(await phone.leaves()).toEqual(await serverLeaves(server.current, phone.stakeDB));
  expect(phone.unit.snapshot()).toMatchObject({ pending: 0, sync: { arrival: 'whole' } });
}

const FAULTS: [string, Fault][] = [
  ['broken while it is sent', { kind: 'cut-request', after: 10 }],
  ['done, and its answer lost', { kind: 'lose-answer' }],
  ['answered by half', { kind: 'cut-answer', after: 30 }],
  ['refused by a failing server', { kind: 'answer', status: 500, body: '{}' }],
  ['answered by a sign-in page', signInPage(200)],
];

describe('a line on which every second request meets a fault', () => {
  it.each(FAULTS)('(%s) delays a run and loses nothing', async (_name, fault) => {
    const luis = await aRichUnit();
    luis.proxy.plan(({ number, path }) =>
      number % 2 === 0 && path.startsWith('/sync/') ? fault : undefined,
    );
    await luis.complete();
    luis.proxy.plan();
    await expectSynced(luis);
    expect(await luis.complete()).toMatchObject({ sent: 0, received: 0 });
  });
});

describe('a line that carries little at a time', () => {
  it('smaller requests carry everything when every longer request breaks', async () => {
    const luis = await open({ sync: { limits: {}, retryPolicy: LONG } });
    await luis.addChildren(120);
    luis.proxy.plan(({ path }) =>
      /_bulk_docs|_revs_diff/.test(path) ? { kind: 'cut-request', after: 6_000 } : undefined,
    );
    expect(await luis.complete()).toMatchObject({ sent: 120, refused: 0, pending: 0 });
    luis.proxy.plan();
    await expectSynced(luis);
  });

  it('smaller answers carry everything when every longer answer breaks', async () => {
    const luis = await open({ sync: { limits: {}, retryPolicy: LONG } });
    await luis.complete();
    const ana = await open({ stakeDB: luis.stakeDB, sync: { limits: {} } });
    await ana.addChildren(120);
    await ana.complete();
    luis.proxy.plan(({ path }) =>
      /_changes|_bulk_get/.test(path) ? { kind: 'cut-answer', after: 2_000 } : undefined,
    );
    expect(await luis.complete()).toMatchObject({ received: 120 });
    luis.proxy.plan();
    await expectSynced(luis);
  });

  it('ends the run without loss when even the smallest request breaks', async () => {
    const retryPolicy = { ...LONG, tries: 3 };
    const luis = await open({ sync: { limits: {}, retryPolicy } });
    await luis.addChildren(3);
    luis.proxy.plan(({ path }) =>
      path.includes('_bulk_docs') ? { kind: 'cut-request', after: 10 } : undefined,
    );
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'up' });
    expect(luis.unit.snapshot().pending).toBe(3);
    luis.proxy.plan();
    expect(await luis.complete()).toMatchObject({ sent: 3, pending: 0 });
  });
});

describe('a run that is cut', () => {
  /** A phone of the same unit that makes no second attempt. */
  const another = ({ stakeDB }: SyncPhone) =>
    open({ stakeDB, sync: { limits: PIECES, retryPolicy: { tries: 1 } } });

  /** Cuts a run at each of its requests in turn, without faults before and after. */
  async function cutEverywhere(
    ana: SyncPhone,
    beforeRun: () => Promise<SyncPhone>,
  ): Promise<number> {
    let cuts = 0;
    for (let cutAt = 0; ; cutAt += 1) {
      const luis = await beforeRun();
      const typed = await luis.addChildren(9);
      const first = luis.proxy.requests.length;
      const fault = FAULTS[cutAt % 3]?.[1];
      luis.proxy.plan(({ number }) => (number === first + cutAt ? fault : undefined));
      const outcome = await luis.run();
      // A GET request has no body that could be cut, so it succeeds.
      if (outcome.kind === 'failed') {
        cuts += 1;
        expect(outcome.fault.code).toBe('no-response');
      }
      const here = await luis.leaves();
      for (const { _id } of typed) expect(here.has(_id)).toBe(true);
      const requests = luis.proxy.requests.length - first;
      luis.proxy.plan();
      await luis.complete();
      await expectSynced(luis);
      if (cutAt >= requests) break;
    }
    await ana.complete();
    await expectSynced(ana);
    return cuts;
  }

  it('at any request continues where it was: the first run of a phone', async () => {
    const ana = await open();
    await ana.addChildren(8);
    await ana.complete();
    expect(await cutEverywhere(ana, () => another(ana))).toBeGreaterThan(6);
  });

  it('at any request continues where it was: a later run', async () => {
    const ana = await open();
    const luis = await another(ana);
    await luis.complete();
    const cuts = await cutEverywhere(ana, async () => {
      await ana.addChildren(4);
      await ana.complete();
      return luis;
    });
    expect(cuts).toBeGreaterThan(8);
  });

  it('reports the step and the reason, and changes no shown record', async () => {
    const luis = await aRichUnit({ sync: { limits: PIECES, retryPolicy: { tries: 1 } } });
    const steps: unknown[] = [];
    for (const pattern of [/children.sync/, /_bulk_docs/, /_snapshot/, /_changes/]) {
      luis.proxy.plan(({ path }) => (pattern.test(path) ? { kind: 'lose-answer' } : undefined));
      const outcome = await luis.run();
      steps.push(outcome.kind === 'failed' ? [outcome.step, outcome.fault.code] : outcome.kind);
    }
    expect(steps).toEqual([
      ['credentials', 'no-response'],
      ['up', 'no-response'],
      ['down', 'no-response'],
      ['down', 'no-response'],
    ]);
    expect(luis.sync.snapshot()).toMatchObject({ phase: 'idle', retryAt: null });
    expect(luis.unit.snapshot().sync.stamp).toBeNull();
    luis.proxy.plan();
    await luis.complete();
    await expectSynced(luis);
  });

  it('reports until when it waits for the next attempt, and the last fault', async () => {
    const luis = await open({
      sync: { limits: PIECES, retryPolicy: { firstPauseMs: 300, longestPauseMs: 300 } },
    });
    luis.proxy.plan(atRequest(/_changes/, 1, { kind: 'answer', status: 503 }));
    const seen: unknown[] = [];
    const faults: unknown[] = [];
    luis.sync.subscribe(() => {
      const { phase, retryAt, waitsFor } = luis.sync.snapshot();
      if (phase !== 'waiting') return;
      seen.push(retryAt);
      faults.push([waitsFor?.code, waitsFor?.status]);
    });
    const before = Date.now();
    await luis.complete();
    expect(seen).toHaveLength(1);
    expect(Date.parse(String(seen[0])) - before).toBeGreaterThan(150);
    expect(faults).toEqual([['server', 503]]);
    expect(luis.sync.snapshot()).toMatchObject({ phase: 'idle', retryAt: null, waitsFor: null });
  });

  it.each([
    ['an answer of 500', { kind: 'answer', status: 500 }, ['server', 500]],
    ['a lost answer', { kind: 'lose-answer' }, ['no-response', null]],
  ] as const)('reports %s as such while it waits', async (_name, fault, told) => {
    const luis = await open({
      sync: { limits: PIECES, retryPolicy: { firstPauseMs: 50, longestPauseMs: 50 } },
    });
    for (const pattern of [/children.sync/, /_changes/]) {
      luis.proxy.plan(atRequest(pattern, 1, fault));
      const faults: unknown[] = [];
      const stop = luis.sync.subscribe(() => {
        const { waitsFor } = luis.sync.snapshot();
        if (waitsFor !== null) faults.push([waitsFor.code, waitsFor.status]);
      });
      await luis.complete();
      stop();
      expect(faults).toEqual([told]);
    }
  });

  it('by the person ends at a safe place and continues there', async () => {
    const luis = await aRichUnit();
    let pushes = 0;
    luis.proxy.plan(({ path }) => {
      if (!path.includes('_bulk_docs')) return undefined;
      pushes += 1;
      if (pushes === 2) luis.sync.cancel();
      return undefined;
    });
    expect(await luis.run()).toEqual({ kind: 'cancelled' });
    expect(luis.sync.snapshot()).toMatchObject({ phase: 'idle', outcome: { kind: 'cancelled' } });
    const { pending } = luis.unit.snapshot();
    expect(pending).toBeGreaterThanOrEqual(1);
    expect(pending).toBeLessThanOrEqual(5);
    luis.proxy.plan();
    await luis.complete();
    await expectSynced(luis);
  });

  it('by the person during a wait ends at once', async () => {
    const luis = await open({
      sync: { retryPolicy: { firstPauseMs: 60_000, longestPauseMs: 60_000 } },
    });
    luis.proxy.plan(() => ({ kind: 'answer', status: 503 }));
    luis.sync.subscribe(() => {
      if (luis.sync.snapshot().phase === 'waiting') luis.sync.cancel();
    });
    expect(await luis.run()).toEqual({ kind: 'cancelled' });
  });
});

describe('a server that is killed', () => {
  it.each([0, 5])(
    '%i ms into a batch and started again delays the run and loses nothing',
    async (ms) => {
      const luis = await aRichUnit({ sync: { limits: PIECES, retryPolicy: LONG } });
      const kills: Promise<void>[] = [];
      const act = async (): Promise<void> => {
        const killed = pause(ms)
          .then(() => server.current.kill())
          .then(() => server.current.start());
        kills.push(killed);
        if (ms === 0) await killed;
      };
      luis.proxy.plan(atRequest(/_bulk_docs/, 2, { kind: 'first', act }));
      await luis.complete();
      await Promise.all(kills);
      await expectSynced(luis);
    },
  );
});

describe('an access token', () => {
  it('a token that expires during a run is renewed, and the run continues', async () => {
    const luis = await aRichUnit();
    const act = () => server.current.later();
    luis.proxy.plan(atRequest(/_bulk_docs/, 2, { kind: 'first', act }));
    await luis.complete();
    expect(luis.asked().filter((path) => path === 'GET /api/children/sync')).toHaveLength(2);
    await expectSynced(luis);
  });
});

describe('a role taken away during a push', () => {
  it('ends the run, changes nothing here, and the push succeeds when the role is back', async () => {
    const person = await server.current.addPerson(['user', 'sync']);
    const luis = await aRichUnit({ person });
    const before = await luis.leaves();
    const act = () => server.current.setRoles(person, ['user']);
    luis.proxy.plan(atRequest(/_bulk_docs/, 2, { kind: 'first', act }));
    const outcome = await luis.run();
    expect(outcome).toMatchObject({
      kind: 'failed',
      step: 'up',
      fault: { code: 'refused', reason: 'session-ended' },
    });
    expect(await luis.leaves()).toEqual(before);
    // One batch of four was acknowledged; the rest exists only here, and no record counts as
    // refused.
    expect(luis.unit.snapshot()).toMatchObject({ pending: 5, sync: { refused: [], stamp: null } });

    person.token = await server.current.signIn(person);
    expect(await luis.run()).toMatchObject({
      kind: 'failed',
      step: 'credentials',
      fault: { code: 'credentials' },
    });
    expect(luis.unit.snapshot().pending).toBe(5);

    await server.current.setRoles(person, ['user', 'sync']);
    person.token = await server.current.signIn(person);
    expect(await luis.complete()).toMatchObject({ sent: 5, received: 14 });
    await expectSynced(luis);
  });
});

describe('a server restored from a backup', () => {
  it('during a push, with a new history, is sent everything again', async () => {
    const luis = await aRichUnit({ sync: { limits: PIECES, retryPolicy: LONG } });
    await luis.complete();
    const copy = server.current.backUp();
    const lost = await luis.addChildren(5);
    await luis.complete();
    // The server stores its mark of the unit one second after a change.
    await pause(1_500);
    await luis.addChildren(9);
    const act = async (): Promise<void> => {
      await server.current.kill();
      server.current.restore(copy, 'databases/units');
      await server.current.start();
    };
    luis.proxy.plan(atRequest(/_bulk_docs/, 2, { kind: 'first', act }));
    const epoch = await epochOf(server.current);
    expect(await luis.complete()).toMatchObject({ pending: 0 });
    expect(await epochOf(server.current)).not.toBe(epoch);
    expect(luis.sync.snapshot().serverLostRecords).toBe(true);
    expect(luis.unit.snapshot().sync.stamp?.epoch).toBe(await epochOf(server.current));
    const onServer = await serverLeaves(server.current, luis.stakeDB);
    for (const { _id } of lost) expect(onServer.has(_id)).toBe(true);
    await expectSynced(luis);
  });

  it('during a push, with the same history, is detected by its feed', async () => {
    const luis = await aRichUnit({ sync: { limits: PIECES, retryPolicy: LONG } });
    await luis.complete();
    const copy = server.current.backUp();
    const lost = await luis.addChildren(9);
    const act = async (): Promise<void> => {
      await server.current.kill();
      server.current.restore(copy);
      await server.current.start();
    };
    luis.proxy.plan(atRequest(/_bulk_docs/, 3, { kind: 'first', act }));
    expect(await luis.complete()).toMatchObject({ pending: 0 });
    expect(luis.sync.snapshot().serverLostRecords).toBe(true);
    const onServer = await serverLeaves(server.current, luis.stakeDB);
    for (const { _id } of lost) expect(onServer.has(_id)).toBe(true);
    await expectSynced(luis);
  });

  it('after a push that was cut is detected by the next run', async () => {
    const luis = await aRichUnit({ sync: { limits: PIECES, retryPolicy: LONG } });
    await luis.complete();
    const copy = server.current.backUp();
    const lost = await luis.addChildren(9);
    luis.proxy.plan(atRequest(/_bulk_docs/, 3, { kind: 'answer', status: 403 }));
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'up' });
    expect(luis.unit.snapshot().pending).toBe(1);
    await server.current.kill();
    server.current.restore(copy);
    await server.current.start();
    const other = await open({ stakeDB: luis.stakeDB });
    await other.addChildren(12);
    await other.complete();
    luis.proxy.plan();
    await luis.complete();
    expect(luis.sync.snapshot().serverLostRecords).toBe(true);
    const onServer = await serverLeaves(server.current, luis.stakeDB);
    for (const { _id } of lost) expect(onServer.has(_id)).toBe(true);
    await expectSynced(luis);
  });

  it('between two runs makes the phone report "the server lost records" and send them again', async () => {
    const luis = await aRichUnit();
    await luis.complete();
    const copy = server.current.backUp();
    await luis.addChildren(6);
    await luis.complete();
    await server.current.kill();
    server.current.restore(copy);
    await server.current.start();
    expect(await luis.complete()).toMatchObject({ sent: 6, pending: 0 });
    expect(luis.sync.snapshot().serverLostRecords).toBe(true);
    await expectSynced(luis);
    await luis.complete();
    expect(luis.sync.snapshot().serverLostRecords).toBe(false);
  });
});

describe('two tabs of one device', () => {
  it('two tabs do not synchronise the same unit at once: the second one reports busy', async () => {
    const luis = await aRichUnit();
    const secondTab = luis.newSync();
    const [first, second] = await Promise.all([luis.run(), secondTab.run()]);
    expect([first.kind, second.kind]).toEqual(['complete', 'busy']);
    expect(await secondTab.run()).toMatchObject({ kind: 'complete', sent: 0, received: 0 });
    await expectSynced(luis);
  });
});
