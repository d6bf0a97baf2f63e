import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCouchStores } from '../store/couchdb/open-couch-stores.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { CouchChild } from '../store/testing/couch-child.ts';
import { put } from '../store/testing/support.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';
import { type Epoch, openEpoch } from './epoch.ts';
import { createMarks, type Marks, NAME_LIFE_MS } from './marks.ts';

const UNIT = 'la_paz';
const SECRET = 'a'.repeat(48);

interface Start {
  marks: Marks;
  epoch: Epoch;
  unit: DocumentStore;
  warn: ReturnType<typeof vi.fn>;
  /** Writes a document to the unit and reports it to the epoch, as a push does. */
  write(id: string): Promise<void>;
  handOut(): Promise<string>;
  /**
   * Presents a mark and returns its effect: none, a check by this phone alone, or a new history.
   */
  present(mark: string): Promise<'known' | 'check' | 'renewed'>;
}

interface StartOptions {
  clock?: () => Date;
  secret?: string;
  maxKept?: number;
  stakeDB?: string;
}

/** Starts the server on these databases. */
async function aStart(stores: Stores, options: StartOptions = {}): Promise<Start> {
  const { clock = () => new Date(), secret = SECRET, stakeDB = UNIT, ...rest } = options;
  const warn = vi.fn();
  const store = await stores.open('sys_accounts');
  const epoch = await openEpoch({ store, stores, clock, log: { warn }, noteAfterMs: 60_000 });
  onTestFinished(() => epoch.close());
  const unit = await stores.open(`unit_${stakeDB}`);
  const marks = createMarks({ secret, epoch, clock, log: { warn }, ...rest });
  return {
    marks,
    epoch,
    unit,
    warn,
    async write(id) {
      await epoch.advanced(stakeDB, unit, [id, await put(unit, id)]);
    },
    async handOut() {
      return (await marks.handOut(stakeDB, unit)) ?? 'none';
    },
    async present(mark) {
      const before = epoch.current();
      const mustCheck = await marks.present(stakeDB, unit, mark);
      if (epoch.current() !== before) return 'renewed';
      return mustCheck ? 'check' : 'known';
    },
  };
}

/** Databases of which a copy can be taken at any moment. */
async function aHost(): Promise<{ stores: Stores; copy(): Promise<Stores> }> {
  const dir = aFolder();
  return {
    stores: await aStores(dir),
    async copy() {
      const backup = aFolder();
      cpSync(dir, backup, { recursive: true });
      return aStores(backup);
    },
  };
}

async function namesKept(unit: DocumentStore): Promise<number> {
  let names = 0;
  for await (const _ of unit.listLocal('sync_mark_')) names += 1;
  return names;
}

describe('a start without a restore', () => {
  it('knows every mark that an earlier process handed out, and renews nothing', async () => {
    const { stores } = await aHost();
    const first = await aStart(stores);
    const given = [await first.handOut()];
    for (const id of ['a', 'b']) {
      await first.write(id);
      given.push(await first.handOut());
    }
    expect(new Set(given).size).toBe(3);
    const second = await aStart(stores);
    given.push(await second.handOut());
    for (const mark of given) expect(await second.present(mark)).toBe('known');
    for (const mark of given) expect(await first.present(mark)).toBe('known');
    expect(second.epoch.current()).toBe(first.epoch.current());
    expect(second.warn).not.toHaveBeenCalled();
  });

  it('stores no new mark while nobody writes, however often one is asked for', async () => {
    const { stores } = await aHost();
    const { clock, pass } = aClock();
    const { unit, handOut } = await aStart(stores, { clock });
    const written = vi.spyOn(unit, 'writeLocal');
    const mark = await handOut();
    for (let i = 0; i < 5; i += 1) {
      pass(NAME_LIFE_MS);
      expect(await handOut()).toBe(mark);
    }
    expect(written).toHaveBeenCalledTimes(1);
  });

  it('writes one mark for all requests of the same moment', async () => {
    const { stores } = await aHost();
    const { unit, handOut, write } = await aStart(stores);
    await handOut();
    await write('a');
    const written = vi.spyOn(unit, 'writeLocal');
    const given = await Promise.all(Array.from({ length: 20 }, handOut));
    expect(new Set(given).size).toBe(1);
    expect(written).toHaveBeenCalledTimes(1);
  });
});

describe('databases restored from a backup', () => {
  it('a mark handed out after a write that the backup lacks shows the restore', async () => {
    const { stores, copy } = await aHost();
    const { handOut, write } = await aStart(stores);
    const before = await handOut();
    const backup = await copy();
    await write('a');
    const after = await handOut();
    const { present, epoch, warn } = await aStart(backup);
    expect(await present(before)).toBe('known');
    expect(await present(after)).toBe('renewed');
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      reason: 'the unit la_paz was put back: it does not know a mark that it has handed out',
      epoch: epoch.current(),
    });
  });

  it('begin one new history, however many phones, processes and units report the restore', async () => {
    const { stores, copy } = await aHost();
    const [one, other] = [await aStart(stores), await aStart(stores, { stakeDB: 'la_ceiba' })];
    const backup = await copy();
    for (const each of [one, other]) await each.write('a');
    const [mark, elsewhere] = [await one.handOut(), await other.handOut()];
    const [first, second] = [await aStart(backup), await aStart(backup)];
    const third = await aStart(backup, { stakeDB: 'la_ceiba' });
    await Promise.all([
      ...Array.from({ length: 5 }, () => first.present(mark)),
      ...Array.from({ length: 5 }, () => second.present(mark)),
      ...Array.from({ length: 5 }, () => third.present(elsewhere)),
    ]);
    const epoch = await first.epoch.read();
    expect(await second.epoch.read()).toBe(epoch);
    expect(await third.epoch.read()).toBe(epoch);
    const told = [first, second, third].flatMap(({ warn }) => warn.mock.calls);
    expect(told).toHaveLength(1);
    // Marks of the former history have no effect any more.
    expect(await first.present(mark)).toBe('known');
    expect(await third.present(elsewhere)).toBe('known');
    expect(await (await aStart(backup)).present(await first.handOut())).toBe('known');
  });

  it('a process that has not yet learnt of the new history notices the restore', async () => {
    const { stores, copy } = await aHost();
    const { handOut, write } = await aStart(stores);
    const backup = await copy();
    await write('a');
    const mark = await handOut();
    const [one, other] = [await aStart(backup), await aStart(backup)];
    expect(await one.present(mark)).toBe('renewed');
    await one.handOut();
    expect(other.epoch.current()).not.toBe(one.epoch.current());
    expect(await other.present(mark)).toBe('renewed');
    expect(other.epoch.current()).toBe(one.epoch.current());
    expect(other.warn).not.toHaveBeenCalled();
  });

  it('a server that keeps running during a restore notices it at the next write', async () => {
    const { stores, copy } = await aHost();
    const { marks, epoch, handOut, unit, write, warn } = await aStart(stores);
    await handOut();
    await write('a');
    const backup = await (await copy()).open(`unit_${UNIT}`);
    const lost = await handOut();
    await write('b');
    const before = epoch.current();
    const mark = await marks.handOut(UNIT, backup);
    expect(epoch.current()).not.toBe(before);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(mark?.slice(0, 12)).not.toBe(lost.slice(0, 12));
    expect(await unit.info()).toMatchObject({ docCount: 2 });
  });

  it('a unit that was deleted and created anew is noticed as restored', async () => {
    const { stores } = await aHost();
    const { handOut, write } = await aStart(stores);
    await write('a');
    const mark = await handOut();
    const { marks, epoch } = await aStart(stores);
    const before = epoch.current();
    const empty = await (await aHost()).stores.open(`unit_${UNIT}`);
    await marks.handOut(UNIT, empty);
    expect(await marks.present(UNIT, empty, mark)).toBe(false);
    expect(epoch.current()).not.toBe(before);
  });
});

describe('CouchDB databases restored from a backup', () => {
  it('begin one new history, which both servers find and later starts keep', async () => {
    const couch = new CouchChild();
    onTestFinished(() => couch.end());
    await couch.start();
    const { url, adminUrl } = couch;
    const open = (): Stores => {
      const stores = openCouchStores({ url, adminUrl, copiesDir: aFolder(), isFenced: false });
      onTestFinished(() => stores.close());
      return stores;
    };
    const [one, other] = [await aStart(open()), await aStart(open())];
    await one.write('a');
    const before = [await one.handOut(), await other.handOut()];
    const putBack = couch.backUp();
    await one.write('b');
    await other.write('c');
    const after = [await one.handOut(), await other.handOut()];
    await couch.kill();
    await couch.start();
    const epoch = await one.epoch.read();
    const next = [await aStart(open()), await aStart(open())];
    for (const start of next) {
      for (const mark of [...before, ...after]) expect(await start.present(mark)).toBe('known');
      expect(await start.epoch.read()).toBe(epoch);
    }
    await couch.kill();
    putBack();
    await couch.start();
    const last = [await aStart(open()), await aStart(open())];
    for (const start of last) {
      for (const mark of before) expect(await start.present(mark)).toBe('known');
    }
    const both = [...after, ...after];
    await Promise.all(last.flatMap(({ present }) => both.map((mark) => present(mark))));
    const renewed = await Promise.all(last.map((start) => start.epoch.read()));
    expect(new Set(renewed).size).toBe(1);
    expect(renewed).not.toContain(epoch);
    expect(last.flatMap(({ warn }) => warn.mock.calls)).toHaveLength(1);
    expect(await (await aStart(open())).epoch.read()).toBe(renewed[0]);
  });
});

describe('a restored image of a running machine', () => {
  it('a restored image is noticed by a name made since, also when both have counted equally far', async () => {
    const { stores, copy } = await aHost();
    const { clock, pass } = aClock();
    const running = await aStart(stores, { clock });
    await running.handOut();
    const backup = await copy();
    await running.write('a');
    pass(NAME_LIFE_MS);
    const mark = await running.handOut();
    const image = await aStart(backup, { clock });
    await image.write('b');
    await image.handOut();
    expect(await image.present(mark)).toBe('renewed');
  });
});

describe('names of marks', () => {
  it('last ten minutes while somebody writes, also in another process', async () => {
    const { stores } = await aHost();
    const { clock, pass } = aClock();
    const [one, other] = [await aStart(stores, { clock }), await aStart(stores, { clock })];
    const nameOf = (mark: string): string => mark.slice(0, 12);
    const first = nameOf(await one.handOut());
    await other.write('a');
    pass(NAME_LIFE_MS - 1);
    expect(nameOf(await one.handOut())).toBe(first);
    pass(1);
    expect(nameOf(await one.handOut())).not.toBe(first);
  });

  it('names of marks are kept up to a limit: an older mark makes only its own phone check everything', async () => {
    const { stores } = await aHost();
    const given: string[] = [];
    for (let start = 0; start < 5; start += 1) {
      given.push(await (await aStart(stores, { maxKept: 3 })).handOut());
    }
    const last = await aStart(stores, { maxKept: 3 });
    expect(await namesKept(last.unit)).toBe(3);
    const heard: string[] = [];
    for (const mark of given) heard.push(await last.present(mark));
    expect(heard).toEqual(['check', 'check', 'known', 'known', 'known']);
    expect(last.warn).not.toHaveBeenCalled();
  });

  it('names of a former history are deleted to make room, and a restore is still noticed', async () => {
    const { stores, copy } = await aHost();
    const { epoch } = await aStart(stores);
    for (let start = 0; start < 3; start += 1) await (await aStart(stores)).handOut();
    const backup = await copy();
    await epoch.renew('restored');
    const { handOut, unit } = await aStart(stores);
    const mark = await handOut();
    expect(await namesKept(unit)).toBe(1);
    // Only the unit's own file was restored: the accounts know of the new history.
    const next = await aStart(stores);
    const old = await backup.open(`unit_${UNIT}`);
    expect(await next.marks.present(UNIT, old, mark)).toBe(false);
    expect(next.epoch.current()).not.toBe(epoch.current());
  });

  it('names of marks stay valid when a unit moves to another store together with its local documents', async () => {
    const { stores } = await aHost();
    const { handOut, write } = await aStart(stores);
    await write('a');
    const mark = await handOut();
    const { stores: target } = await aHost();
    for (const name of ['sys_accounts', `unit_${UNIT}`]) {
      const [from, to] = [await stores.open(name), await target.open(name)];
      for await (const { id } of from.changes({ since: '0' })) {
        await to.writeRevisions(await from.readRevisions(id, 'leaves'));
      }
      for await (const { _rev, ...kept } of from.listLocal('sync_')) await to.writeLocal(kept);
    }
    const moved = await aStart(target);
    expect(await moved.present(mark)).toBe('known');
    expect(moved.warn).not.toHaveBeenCalled();
  });
});

describe('a foreign mark', () => {
  it('a mark is ignored when any part of it was changed', async () => {
    const { stores } = await aHost();
    const { handOut, present } = await aStart(stores);
    const mark = await handOut();
    for (const forged of [
      '',
      'x'.repeat(10_000),
      `AAAAAAAAAAAA${mark.slice(12)}`,
      mark.replace(/\.0\./, '.7.'),
      mark.replace(/\.1\./, '.2.'),
      mark.replace(/[^.]+$/, 'A'.repeat(22)),
      mark.slice(0, -1),
    ]) {
      expect(await present(forged), forged).toBe('known');
    }
  });

  it.each<[string, StartOptions]>([
    ['a server with another secret', { secret: 'b'.repeat(48) }],
    ['another unit', { stakeDB: 'la_ceiba' }],
  ])('a mark from %s is ignored', async (_, options) => {
    const { stores } = await aHost();
    const foreign = await (await aStart(stores, options)).handOut();
    expect(await (await aStart(stores)).present(foreign)).toBe('known');
  });

  it('a mark from another installation is ignored', async () => {
    const foreign = await (await aStart((await aHost()).stores)).handOut();
    expect(await (await aStart((await aHost()).stores)).present(foreign)).toBe('known');
  });
});

describe('marks while the store fails', () => {
  it('a mark that cannot be kept is not handed out, which is logged; the next one is', async () => {
    const { stores } = await aHost();
    const { handOut, unit, warn } = await aStart(stores);
    vi.spyOn(unit, 'writeLocal').mockRejectedValueOnce(new Error('full'));
    expect(await handOut()).toBe('none');
    expect(warn.mock.calls[0]?.[1]).toBe('a mark could not be kept');
    expect(await handOut()).not.toBe('none');
  });

  it('a store that cannot be read takes no mark for known', async () => {
    const { stores } = await aHost();
    const { handOut, present, unit } = await aStart(stores);
    const mark = await handOut();
    vi.spyOn(unit, 'readLocal').mockRejectedValueOnce(new Error('away'));
    await expect(present(mark)).rejects.toThrow('away');
  });
});
