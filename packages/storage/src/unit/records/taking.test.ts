import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Receiving } from '../../engine/ledger/receiving.ts';
import { carriedDocument } from '../../testing/carried.ts';
import { freshName } from '../../testing/open-test-unit.ts';
import { describeRecords } from '../../testing/records-suite.ts';
import { fillingText, useSmallDisk } from '../../testing/small-disk.ts';
import { UNKNOWN } from '../known/ledger-state.ts';
import type { CarriedDocument } from './carried-document.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { StoredRecords } from './stored-records.ts';
import type { Change, UnitRecords } from './unit-records.ts';

const begin = IDBDatabase.prototype.transaction;
const put = IDBObjectStore.prototype.put;

afterEach(() => {
  IDBDatabase.prototype.transaction = begin;
  IDBObjectStore.prototype.put = put;
});

async function openStore(
  onTaken: (changes: readonly Change[]) => void = () => undefined,
): Promise<{ store: UnitRecords; database: UnitRecords }> {
  const database = new StoredRecords(new IndexedDbStore(freshName('crece_store')));
  onTestFinished(() => database.close());
  await database.open();
  database.onTaken = ({ changes }) => onTaken(changes);
  return { database, store: database };
}

function manyDocuments(count: number, text = ''): CarriedDocument[] {
  return Array.from({ length: count }, (_, index) =>
    carriedDocument(`chld_many_${String(index).padStart(5, '0')}`, [`h${index}`], { text }),
  );
}

describeRecords(async () => (await openStore()).store);

describe('take on IndexedDB', () => {
  it("writes server records relaxed, in several transactions; a person's strict write comes between", async () => {
    const { store, database } = await openStore();
    const asked: (string | undefined)[] = [];
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') asked.push(options?.durability);
      return begin.call(this, stores, mode, options);
    };
    const receiving = new Receiving(store, UNKNOWN);
    const ended: string[] = [];
    const taking = receiving.take(manyDocuments(1_000)).then(() => ended.push('taken'));
    const saving = database.write([{ _id: 'person', value: 1 }], 'strict');
    await saving.then(() => ended.push('saved'));
    await taking;
    expect(ended).toEqual(['saved', 'taken']);
    expect(asked.filter((durability) => durability === 'strict')).toHaveLength(1);
    expect(asked.filter((durability) => durability === 'relaxed').length).toBeGreaterThan(3);
    expect(await store.lastSequence()).toBe(1_001);
  });

  it('returns the same changes as the change list', async () => {
    const told: Change[] = [];
    const { store } = await openStore((changes) => told.push(...changes));
    await store.take([
      carriedDocument('chld_a', ['a'], { firstName: 'Ana' }),
      carriedDocument('chld_b', ['c', 'b'], { _deleted: true, why: 'removed' }),
    ]);
    expect(told).toEqual((await store.changesSince(0, 10)).changes);
    told.length = 0;
    const losing = carriedDocument('chld_a', ['0'], { firstName: 'Lucía' });
    await store.take([losing]);
    const { changes } = await store.changesSince(2, 10);
    expect(told).toEqual(changes);
    // The written revision is a losing leaf: the reported document is the winner.
    expect(told[0]?.document['firstName']).toBe('Ana');
  });

  it('returns the sequences of its own transaction, even right after a save', async () => {
    const { store, database } = await openStore();
    const saving = database.write([{ _id: 'person', value: 1 }], 'strict');
    const taken = await store.take(manyDocuments(3));
    await saving;
    expect(taken).toMatchObject({ written: 3, range: [2, 4] });
  });

  it('reports full-disk, keeps what was stored before, and still stores what fits', async () => {
    await useSmallDisk(3_000_000);
    const { store } = await openStore();
    await store.take(manyDocuments(5));
    const large = [carriedDocument('chld_large', ['a'], { text: fillingText(6_000_000) })];
    await expect(store.take(large)).rejects.toMatchObject({ code: 'full-disk' });
    expect(await store.lastSequence()).toBe(5);
    await store.take([carriedDocument('chld_small', ['a'])]);
    expect((await store.changesSince(5, 10)).changes.map(({ id }) => id)).toEqual(['chld_small']);
  });

  it('continues after a connection that is cut once, and writes everything once', async () => {
    const { store } = await openStore();
    await store.take(manyDocuments(10));
    let cuts = 1;
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, value, key);
      if (this.name === 'meta' && key === 'head' && cuts > 0) {
        cuts -= 1;
        this.transaction.abort();
      }
      return request;
    };
    await store.take(manyDocuments(200));
    expect(cuts).toBe(0);
    const { changes } = await store.changesSince(0, 1_000);
    expect(changes).toHaveLength(200);
  });

  it('reports closed when the unit is closed while it runs', async () => {
    const { store, database } = await openStore();
    const taking = store.take(manyDocuments(2_000));
    await database.close();
    await expect(taking).rejects.toMatchObject({ name: 'StorageError', code: 'closed' });
  });
});
