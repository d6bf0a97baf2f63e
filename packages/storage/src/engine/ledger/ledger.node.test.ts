import { describe, expect, it, onTestFinished } from 'vitest';
import { carriedDocument, revisionOf } from '../../testing/carried.ts';
import { openPhone, type Phone, type PhoneOptions } from '../../testing/phone.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { LEDGER_ID, UNKNOWN } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

const AUTHOR = { name: 'Ana Morales' };
const NOW = new Date('2025-05-10T15:00:00.000Z');

async function aPhone(options: Partial<PhoneOptions> = {}): Promise<Phone> {
  const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW, ...options });
  onTestFinished(() => phone.close());
  return phone;
}

/** A child record written by another device, or by this one before it lost its records. */
function child(number: number, history: readonly string[], device = 'other'): CarriedDocument {
  const id = `chld_test_stake_gtm_${1_700_000_000_000 + number}_aaaaaa`;
  return carriedDocument(id, history, { ...childFields(), device });
}

function children(count: number, device = 'other'): CarriedDocument[] {
  return Array.from({ length: count }, (_, index) => child(index, [`h${index}`], device));
}

async function offered({ engine }: Phone): Promise<string[]> {
  const { changes, done } = await engine.ledger.toOffer(engine.ledger.offered, 1_000);
  expect(done).toBe(true);
  return changes.map(({ id }) => id);
}

describe('records received from the server', () => {
  it('received records are never pending and never offered, whichever device signed them', async () => {
    const phone = await aPhone();
    const { engine, unit, device } = phone;
    const theirs = children(120);
    const ours = child(500, ['x'], device.id);
    const stub = carriedDocument(theirs[0]?._id ?? '', ['m', 'l'], {
      _deleted: true,
      why: 'merged',
    });
    expect(await engine.ledger.receive([...theirs, ours, stub])).toEqual({ taken: 122 });
    expect(unit.snapshot().pending).toBe(0);
    await engine.announce();
    expect(unit.snapshot()).toMatchObject({ pending: 0, state: 'ready' });
    expect(unit.snapshot().children).toHaveLength(121);
    expect(await offered(phone)).toEqual([]);
    expect(engine.ledger.state).toMatchObject({
      scanned: 122,
      received: [],
      facts: [],
    });
  });

  it('received records are stored before the note that belongs to them', async () => {
    const { engine } = await aPhone();
    const download = {
      state: 'partial',
      epoch: 'e',
      oldest: '9',
      after: 'chld_z',
      done: 1,
      total: 2,
    } as const;
    const bad = carriedDocument('chld_bad', ['a'], { _unknown: 1 });
    await expect(engine.ledger.receive([bad], { pulledTo: '9', download })).rejects.toThrow();
    expect(await engine.ledger.load()).toMatchObject({
      pulledTo: null,
      download: { state: 'none' },
    });
    await engine.ledger.receive(children(1), { pulledTo: '9', download });
    expect(await engine.ledger.load()).toMatchObject({ pulledTo: '9', download });
  });

  it('received records are counted only when they are new', async () => {
    const { engine } = await aPhone();
    await engine.ledger.receive(children(3));
    expect(await engine.ledger.receive(children(5))).toEqual({ taken: 2 });
    expect(engine.ledger.state.scanned).toBe(5);
  });
});

describe('a record typed on this device', () => {
  it('before a download is offered after it, and no other record', async () => {
    const phone = await aPhone();
    const typed = await phone.unit.createChild(childFields(), AUTHOR, NOW);
    await phone.engine.ledger.receive(children(200));
    expect(await offered(phone)).toEqual([typed._id]);
    expect(phone.engine.ledger.state).toMatchObject({ scanned: 0, received: [[2, 201]] });
    expect(phone.unit.snapshot().pending).toBe(1);
    await phone.engine.ledger.settle({ offered: 1, now: NOW });
    expect(phone.engine.ledger.state).toMatchObject({ scanned: 201, received: [] });
    expect(phone.unit.snapshot().pending).toBe(0);
  });

  it('during a download is offered, either alone or with the batch it fell into', async () => {
    const phone = await aPhone();
    const receiving = phone.engine.ledger.receive(children(400));
    const typed = await phone.unit.createChild(childFields(), AUTHOR, NOW);
    await receiving;
    expect(await offered(phone)).toContain(typed._id);
    await phone.engine.announce();
    expect(phone.unit.snapshot().pending).toBe(1);
    expect(phone.unit.snapshot().children).toHaveLength(401);
  });

  it('a typed record is offered and pending even when another version of it comes from the server', async () => {
    const phone = await aPhone();
    const { engine, unit, device } = phone;
    await engine.ledger.receive([child(1, ['a'])]);
    const base = (await unit.readChildFile(child(1, ['a'])._id))?.child;
    if (base === undefined) throw new Error('not there');
    const edited = await unit.editChild(base, childFields({ ward: 'Sur' }), AUTHOR, NOW);
    // The received version wins, so lists show nothing of the local version.
    const winner = child(1, ['z', 'y', 'a']);
    await engine.ledger.receive([winner, child(2, ['b'])]);
    await engine.announce();
    const [first] = await engine.store.leaves(edited._id);
    expect(first?._rev).toBe(winner._rev);
    expect(await offered(phone)).toContain(edited._id);
    expect(unit.snapshot().pending).toBe(1);
    expect(engine.isPending(edited._id)).toBe(true);
    expect(device.id).toBe(edited.device);
    await engine.ledger.settle({ offered: await engine.store.lastSequence(), now: NOW });
    expect(unit.snapshot().pending).toBe(0);
  });

  it("a record typed while the batch waits for another record's transaction is offered", async () => {
    const phone = await aPhone();
    const { engine, unit } = phone;
    await engine.ledger.receive([child(1, ['a']), child(2, ['a'])]);
    const edit = async (number: number): Promise<void> => {
      const file = await unit.readChildFile(child(number, ['a'])._id);
      if (file === null) throw new Error('not there');
      await unit.editChild(file.child, childFields({ ward: 'Sur' }), AUTHOR, NOW);
    };
    await edit(1);
    const take = engine.store.take.bind(engine.store);
    let isFirst = true;
    engine.store.take = async (documents, options) => {
      const taken = await take(documents, options);
      // The first record has an unsent version and is written separately; meanwhile the second one
      // gets an unsent version.
      if (isFirst) await edit(2);
      isFirst = false;
      return taken;
    };
    await engine.ledger.receive([child(1, ['z', 'y', 'a']), child(2, ['z', 'y', 'a'])]);
    expect((await offered(phone)).sort()).toEqual([child(1, ['a'])._id, child(2, ['a'])._id]);
    await engine.announce();
    expect(unit.snapshot().pending).toBe(2);
  });

  it("a typed record is acknowledged when the server's feed lists its revision", async () => {
    const { engine, unit } = await aPhone();
    const typed = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    const rev = typed._rev ?? '';
    expect(engine.ledger.isAcknowledged(typed._id, rev, 1)).toBe(false);
    await engine.ledger.seen([
      { id: typed._id, rev },
      { id: 'chld_none', rev },
    ]);
    expect(engine.ledger.isAcknowledged(typed._id, rev, 1)).toBe(true);
    expect(unit.snapshot()).toMatchObject({ pending: 1 });
    expect(unit.snapshot().children.map(({ pending }) => pending)).toEqual([true, false]);
  });
});

describe('a merge written on this device', () => {
  it('a merge is pending until the server has it, although no device signs it', async () => {
    const { engine, unit } = await aPhone();
    const [left, right] = [child(1, ['b', 'a']), child(1, ['c', 'a'])];
    await engine.ledger.receive([left, right]);
    expect(unit.snapshot().pending).toBe(0);
    await engine.store.write(
      [
        { ...childFields({ ward: 'Sur' }), _id: left._id, _rev: right._rev, device: 'other' },
        { _id: left._id, _rev: left._rev, _deleted: true, why: 'merged' },
      ],
      'strict',
    );
    await engine.announce();
    expect(unit.snapshot().pending).toBe(1);
    await engine.ledger.settle({ offered: await engine.store.lastSequence(), now: NOW });
    expect(unit.snapshot().pending).toBe(0);
  });
});

describe('a record refused by the server', () => {
  it('a refused record is reported with its reason, the child and the names, and remains pending', async () => {
    const { engine, unit } = await aPhone();
    const saved = await unit.createChild(childFields(), AUTHOR, NOW);
    const screening = await unit.saveScreening(saved._id, screeningOf(saved), AUTHOR, NOW);
    await unit.removeScreening(saved._id, screening._id, AUTHOR, NOW);
    const [removal] = await engine.store.leaves(screening._id);
    if (removal === undefined) throw new Error('no removal');
    await engine.ledger.settle({
      offered: await engine.store.lastSequence(),
      refused: [{ document: removal, reason: 'removal' }],
      now: NOW,
    });
    expect(unit.snapshot()).toMatchObject({
      pending: 1,
      sync: {
        refused: [
          {
            id: screening._id,
            rev: removal._rev,
            reason: 'removal',
            details: [],
            removal: true,
            refusedAt: NOW.toISOString(),
            childId: saved._id,
            title: 'Marisol Xicay',
          },
        ],
      },
    });
    expect(await engine.ledger.waitingToOffer()).toEqual([
      { id: screening._id, rev: removal._rev },
    ]);
    const accepted = [{ id: screening._id, rev: removal._rev }];
    await engine.ledger.settle({ accepted, now: NOW });
    expect(unit.snapshot()).toMatchObject({ pending: 0, sync: { refused: [] } });
  });

  it('a refused record is pending until the server accepts it, even when no device here signed it', async () => {
    const { engine, unit } = await aPhone();
    const document = child(1, ['a']);
    await engine.ledger.receive([document]);
    await engine.announce();
    const details = ['gender'];
    await engine.ledger.settle({
      refused: [{ document, reason: 'unreadable', details }],
      now: NOW,
    });
    expect(unit.snapshot()).toMatchObject({ pending: 1, sync: { refused: [{ details }] } });
    expect(unit.snapshot().children[0]?.pending).toBe(true);
    const accepted = [{ id: document._id, rev: document._rev }];
    await engine.ledger.settle({ accepted, now: NOW });
    expect(unit.snapshot().pending).toBe(0);
    expect(unit.snapshot().children[0]?.pending).toBe(false);
  });

  it('a refused record is no longer listed once an edit of it is accepted, or its revision is no leaf', async () => {
    const { engine, unit } = await aPhone();
    const saved = await unit.createChild(childFields(), AUTHOR, NOW);
    const [document] = await engine.store.leaves(saved._id);
    if (document === undefined) throw new Error('not there');
    await engine.ledger.settle({
      offered: 1,
      refused: [{ document, reason: 'too-large' }],
      now: NOW,
    });
    const edited = await unit.editChild(saved, childFields({ ward: 'Sur' }), AUTHOR, NOW);
    expect(await engine.ledger.waitingToOffer()).toEqual([]);
    expect(unit.snapshot()).toMatchObject({ pending: 1, sync: { refused: [] } });
    await engine.ledger.settle({
      offered: 2,
      accepted: [{ id: edited._id, rev: edited._rev ?? '' }],
      now: NOW,
    });
    expect(unit.snapshot().pending).toBe(0);
  });
});

describe('the ledger', () => {
  it('a crash while receiving leaves the ledger behind, and it then offers the records again', async () => {
    const first = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW });
    const { disk, engine, device } = first;
    const ours = child(1, ['a'], device.id);
    const [before] = [engine.store.writeLocal.bind(engine.store)];
    let writes = 0;
    // Power cut: the records are stored, but the note that marks them as received is not.
    engine.store.writeLocal = async (...given) => {
      writes += 1;
      if (writes === 2) first.crash();
      return before(...given);
    };
    void engine.ledger.receive([ours, child(2, ['b'])], { pulledTo: '7' });
    await expect.poll(() => writes).toBe(2);
    const again = await aPhone({ disk });
    expect(await again.engine.ledger.load()).toMatchObject({ pulledTo: null, scanned: 0 });
    expect(again.unit.snapshot().children).toHaveLength(2);
    // The server's copy was noted as a fact before the record was written.
    expect(again.unit.snapshot().pending).toBe(0);
    expect(await offered(again)).toEqual([ours._id, child(2, ['b'])._id]);
  });

  it('hides no unsent record when it is lost', async () => {
    const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW });
    const { disk, engine, unit } = phone;
    const typed = await unit.createChild(childFields(), AUTHOR, NOW);
    await engine.ledger.receive([child(1, ['a'])]);
    await engine.ledger.settle({ offered: 2, now: NOW });
    expect(unit.snapshot().pending).toBe(0);
    const stored = await engine.store.readLocal(LEDGER_ID);
    await engine.store.writeLocal(LEDGER_ID, { _rev: stored?._rev, version: 0 });
    await phone.close();
    const again = await aPhone({ disk });
    expect(again.engine.ledger.state).toEqual(UNKNOWN);
    expect(again.unit.snapshot().pending).toBe(1);
    expect(await offered(again)).toEqual([typed._id, child(1, ['a'])._id]);
  });

  it('offers everything again when the server has another history', async () => {
    const phone = await aPhone();
    const { engine, unit } = phone;
    const typed = await unit.createChild(childFields(), AUTHOR, NOW);
    await engine.ledger.settle({ offered: 1, now: NOW });
    await engine.ledger.receive(children(2), { pulledTo: '3', epoch: 'one' });
    const stamp = { completedAt: NOW.toISOString(), serverSequence: '3', epoch: 'one' };
    await engine.ledger.note({ stamp });
    expect(unit.snapshot()).toMatchObject({ pending: 0, sync: { stamp } });
    await engine.ledger.renew('two');
    expect(unit.snapshot()).toMatchObject({ pending: 1, sync: { stamp: null } });
    expect(unit.snapshot().children.filter(({ pending }) => pending)).toMatchObject([
      { id: typed._id },
    ]);
    expect(engine.ledger.state).toMatchObject({ epoch: 'two', pulledTo: null, scanned: 0 });
    expect(await offered(phone)).toHaveLength(3);
  });

  it('offers everything during a check, and no record looks unsent because of it', async () => {
    const phone = await aPhone();
    const { engine, unit } = phone;
    await unit.createChild(childFields(), AUTHOR, NOW);
    await engine.ledger.settle({ offered: 1, now: NOW });
    await unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    await engine.ledger.receive(children(3), { mergedTo: 5 });
    await engine.ledger.askCheck();
    await engine.ledger.beginCheck();
    expect(unit.snapshot().pending).toBe(1);
    expect(await offered(phone)).toHaveLength(5);
    expect(engine.ledger.state).toMatchObject({
      check: { state: 'running', offered: 0 },
      scanned: 1,
      mergedTo: 0,
      pulledTo: null,
    });
    await engine.ledger.settle({ offered: 1, now: NOW });
    expect(engine.ledger.state).toMatchObject({
      check: { state: 'running', offered: 1 },
      scanned: 1,
    });
    await engine.ledger.settle({ offered: 5, now: NOW });
    await engine.ledger.note({ checkedAt: NOW.toISOString() });
    expect(engine.ledger.state).toMatchObject({
      scanned: 5,
      check: { state: 'none' },
    });
    expect(unit.snapshot().pending).toBe(0);
  });

  it('returns what to offer in pages, and says when the last page is reached', async () => {
    const { engine, unit } = await aPhone();
    const typed: string[] = [];
    const type = async (): Promise<void> => {
      typed.push((await unit.createChild(childFields(), AUTHOR, NOW))._id);
    };
    await type();
    await engine.ledger.receive(children(3));
    await type();
    await engine.ledger.receive([child(8, ['b']), child(9, ['c'])]);
    await type();
    const { ledger } = engine;
    const first = await ledger.toOffer(0, 2);
    expect(first.changes.map(({ id }) => id)).toEqual(typed.slice(0, 2));
    expect(first).toMatchObject({ sequence: 5, done: false });
    const rest = await ledger.toOffer(first.sequence, 2);
    expect(rest.changes.map(({ id }) => id)).toEqual(typed.slice(2));
    expect(rest).toMatchObject({ sequence: 8, done: true });
  });

  it('keeps both changes when two writers change it at the same moment', async () => {
    const { engine } = await aPhone();
    await Promise.all([
      engine.ledger.note({ clockDifference: 90_000, contactAt: NOW.toISOString() }),
      engine.ledger.receive(children(10), { pulledTo: '10' }),
      engine.ledger.note({ epoch: 'one' }),
    ]);
    expect(await engine.ledger.load()).toMatchObject({
      clockDifference: 90_000,
      pulledTo: '10',
      epoch: 'one',
      scanned: 10,
    });
  });

  it('the unit shows the ledger: clock difference, download, refusals sorted by name', async () => {
    const { engine, unit } = await aPhone();
    expect(unit.clockDifference()).toBeNull();
    await engine.ledger.note({ clockDifference: -7_200_000, download: { state: 'complete' } });
    expect(unit.clockDifference()).toBe(-7_200_000);
    expect(unit.snapshot().sync.arrival).toBe('arriving');
    const named = (number: number, firstName: string): CarriedDocument => ({
      ...child(number, ['a']),
      firstName,
    });
    const refused = [named(1, 'Zoe'), named(2, 'Ana')].map((document) => ({
      document,
      reason: 'unknown-kind',
    }));
    await engine.ledger.settle({ refused, now: NOW });
    expect(unit.snapshot().sync.refused.map(({ title }) => title)).toEqual([
      'Ana Xicay',
      'Zoe Xicay',
    ]);
  });

  it("treats another device's records as unsent when a backup brought them", async () => {
    const phone = await aPhone();
    const { engine, unit } = phone;
    await engine.ledger.receive([child(1, ['a'], 'lost-phone')]);
    await engine.announce();
    await engine.ledger.takeFromFile([child(2, ['b'], 'lost-phone')]);
    await engine.announce();
    expect(unit.snapshot().pending).toBe(1);
    expect(engine.pendingIds()).toEqual([child(2, ['b'])._id]);
    expect(engine.deviceIds().has('lost-phone')).toBe(false);
    expect(await offered(phone)).toEqual([child(2, ['b'])._id]);
    expect(engine.ledger.isAcknowledged('x', revisionOf(1, 'a'), 2)).toBe(false);
    await engine.ledger.settle({ offered: await engine.store.lastSequence(), now: NOW });
    await engine.announce();
    expect(unit.snapshot().pending).toBe(0);
    expect(engine.ledger.state.fromFiles).toEqual([]);
  });
});

describe('a mark of the server', () => {
  const kept = async ({ engine }: Phone): Promise<unknown> =>
    (await engine.store.readLocal(LEDGER_ID))?.['ledger'];

  it('a mark is used for the next request at once, and stored with the next change', async () => {
    const phone = await aPhone();
    const { ledger } = phone.engine;
    expect(ledger.mark).toBeNull();
    ledger.hear('first', false);
    expect(ledger.mark).toBe('first');
    await ledger.load();
    await ledger.keepHeard();
    expect(await kept(phone)).toBeUndefined();
    await ledger.receive(children(1), { pulledTo: '1' });
    expect(await kept(phone)).toMatchObject({ mark: 'first', pulledTo: '1', checkDue: false });
    ledger.hear('second', false);
    await ledger.renew('another');
    expect(await kept(phone)).toMatchObject({ mark: 'second', epoch: 'another' });
  });

  it('a mark that asks for a check is stored with that request, whatever marks follow', async () => {
    const phone = await aPhone();
    const { ledger } = phone.engine;
    ledger.hear('first', true);
    ledger.hear('second', false);
    await ledger.keepHeard();
    expect(await kept(phone)).toMatchObject({ mark: 'second', checkDue: true });
    await ledger.note({ checkedAt: NOW.toISOString() });
    expect(await kept(phone)).toMatchObject({ mark: 'second', checkDue: false });
  });
});
