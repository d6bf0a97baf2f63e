import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { put } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aStores } from '../testing/test-app.ts';
import { type Epoch, openEpoch } from './epoch.ts';

const clock = () => new Date('2025-06-01T08:00:00.000Z');

interface Opened {
  epoch: Epoch;
  warn: ReturnType<typeof vi.fn>;
  accounts: DocumentStore;
  unit: DocumentStore;
}

/** Starts the server's epoch on these stores. */
async function aStart(stores: Stores, noteAfterMs = 5): Promise<Opened> {
  const accounts = await stores.open('sys_accounts');
  const warn = vi.fn();
  const epoch = await openEpoch({ store: accounts, stores, clock, log: { warn }, noteAfterMs });
  onTestFinished(() => epoch.close());
  return { epoch, warn, accounts, unit: await stores.open('unit_la_paz') };
}

function notedSequence({ accounts }: Opened): Promise<unknown> {
  return accounts.readLocal('sync_sequence_la_paz').then((kept) => kept?.['sequence']);
}

describe('openEpoch', () => {
  it('creates the name of the history once and keeps it over restarts', async () => {
    const stores = await aStores();
    const first = await aStart(stores);
    expect(first.epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
    const second = await aStart(stores);
    expect(second.epoch.current()).toBe(first.epoch.current());
    expect(await second.epoch.read()).toBe(first.epoch.current());
  });

  it('gives two servers that start at once on one store the same name', async () => {
    const stores = await aStores();
    const [one, other] = await Promise.all([aStart(stores), aStart(stores)]);
    expect(one.epoch.current()).toBe(other.epoch.current());
  });

  it('gives two separate stores different names', async () => {
    const one = await aStart(await aStores());
    const other = await aStart(await aStores());
    expect(one.epoch.current()).not.toBe(other.epoch.current());
  });
});

describe('an epoch of another database', () => {
  /** Copies what replication carries: ordinary documents, no local ones. */
  async function replicate(from: Stores, to: Stores): Promise<void> {
    const [source, target] = [await from.open('sys_accounts'), await to.open('sys_accounts')];
    for await (const { id } of source.changes({ since: '0' })) {
      await target.writeRevisions(await source.readRevisions(id, 'leaves'));
    }
  }

  it('accounts restored from a replica renew the epoch once, which is logged', async () => {
    const live = await aStores();
    const first = await aStart(live);
    await first.epoch.opened('la_paz', first.unit);
    await first.epoch.close();
    const replica = await aStores();
    await replicate(live, replica);
    const second = await aStart(replica);
    const renewed = second.epoch.current();
    expect(renewed).not.toBe(first.epoch.current());
    expect(await second.epoch.read()).toBe(renewed);
    expect(second.warn.mock.calls).toEqual([
      [
        {
          reason: 'the accounts come from a replica, or from a version that did not look',
          before: first.epoch.current(),
          epoch: renewed,
        },
        'a new history: phones check all that they sent',
      ],
    ]);
    const third = await aStart(replica);
    expect(third.epoch.current()).toBe(renewed);
    expect(third.warn).not.toHaveBeenCalled();
    expect((await aStart(live)).epoch.current()).toBe(first.epoch.current());
  });

  it('the epoch is renewed when a replica takes over and again when the first database is restored from it', async () => {
    const one = await aStores();
    const first = await aStart(one);
    const other = await aStores();
    await aStart(other);
    await replicate(one, other);
    expect((await aStart(other)).epoch.current()).not.toBe(first.epoch.current());
    const there = await (await aStart(other)).epoch.renew('lost a unit');
    await replicate(other, one);
    const back = await aStart(one);
    expect(back.epoch.current()).not.toBe(there);
    expect((await aStart(one)).epoch.current()).toBe(back.epoch.current());
  });

  it('written by a version that stored no database id beside it is renewed once', async () => {
    const stores = await aStores();
    const accounts = await stores.open('sys_accounts');
    await put(accounts, 'sync_epoch', { epoch: 'old', since: 'then', reason: 'first start' });
    const first = await aStart(stores);
    expect(first.epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.warn).toHaveBeenCalledTimes(1);
    const second = await aStart(stores);
    expect(second.epoch.current()).toBe(first.epoch.current());
    expect(second.warn).not.toHaveBeenCalled();
  });

  it('a first start that was cut before the epoch was stored creates it without a warning', async () => {
    const stores = await aStores();
    const accounts = await stores.open('sys_accounts');
    vi.spyOn(accounts, 'write').mockRejectedValueOnce(new Error('away'));
    await expect(aStart(stores)).rejects.toThrow('away');
    const { epoch, warn } = await aStart(stores);
    expect(warn).not.toHaveBeenCalled();
    expect((await aStart(stores)).epoch.current()).toBe(epoch.current());
  });

  it('an epoch that a lower unit renewed stays valid at the next start', async () => {
    const stores = await aStores();
    const { epoch } = await aStart(stores);
    const renewed = await epoch.renew('lost a unit');
    expect((await aStart(stores)).epoch.current()).toBe(renewed);
  });
});

describe('Epoch.renew', () => {
  it('stores a new name with its reason, logs it, and another process reads it', async () => {
    const stores = await aStores();
    const one = await aStart(stores);
    const other = await aStart(stores);
    const before = one.epoch.current();
    const renewed = await one.epoch.renew('restored from a backup');
    expect(renewed).not.toBe(before);
    expect(one.epoch.current()).toBe(renewed);
    expect(await one.accounts.read('sync_epoch')).toMatchObject({
      epoch: renewed,
      reason: 'restored from a backup',
      since: '2025-06-01T08:00:00.000Z',
    });
    expect(one.warn.mock.calls).toEqual([
      [
        { reason: 'restored from a backup', before, epoch: renewed },
        'a new history: phones check all that they sent',
      ],
    ]);
    expect(other.epoch.current()).toBe(before);
    expect(await other.epoch.read()).toBe(renewed);
    expect(other.epoch.current()).toBe(renewed);
    expect((await aStart(stores)).epoch.current()).toBe(renewed);
  });
});

describe('Epoch.opened', () => {
  it('notes the sequence of a unit that is opened for the first time', async () => {
    const opened = await aStart(await aStores());
    await put(opened.unit, 'a');
    const before = opened.epoch.current();
    await opened.epoch.opened('la_paz', opened.unit);
    await soon(async () => expect(await notedSequence(opened)).toBe('1'));
    expect(opened.epoch.current()).toBe(before);
  });

  it.each([
    ['one lower', 2, true],
    ['as it was', 3, false],
    ['one higher', 4, false],
  ])(
    'renews the history only if a unit is lower: it comes back %s (%i of 3 writes)',
    async (_, writes, isRenewed) => {
      const stores = await aStores();
      const first = await aStart(stores);
      first.epoch.noteSequence('la_paz', '3');
      await first.epoch.close();
      for (let i = 0; i < writes; i += 1) await put(first.unit, `doc_${i}`);

      const second = await aStart(stores);
      await second.epoch.opened('la_paz', second.unit);
      expect(second.epoch.current() !== first.epoch.current()).toBe(isRenewed);
      expect(second.warn).toHaveBeenCalledTimes(isRenewed ? 1 : 0);
      // The sequence found now is what the next start compares with.
      await soon(async () => expect(await notedSequence(second)).toBe(String(writes)));

      const third = await aStart(stores);
      await third.epoch.opened('la_paz', third.unit);
      expect(third.epoch.current()).toBe(second.epoch.current());
    },
  );

  it('compares a unit once per start, however many requests come', async () => {
    const stores = await aStores();
    const { epoch, unit } = await aStart(stores);
    const asked = vi.spyOn(unit, 'info');
    await Promise.all(Array.from({ length: 5 }, () => epoch.opened('la_paz', unit)));
    await epoch.opened('la_paz', unit);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('compares a unit again when the store could not be read the first time', async () => {
    const stores = await aStores();
    const first = await aStart(stores);
    first.epoch.noteSequence('la_paz', '9');
    await first.epoch.close();
    const second = await aStart(stores);
    const failing = vi.spyOn(second.unit, 'info').mockRejectedValueOnce(new Error('away'));
    await expect(second.epoch.opened('la_paz', second.unit)).rejects.toThrow('away');
    failing.mockRestore();
    await second.epoch.opened('la_paz', second.unit);
    expect(second.epoch.current()).not.toBe(first.epoch.current());
  });
});

describe('the first Epoch.read after a start', () => {
  async function aLife(stores: Stores, sequences: Record<string, string>): Promise<string> {
    const { epoch } = await aStart(stores);
    for (const [stakeDB, sequence] of Object.entries(sequences)) {
      epoch.noteSequence(stakeDB, sequence);
    }
    await epoch.close();
    return epoch.current();
  }

  it('finds a unit that came back lower before a request names it', async () => {
    const stores = await aStores();
    await put(await stores.open('unit_la_ceiba'), 'a');
    const before = await aLife(stores, { la_paz: '4', la_ceiba: '1' });
    const { epoch, warn } = await aStart(stores);
    expect(epoch.current()).toBe(before);
    const renewed = await epoch.read();
    expect(renewed).not.toBe(before);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      reason: 'the unit la_paz came back at 0, it was at 4',
    });
    expect(await epoch.read()).toBe(renewed);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await (await aStart(stores)).epoch.read()).toBe(renewed);
  });

  it('begins a new history once for a unit whose database is gone, and does not create that database', async () => {
    const stores = await aStores();
    const before = await aLife(stores, { gone: '4' });
    const { epoch, warn } = await aStart(stores);
    const renewed = await epoch.read();
    expect(renewed).not.toBe(before);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ reason: 'the unit gone is gone' });
    expect(await stores.names()).not.toContain('unit_gone');
    expect(await (await aStart(stores)).epoch.read()).toBe(renewed);
  });

  it('looks again when the check whether a unit exists failed', async () => {
    const stores = await aStores();
    const before = await aLife(stores, { la_paz: '4' });
    const { epoch } = await aStart(stores);
    vi.spyOn(stores, 'has').mockRejectedValueOnce(new Error('away'));
    await expect(epoch.read()).rejects.toThrow('away');
    expect(epoch.current()).toBe(before);
    expect(await epoch.read()).not.toBe(before);
  });

  it('answers although one unit cannot be read, and checks that unit before it is served', async () => {
    const stores = await aStores();
    const before = await aLife(stores, { la_paz: '4' });
    const { epoch, warn, unit } = await aStart(stores);
    vi.spyOn(unit, 'info').mockRejectedValueOnce(new Error('damaged'));
    expect(await epoch.read()).toBe(before);
    expect(warn.mock.calls[0]?.[1]).toBe('a unit could not be looked at');
    await epoch.opened('la_paz', unit);
    expect(epoch.current()).not.toBe(before);
  });
});

describe('Epoch.noteSequence', () => {
  it('writes many notes as one, with the highest sequence', async () => {
    const opened = await aStart(await aStores(), 60_000);
    await opened.epoch.opened('la_paz', opened.unit);
    for (const sequence of ['7', '12', '9']) opened.epoch.noteSequence('la_paz', sequence);
    expect(await notedSequence(opened)).toBeUndefined();
    const written = vi.spyOn(opened.accounts, 'writeLocal');
    await opened.epoch.close();
    expect(await notedSequence(opened)).toBe('12');
    expect(written).toHaveBeenCalledTimes(1);
  });

  it('keeps the higher sequence when another process notes a lower one later', async () => {
    const stores = await aStores();
    const one = await aStart(stores);
    const other = await aStart(stores);
    await one.epoch.opened('la_paz', one.unit);
    await other.epoch.opened('la_paz', other.unit);
    one.epoch.noteSequence('la_paz', '12');
    await one.epoch.close();
    other.epoch.noteSequence('la_paz', '10');
    await other.epoch.close();
    expect(await notedSequence(one)).toBe('12');
  });

  it('a noted sequence does not appear in the change feed of the accounts', async () => {
    const opened = await aStart(await aStores());
    const heard = vi.fn();
    onTestFinished(opened.accounts.onChange(heard));
    opened.epoch.noteSequence('la_paz', '5');
    await opened.epoch.close();
    expect(await notedSequence(opened)).toBe('5');
    expect(heard).not.toHaveBeenCalled();
  });

  it('logs a note that could not be stored, and stores the next one', async () => {
    const opened = await aStart(await aStores());
    vi.spyOn(opened.accounts, 'writeLocal').mockRejectedValueOnce(new Error('full'));
    opened.epoch.noteSequence('la_paz', '5');
    await opened.epoch.close();
    expect(opened.warn.mock.calls[0]?.[1]).toBe('the sequence of a unit could not be noted');
    opened.epoch.noteSequence('la_paz', '6');
    await opened.epoch.close();
    expect(await notedSequence(opened)).toBe('6');
  });
});
