/// <reference types="vite/types/importMeta.d.ts" />
/// <reference path="../../testing/pouchdb-modules.d.ts" />
import idbAdapter from 'pouchdb-adapter-idb';
import PouchDB from 'pouchdb-core';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { freshName } from '../../testing/open-test-unit.ts';
import { fillingText, useSmallDisk } from '../../testing/small-disk.ts';
import { IndexedDbStore, isStored } from './indexeddb-store.ts';
import { StoredRecords } from './stored-records.ts';
import { describeUnitRecords, manyChildren } from './testing/contract.ts';
import { openStored } from './testing/open-stored.ts';
import { PouchRecords } from './testing/pouch-records.ts';
import type { Written } from './unit-records.ts';

PouchDB.plugin(idbAdapter);

const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;
const begin = IDBDatabase.prototype.transaction;
const put = IDBObjectStore.prototype.put;

afterEach(() => {
  IDBDatabase.prototype.transaction = begin;
  IDBObjectStore.prototype.put = put;
});

function openOnIndexedDb(name = freshName('crece_store')): StoredRecords {
  return openStored(new IndexedDbStore(name), {});
}

function raw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

describe('StoredRecords on IndexedDB', () => {
  describeUnitRecords(async () => openOnIndexedDb());
});

describe('PouchDB on IndexedDB (the reference)', () => {
  describeUnitRecords(async () => {
    const records = new PouchRecords(freshName('pouch'), { adapter: 'idb' });
    onTestFinished(() => records.close());
    return records;
  });
});

describe('StoredRecords on IndexedDB: transactions, tabs and faults', () => {
  it("writes a person's edit with strict durability and received records with relaxed", async () => {
    const asked: (string | undefined)[] = [];
    const records = openOnIndexedDb();
    await records.open();
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') asked.push(options?.durability);
      return begin.call(this, stores, mode, options);
    };
    await records.write([{ _id: 'chld_1' }], 'strict');
    await records.take(manyChildren(3), FROM_SERVER);
    await records.writeLocal('note', { value: 1 });
    expect(asked).toEqual(['strict', 'relaxed', 'strict']);
  });

  const each = import.meta.env['CRECE_DEEP'] === '1' ? 500 : 60;
  it(`loses no document and reuses no sequence when two connections write ${each} documents each in turns`, async () => {
    const name = freshName('crece_store');
    const tabs = [openOnIndexedDb(name), openOnIndexedDb(name)];
    const [one, other] = await Promise.all(tabs.map((tab) => tab.open()));
    expect(one).toBe(other);
    const writes: Promise<Written[]>[] = [];
    for (let index = 0; index < each; index += 1) {
      for (const [tab, records] of tabs.entries()) {
        writes.push(records.write([{ _id: `chld_${index}_${tab}`, index }], 'relaxed'));
      }
    }
    // Both connections create the same document: the second one must get `rev: null`.
    writes.push(...tabs.map((records) => records.write([{ _id: 'chld_both' }], 'strict')));
    const written = (await Promise.all(writes)).flat();
    expect(written.filter(({ rev }) => rev === null)).toEqual([{ id: 'chld_both', rev: null }]);
    const { changes, sequence } = await openOnIndexedDb(name).changesSince(0, 2_000);
    expect(sequence).toBe(2 * each + 1);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(2 * each + 1);
    expect(changes.map((change) => change.sequence)).toEqual(changes.map((_, place) => place + 1));
  });

  it('lets one tab read what another has just packed and tidied', async () => {
    const name = freshName('crece_store');
    const [reader, writer] = [openOnIndexedDb(name), openOnIndexedDb(name)];
    await writer.take(manyChildren(100), FROM_SERVER);
    const ids = manyChildren(100).map(({ _id }) => _id);
    expect((await reader.readMany(ids)).size).toBe(100);
    await writer.write(
      manyChildren(100).map(({ _id, _rev }) => ({ _id, _rev, firstName: 'Nueva' })),
      'strict',
    );
    for (let next: string | null = ''; next !== null; ) {
      ({ next } = await writer.tidy(() => true, next));
    }
    const read = [...(await reader.readMany(ids)).values()];
    expect(read.map(({ firstName }) => firstName)).toEqual(ids.map(() => 'Nueva'));
  });

  it('reconnects when the connection is cut at any put, and stores everything once', async () => {
    for (let at = 1; at <= 6; at += 1) {
      const records = openOnIndexedDb();
      await records.take(manyChildren(40), FROM_SERVER);
      let left = at;
      IDBObjectStore.prototype.put = function (value, key) {
        const request = put.call(this, value, key);
        left -= 1;
        if (left === 0) this.transaction.abort();
        return request;
      };
      const fresh = manyChildren(60).slice(40);
      expect(await records.take(fresh, FROM_SERVER)).toMatchObject({ range: [41, 60] });
      const edits = manyChildren(3).map(({ _id, _rev }) => ({ _id, _rev, firstName: 'B' }));
      const written = await records.write(edits, 'strict');
      IDBObjectStore.prototype.put = put;
      expect(left).toBeLessThanOrEqual(0);
      expect(written.every(({ rev }) => rev !== null)).toBe(true);
      expect(await records.lastSequence()).toBe(63);
    }
  });

  it('reports a full disk and stores nothing of that call; a smaller write then succeeds', async () => {
    await useSmallDisk(1_000_000);
    const records = openOnIndexedDb();
    await records.take(manyChildren(40), FROM_SERVER);
    const large = carriedDocument('chld_large', ['a'], { text: fillingText(2_000_000) });
    const taking = records.take([large, carriedDocument('chld_z', ['a'])], FROM_SERVER);
    await expect(taking).rejects.toMatchObject({ code: 'full-disk' });
    const writing = records.write([{ _id: 'chld_y', text: large['text'] }], 'strict');
    await expect(writing).rejects.toMatchObject({ code: 'full-disk' });
    expect(await records.lastSequence()).toBe(40);
    expect(await records.leaves('chld_z')).toEqual([]);
    expect(await records.write([{ _id: 'chld_y' }], 'strict')).toMatchObject([{ id: 'chld_y' }]);
    expect(await records.lastSequence()).toBe(41);
  });

  it("reports closed after its data were removed: an empty database is not taken for the unit's", async () => {
    const name = freshName('crece_store');
    const records = new StoredRecords(new IndexedDbStore(name));
    await records.write([{ _id: 'chld_1' }], 'strict');
    expect(await isStored(name)).toBe(true);
    const remover = new IndexedDbStore(name);
    await remover.destroy();
    expect(await isStored(name)).toBe(false);
    await expect(records.read('chld_1')).rejects.toMatchObject({ code: 'closed' });
    // The failed read did not create an empty database.
    expect(await isStored(name)).toBe(false);
    await records.close();
  });

  it('reports a fault when the browser refuses IndexedDB, and tries again at the next call', async () => {
    const records = openOnIndexedDb();
    const open = IDBFactory.prototype.open;
    onTestFinished(() => {
      IDBFactory.prototype.open = open;
    });
    IDBFactory.prototype.open = () => {
      throw new DOMException('not in this window', 'SecurityError');
    };
    await expect(records.open()).rejects.toMatchObject({ name: 'StorageError', code: 'failed' });
    IDBFactory.prototype.open = open;
    expect(await records.open()).toMatch(/^[0-9a-f]{32}$/);
  });

  it('lets another tab remove the database during a pause, and reports closed afterwards', async () => {
    const name = freshName('crece_store');
    const records = new StoredRecords(new IndexedDbStore(name));
    await records.write([{ _id: 'chld_1' }], 'strict');
    expect(await records.pause(() => Promise.resolve(true))).toBe(true);
    expect(await records.read('chld_1')).toMatchObject({ _id: 'chld_1' });
    const isThere = await records.pause(async () => {
      await new StoredRecords(new IndexedDbStore(name)).destroy();
      return false;
    });
    expect(isThere).toBe(false);
    await expect(records.lastSequence()).rejects.toMatchObject({ code: 'closed' });
  });

  it('reports closed to calls that were running when it was closed', async () => {
    const records = new StoredRecords(new IndexedDbStore(freshName('crece_store')));
    await records.open();
    const writes = Array.from({ length: 50 }, (_, index) =>
      records.write([{ _id: `chld_${index}` }], 'relaxed'),
    );
    await records.close();
    for (const write of await Promise.allSettled(writes)) {
      if (write.status === 'rejected') expect(write.reason).toMatchObject({ code: 'closed' });
    }
    await expect(records.lastSequence()).rejects.toMatchObject({ code: 'closed' });
  });

  it('refuses a database of a later format with newer-version and the reason', async () => {
    const name = freshName('crece_store');
    const records = new StoredRecords(new IndexedDbStore(name));
    await records.open();
    await records.close();
    const connection = await raw(name);
    const meta = connection.transaction('meta', 'readwrite').objectStore('meta');
    const head = { format: 2, instance: 'later', sequence: 7, blocks: 0 };
    await new Promise((resolve) => {
      meta.put(head, 'head').onsuccess = resolve;
    });
    connection.close();
    const opening = new StoredRecords(new IndexedDbStore(name)).open();
    await expect(opening).rejects.toMatchObject({ code: 'newer-version', message: /format 2/ });
  });

  it('refuses a database whose object stores have a later version', async () => {
    const name = freshName('crece_store');
    await new Promise((resolve) => {
      const request = indexedDB.open(name, 2);
      request.onsuccess = () => resolve(request.result.close());
    });
    const opening = new StoredRecords(new IndexedDbStore(name)).open();
    await expect(opening).rejects.toMatchObject({ code: 'newer-version' });
  });

  it('loses only the rows of a damaged block, and reports which to fetch again', async () => {
    const name = freshName('crece_store');
    const lost: string[] = [];
    const store = new IndexedDbStore(name);
    const records = openStored(store, {});
    records.onLost = () => lost.push('lost');
    await records.take(manyChildren(100), FROM_SERVER);
    const [key = ''] = await store.read((transaction) => transaction.keys('blocks', {}, 1));
    await store.write('relaxed', async (transaction) => {
      const block = (await transaction.get('blocks', key)) as { text: string };
      transaction.put('blocks', key, { ...block, text: block.text.slice(0, 500) });
    });
    const ids = manyChildren(100).map(({ _id }) => _id);
    const gone = ids.filter((id) => id <= key);
    expect((await records.readMany(ids)).size).toBe(100 - gone.length);
    expect(lost).toEqual(['lost']);
    expect(await records.lost()).toEqual([{ first: gone[0], last: key }]);
  });
});
