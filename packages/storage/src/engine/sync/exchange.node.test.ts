import { demoRecords } from '@crece/domain/demo';
import { describe, expect, it } from 'vitest';
import { atRequest } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  freshUnit,
  PILOT,
  serverDocuments,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const server = useSharedServer();

describe('a synchronisation run', () => {
  it('sends what was typed here and receives what was typed on another phone', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    const [first] = await ana.addChildren(3);
    await ana.screen(first?._id ?? '');
    expect(ana.unit.snapshot().pending).toBe(4);

    expect(await ana.complete()).toMatchObject({ sent: 4, received: 0, refused: 0, pending: 0 });
    expect(ana.unit.snapshot()).toMatchObject({ pending: 0, sync: { arrival: 'whole' } });

    await luis.addChildren(2);
    expect(await luis.complete()).toMatchObject({ sent: 2, received: 4, pending: 0, tasks: 0 });
    expect(luis.unit.snapshot().pending).toBe(0);
    expect(await ana.complete()).toMatchObject({ sent: 0, received: 2 });

    expect(ana.names().sort()).toEqual(luis.names().sort());
    expect(ana.names()).toHaveLength(5);
    expect(await luis.leaves()).toEqual(await ana.leaves());
    expect(await serverLeaves(server.current, unit)).toEqual(await ana.leaves());
  });

  it("stores its time, the end of the feed and the server's history", async () => {
    const unit = freshUnit();
    const now = new Date('2025-05-10T15:00:00.000Z');
    const ana = await aPhone(server.current, { stakeDB: unit, clock: () => now });
    expect(ana.unit.snapshot().sync.stamp).toBeNull();
    await ana.addChild();
    const outcome = await ana.complete();
    expect(outcome.at).toBe(now.toISOString());
    const greeting = (await (await fetch(`${server.current.url}/sync/`)).json()) as {
      uuid: string;
    };
    expect(ana.unit.snapshot().sync.stamp).toEqual({
      completedAt: now.toISOString(),
      serverSequence: '1',
      epoch: greeting.uuid,
    });

    const luis = await aPhone(server.current, { stakeDB: unit });
    await luis.complete();
    await ana.addChildren(5);
    await ana.complete();
    await luis.complete();
    for (const { unit } of [ana, luis]) {
      expect(unit.snapshot().sync.stamp?.serverSequence).toBe('6');
    }
  });

  it('counts the records sent, of all that existed only here', async () => {
    const unit = PILOT.units[2];
    const ana = await aPhone(server.current, { stakeDB: unit });
    const children = await ana.addChildren(12);
    const shown = new Set<string>();
    const sync = ana.newSync({ limits: { pushPage: 6, pushDocuments: 4 } });
    sync.subscribe(() => {
      const { phase, sending } = sync.snapshot();
      if (phase === 'sending' && sending !== null) shown.add(`${sending.done} of ${sending.total}`);
    });
    await sync.run();
    expect([...shown]).toEqual(['0 of 12', '4 of 12', '6 of 12', '10 of 12', '12 of 12']);

    const person = await server.current.addPerson(PILOT.roles);
    const luis = await aPhone(server.current, { stakeDB: unit, person });
    await luis.complete();
    for (const { _id } of children.slice(0, 3)) await luis.removeChild(_id);
    await luis.addChild();
    expect(await luis.complete()).toMatchObject({ sent: 1, refused: 3 });
    expect(luis.sync.snapshot()).toMatchObject({ sending: { done: 1, total: 1 }, refused: 3 });
  });

  it('withdraws "synced" when receiving ended early', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit, sync: { limits: { pullPage: 2 } } });
    const isIncomplete = () => luis.unit.snapshot().sync.isIncomplete;
    expect(isIncomplete()).toBe(false);
    await luis.complete();
    const stamp = luis.unit.snapshot().sync.stamp;
    await ana.addChildren(5);
    await ana.complete();
    // Without an answer nothing is received, so the earlier proof remains valid.
    luis.proxy.plan(() => ({ kind: 'answer', status: 403 }));
    expect(await luis.run()).toMatchObject({ step: 'credentials' });
    expect(isIncomplete()).toBe(false);
    // Fail at the first page, and at a later one.
    for (const nth of [1, 2]) {
      luis.proxy.plan(atRequest(/_changes/, nth, { kind: 'answer', status: 403 }));
      expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
      expect(isIncomplete()).toBe(true);
      expect(luis.unit.snapshot()).toMatchObject({ pending: 0, sync: { stamp } });
    }
    luis.proxy.plan();
    await luis.complete();
    expect(isIncomplete()).toBe(false);
  });

  it('withdraws "synced" after a power cut while receiving', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    // The locks outlive the phone in this process; a browser releases them with the page.
    const sync = { limits: { pullPage: 2 }, locks: null };
    const luis = await aPhone(server.current, { stakeDB: unit, sync });
    await luis.complete();
    await ana.addChildren(5);
    await ana.complete();
    await new Promise<void>((resolve) => {
      const act = async (): Promise<void> => {
        luis.crash();
        resolve();
      };
      luis.proxy.plan(atRequest(/_changes/, 3, { kind: 'first', act }));
      void luis.run();
    });
    const again = await aPhone(server.current, { stakeDB: unit, disk: luis.phone.disk });
    await again.unit.ready();
    expect(again.unit.snapshot().sync.isIncomplete).toBe(true);
    // A run that receives nothing proves nothing.
    again.proxy.plan(({ path }) =>
      path.includes('_revs_diff') ? { kind: 'answer', status: 403 } : undefined,
    );
    await again.addChild();
    expect(await again.run()).toMatchObject({ kind: 'failed', step: 'up' });
    expect(again.unit.snapshot().sync.isIncomplete).toBe(true);
    again.proxy.plan();
    await again.complete();
    expect(again.unit.snapshot().sync.isIncomplete).toBe(false);
  });

  it('carries edits and removals both ways, and then has nothing left to send', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    const [first, second] = await ana.addChildren(2);
    await ana.screen(first?._id ?? '');
    await ana.complete();
    await luis.complete();
    await luis.removeChild(first?._id ?? '');
    await luis.editChild(second?._id ?? '', { ward: 'La Loma' });
    expect(await luis.complete()).toMatchObject({ sent: 3, received: 0, pending: 0 });
    expect(await ana.complete()).toMatchObject({ sent: 0, received: 3 });
    expect(ana.unit.snapshot().children).toMatchObject([{ ward: 'La Loma' }]);
    for (const phone of [luis, ana]) {
      expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
    }
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('makes at most four requests and writes no record when nothing has changed', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(3);
    await ana.complete();
    await ana.complete();
    const before = await ana.phone.engine.store.lastSequence();
    const asked = ana.asked().length;
    expect(await ana.complete()).toMatchObject({ sent: 0, received: 0 });
    expect(ana.asked().slice(asked)).toEqual([
      'GET /api/children/sync',
      expect.stringMatching(/^GET \/(sync\/|db)$/),
      expect.stringMatching(/^GET \/(sync\/|db)$/),
      'GET /db/_changes',
    ]);
    expect(await ana.phone.engine.store.lastSequence()).toBe(before);
  });

  it('a run does not offer received records to the server, nor count them as unsent', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(5);
    await ana.complete();
    await luis.complete();
    await luis.complete();
    expect(luis.unit.snapshot().pending).toBe(0);
    expect(luis.asked().filter((path) => /revs_diff|bulk_docs/.test(path))).toEqual([]);
  });

  it("never sends demonstration records, but sends a person's edit of one", async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const { children, screenings } = demoRecords({ stakeDB: unit, today: '2025-05-10' });
    await ana.unit.fill([...children, ...screenings]);
    expect(await ana.complete()).toMatchObject({ sent: 0, pending: 0 });
    expect(ana.sync.snapshot().sending).toEqual({ done: 0, total: 0 });
    expect(await serverLeaves(server.current, unit)).toEqual(new Map());
    const child = ana.unit.snapshot().children[0];
    await ana.editChild(child?.id ?? '', { comments: 'Moved to La Loma' });
    expect(await ana.complete()).toMatchObject({ sent: 1, pending: 0 });
    expect([...(await serverLeaves(server.current, unit)).keys()]).toEqual([child?.id]);
  });

  it('reports exact counts that never decrease', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(30);
    await ana.complete();
    const limits = { pushDocuments: 4, pullPage: 7, pullDocuments: 3, snapshotBatch: 8 };
    const luis = await aPhone(server.current, { stakeDB: unit, sync: { limits } });
    await luis.addChildren(10);
    const seen: { sending: number[]; receiving: number[]; phases: string[] } = {
      sending: [],
      receiving: [],
      phases: [],
    };
    luis.sync.subscribe(() => {
      const { sending, receiving, phase } = luis.sync.snapshot();
      if (sending !== null) seen.sending.push(sending.done);
      if (receiving !== null) seen.receiving.push(receiving.done);
      if (phase !== seen.phases.at(-1)) seen.phases.push(phase);
    });
    await luis.complete();
    for (const counts of [seen.sending, seen.receiving]) {
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
    }
    expect(new Set(seen.sending)).toEqual(new Set([0, 4, 8, 10]));
    expect(luis.sync.snapshot()).toMatchObject({
      phase: 'idle',
      sending: { done: 10, total: 10 },
      receiving: { done: 40, total: 40 },
    });
    expect(seen.phases).toEqual([
      'connecting',
      'sending',
      'downloading',
      'merging',
      'receiving',
      'sending',
      'idle',
    ]);
  });

  it('a run is shared by calls made while it is under way', async () => {
    const ana = await aPhone(server.current, { stakeDB: freshUnit() });
    await ana.addChild();
    const [one, two] = await Promise.all([ana.run(), ana.run()]);
    expect(one).toBe(two);
    expect(ana.asked().filter((path) => path === 'GET /api/children/sync')).toHaveLength(1);
  });

  it('measures the clock difference and passes it to the unit', async () => {
    const late = () => new Date(Date.now() - 5 * 60 * 60_000);
    const ana = await aPhone(server.current, { stakeDB: freshUnit(), clock: late });
    await ana.complete();
    const difference = ana.sync.snapshot().clockDifference ?? 0;
    expect(Math.abs(difference - 5 * 60 * 60_000)).toBeLessThan(20_000);
    expect(ana.unit.clockDifference()).toBe(difference);
  });
});

describe('two phones that changed the same record', () => {
  it('end equal: different fields are merged and sent in the same run', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    await luis.complete();
    await ana.editChild(child._id, { ward: 'La Loma' });
    await luis.editChild(child._id, { comments: 'Moved' });
    await ana.complete();
    // Received: the edit. Sent: the merged record and the end of the losing version.
    expect(await luis.complete()).toMatchObject({ received: 1, tasks: 0, pending: 0 });
    expect(await ana.complete()).toMatchObject({ sent: 0, tasks: 0 });
    for (const phone of [ana, luis]) {
      const file = await phone.unit.readChildFile(child._id);
      expect(file?.child).toMatchObject({ ward: 'La Loma', comments: 'Moved' });
      expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
    }
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('ask a person on both about the same field, and then have nothing left to send', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    await luis.complete();
    await ana.editChild(child._id, { ward: 'La Loma' });
    await luis.editChild(child._id, { ward: 'El Centro 2' });
    await ana.complete();
    expect(await luis.complete()).toMatchObject({ tasks: 1 });
    expect(await ana.complete()).toMatchObject({ sent: 0, tasks: 1 });
    for (const phone of [ana, luis]) {
      expect(await phone.complete()).toMatchObject({ sent: 0, received: 0, tasks: 1, pending: 0 });
    }
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('merge after a crash that had prevented the merge', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    await luis.complete();
    await ana.editChild(child._id, { ward: 'La Loma' });
    await luis.editChild(child._id, { comments: 'Moved' });
    await ana.complete();
    const { ledger } = luis.phone.engine;
    const receive = ledger.receive.bind(ledger);
    ledger.receive = async (...given) => {
      await receive(...given);
      throw new Error('the page was closed');
    };
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect((await luis.leaves()).get(child._id)).toHaveLength(2);
    ledger.receive = receive;
    await luis.complete();
    const file = await luis.unit.readChildFile(child._id);
    expect(file?.child).toMatchObject({ ward: 'La Loma', comments: 'Moved' });
    expect(await serverLeaves(server.current, unit)).toEqual(await luis.leaves());
  });
});

describe('a refused record', () => {
  it('a refused record remains here with its reason, is offered in every run, and is accepted with the right', async () => {
    const unit = PILOT.units[0];
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    await ana.complete();
    const person = await server.current.addPerson(PILOT.roles);
    const eva = await aPhone(server.current, { stakeDB: unit, person });
    await eva.complete();
    await eva.removeChild(child._id);
    await eva.addChild();
    expect(await eva.complete()).toMatchObject({ sent: 1, refused: 1, pending: 1 });
    expect(eva.unit.snapshot().sync.refused).toMatchObject([
      { id: child._id, reason: 'removal', removal: true, title: 'Marisol 1 Xicay' },
    ]);
    expect(await eva.complete()).toMatchObject({ sent: 0, refused: 1, pending: 1 });
    expect(eva.sync.snapshot()).toMatchObject({ sending: { done: 0, total: 0 }, refused: 1 });
    const onServer = (await serverDocuments(server.current, unit)).get(child._id);
    expect(onServer).toMatchObject({ firstName: 'Marisol 1', _rev: child._rev });
    expect(onServer).not.toHaveProperty('_deleted');

    await server.current.setRoles(person, ['user', 'sync']);
    person.token = await server.current.signIn(person);
    expect(await eva.complete()).toMatchObject({ sent: 1, refused: 0, pending: 0 });
    expect(eva.unit.snapshot().sync.refused).toEqual([]);
    await ana.complete();
    expect(ana.unit.snapshot().children).toHaveLength(1);
  });

  it("a refused removal is held back with its child's screenings, whatever else is in the request", async () => {
    const unit = PILOT.units[1];
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    for (let screening = 0; screening < 4; screening += 1) await ana.screen(child._id);
    await ana.complete();
    const onServer = await serverLeaves(server.current, unit);
    const person = await server.current.addPerson(PILOT.roles);
    const sync = { limits: { pushDocuments: 2 } };
    const eva = await aPhone(server.current, { stakeDB: unit, person, sync });
    await eva.complete();
    await eva.removeChild(child._id);
    for (let run = 0; run < 2; run += 1) {
      expect(await eva.complete()).toMatchObject({ sent: 0, refused: 5, pending: 5 });
      expect(eva.unit.snapshot().sync.refused.map(({ reason }) => reason)).toEqual(
        Array.from({ length: 5 }, () => 'removal'),
      );
      expect(await serverLeaves(server.current, unit)).toEqual(onServer);
    }
    await server.current.setRoles(person, ['user', 'sync']);
    person.token = await server.current.signIn(person);
    expect(await eva.complete()).toMatchObject({ sent: 5, refused: 0, pending: 0 });
    await ana.complete();
    expect(ana.unit.snapshot()).toMatchObject({ children: [], orphans: [] });
  });

  it("a refused removal is held back with its child's screenings, even in a breaking line's small requests", async () => {
    const unit = PILOT.units[1];
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild();
    for (let screening = 0; screening < 6; screening += 1) await ana.screen(child._id);
    await ana.complete();
    const onServer = await serverLeaves(server.current, unit);
    const person = await server.current.addPerson(PILOT.roles);
    const retryPolicy = { tries: 20, firstPauseMs: 1, longestPauseMs: 1 };
    const sync = { limits: { pushLeast: 100 }, retryPolicy };
    const eva = await aPhone(server.current, { stakeDB: unit, person, sync });
    await eva.complete();
    await eva.removeChild(child._id);
    eva.proxy.plan(({ path }) =>
      path.includes('_bulk_docs') ? { kind: 'cut-request', after: 1_500 } : undefined,
    );
    expect(await eva.complete()).toMatchObject({ sent: 0, refused: 7, pending: 7 });
    expect(await serverLeaves(server.current, unit)).toEqual(onServer);
    eva.proxy.plan();
    await server.current.setRoles(person, ['user', 'sync']);
    person.token = await server.current.signIn(person);
    expect(await eva.complete()).toMatchObject({ sent: 7, refused: 0, pending: 0 });
  });

  it('a refused record is sent with the next run once it is corrected', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const child = await ana.addChild({ comments: 'x'.repeat(300_000) });
    await ana.addChild();
    expect(await ana.complete()).toMatchObject({ sent: 1, refused: 1, pending: 1 });
    expect(ana.unit.snapshot().sync.refused).toMatchObject([
      { id: child._id, reason: 'too-large', removal: false },
    ]);
    await ana.editChild(child._id, { comments: 'short' });
    expect(ana.unit.snapshot()).toMatchObject({ pending: 1, sync: { refused: [] } });
    expect(await ana.complete()).toMatchObject({ sent: 1, refused: 0, pending: 0 });
    expect(await serverLeaves(server.current, unit)).toEqual(await ana.leaves());
  });
});

describe('a check of everything', () => {
  it('offers everything and reads the whole feed on demand, and finds no difference', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    const luis = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(3);
    await ana.complete();
    await luis.addChildren(2);
    await luis.complete();
    await luis.sync.checkEverything();
    const asked = luis.proxy.requests.length;
    const pending: number[] = [];
    luis.unit.subscribe(() => pending.push(luis.unit.snapshot().pending));
    expect(await luis.complete()).toMatchObject({ sent: 0, received: 0 });
    const paths = luis.proxy.requests.slice(asked).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('_revs_diff'))).toHaveLength(1);
    expect(paths.filter((path) => path.includes('since=0'))).toHaveLength(1);
    // No record looks unsent because the check asks about it.
    expect(Math.max(0, ...pending)).toBe(0);
    const after = luis.proxy.requests.length;
    await luis.complete();
    expect(luis.proxy.requests.slice(after).map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining('_revs_diff'),
    );
  });

  it('runs by itself after a week, even when the clock was set back', async () => {
    let now = new Date('2025-05-10T15:00:00.000Z');
    const ana = await aPhone(server.current, { stakeDB: freshUnit(), clock: () => now });
    await ana.addChild();
    await ana.complete();
    const isChecked = async (at: string): Promise<boolean> => {
      now = new Date(at);
      const asked = ana.proxy.requests.length;
      await ana.complete();
      return ana.proxy.requests.slice(asked).some(({ path }) => path.includes('_revs_diff'));
    };
    expect(await isChecked('2025-05-17T14:59:59.999Z')).toBe(false);
    expect(await isChecked('2025-05-17T15:00:00.000Z')).toBe(true);
    expect(await isChecked('2025-05-18T15:00:00.000Z')).toBe(false);
    expect(await isChecked('2023-05-18T15:00:00.000Z')).toBe(true);
  });
});
