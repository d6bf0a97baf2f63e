import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUTHOR, freshName, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { UNIT_DATABASE } from '../device/open-device.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { StoredRecords } from './stored-records.ts';

/** Mode and durability of every transaction that was started, with its database. */
const asked: {
  name: string;
  mode: IDBTransactionMode | undefined;
  durability: string | undefined;
}[] = [];
const begin = IDBDatabase.prototype.transaction;

beforeEach(() => {
  asked.length = 0;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    asked.push({ name: this.name, mode, durability: options?.durability });
    return begin.call(this, stores, mode, options);
  };
});

afterEach(() => {
  IDBDatabase.prototype.transaction = begin;
});

function writesTo(stakeDB: string): (string | undefined)[] {
  const name = UNIT_DATABASE + stakeDB;
  return asked.flatMap((each) =>
    each.name === name && each.mode === 'readwrite' ? [each.durability] : [],
  );
}

describe('durability of IndexedDB transactions', () => {
  it("every transaction of a person's write is strict", async () => {
    const { unit, stakeDB } = await openTestUnit();
    asked.length = 0;
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await unit.removeScreening(child._id, saved._id, AUTHOR, NOW);
    await unit.removeChild(child._id, AUTHOR, NOW);
    // Registering a child takes two transactions: one also notes that the child was created here.
    expect(writesTo(stakeDB)).toEqual(['strict', 'strict', 'strict', 'strict', 'strict']);
  });

  it('bulk loads are relaxed, and a save among them strict', async () => {
    const database = new StoredRecords(new IndexedDbStore(freshName('crece_store')));
    await database.open();
    asked.length = 0;
    const batch = (start: number): { _id: string; value: number }[] =>
      Array.from({ length: 50 }, (_, index) => ({ _id: `x_${start + index}`, value: index }));
    const bulk = [database.write(batch(0), 'relaxed'), database.write(batch(50), 'relaxed')];
    const person = database.write([{ _id: 'person', value: 1 }], 'strict');
    const more = database.write(batch(100), 'relaxed');
    const after = database.write([{ _id: 'person-2', value: 2 }], 'strict');
    await Promise.all([...bulk, person, more, after]);
    expect(
      asked.filter(({ mode }) => mode === 'readwrite').map(({ durability }) => durability),
    ).toEqual(['relaxed', 'relaxed', 'strict', 'relaxed', 'strict']);
    await database.close();
  });

  it('a reopened connection is strict again', async () => {
    const { unit, stakeDB } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await new Promise((resolve) => {
      // A request for a higher version makes all connections close; the upgrade is then aborted.
      const request = indexedDB.open(UNIT_DATABASE + stakeDB, 99);
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = resolve;
    });
    asked.length = 0;
    await unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    expect(writesTo(stakeDB)).toEqual(['strict', 'strict']);
    expect(unit.snapshot().children).toHaveLength(2);
  });
});
