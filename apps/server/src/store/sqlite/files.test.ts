import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { type Stores, StoreUnavailable } from '../document-store.ts';
import { all, manyIds, put, replicated } from '../testing/support.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

async function opened(options: Parameters<typeof openSqliteStores>[0]): Promise<Stores> {
  const stores = await openSqliteStores(options);
  onTestFinished(() => stores.close());
  return stores;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('the files of SQLite', () => {
  it('one file for the server and one per unit are readable by the server’s user only', async () => {
    const dir = join(aFolder(), 'data', 'databases');
    const stores = await opened({ dir });
    for (const name of ['sys_accounts', 'sys_audit', 'unit_la_paz', 'unit_la_ceiba']) {
      await put(await stores.open(name), 'a');
    }
    const isDatabase = (file: string) => file.endsWith('.sqlite');
    expect(readdirSync(dir).filter(isDatabase)).toEqual(['system.sqlite']);
    const units = join(dir, 'units');
    expect(readdirSync(units).filter(isDatabase).sort()).toEqual([
      'la_ceiba.sqlite',
      'la_paz.sqlite',
    ]);
    expect(modeOf(dir)).toBe('700');
    for (const file of readdirSync(units))
      expect([file, modeOf(join(units, file))]).toEqual([file, '600']);
  });

  it('contain what was written after closing, with no other file beside them', async () => {
    const dir = aFolder();
    const stores = await openSqliteStores({ dir });
    const unit = await stores.open('unit_la_paz');
    await unit.writeRevisions([
      replicated('a', ['2-b', '1-a'], { n: 1 }),
      replicated('a', ['1-c']),
    ]);
    await unit.writeLocal({ _id: 'point', last: 7 });
    const expected = await all(unit.snapshot({ tombstones: true }));
    const info = await unit.info();
    await stores.close();
    expect(readdirSync(dir).sort()).toEqual(['system.sqlite', 'units']);
    expect(readdirSync(join(dir, 'units'))).toEqual(['la_paz.sqlite']);

    const again = await (await opened({ dir })).open('unit_la_paz');
    expect(await all(again.snapshot({ tombstones: true }))).toEqual(expected);
    expect(await again.info()).toEqual(info);
    expect(await again.readLocal('point')).toMatchObject({ last: 7 });
  });

  it('units are listed from the folder, without other files that are in it', async () => {
    const dir = aFolder();
    const stores = await opened({ dir });
    await stores.open('unit_la_paz');
    for (const file of ['notes.txt', 'Upper.sqlite', 'con.sqlite', 'old.sqlite.bak']) {
      writeFileSync(join(dir, 'units', file), '');
    }
    expect(await stores.names()).toEqual(['unit_la_paz']);
    expect(await (await opened({ dir })).names()).toEqual(['unit_la_paz']);
  });

  it('files are closed when too many are open, and opened again when needed', async () => {
    const dir = aFolder();
    const stores = await opened({ dir, maxOpenFiles: 2 });
    const names = ['unit_aa', 'unit_bb', 'unit_cc', 'unit_dd', 'unit_ee'];
    const units = await Promise.all(names.map((name) => stores.open(name)));
    for (let turn = 0; turn < 3; turn += 1) {
      for (const unit of units) await put(unit, `doc_${turn}`);
    }
    // A log exists beside a file only while the file is open.
    const logs = readdirSync(join(dir, 'units')).filter((file) => file.endsWith('-wal'));
    expect(logs.length).toBeLessThanOrEqual(2);
    await Promise.all(units.map((unit) => put(unit, 'together')));
    for (const unit of units) expect((await unit.info()).docCount).toBe(4);
  });

  it('go on with a list from where it was when they were closed in the middle of it', async () => {
    const stores = await opened({ dir: aFolder(), maxOpenFiles: 1 });
    const unit = await stores.open('unit_aa');
    const other = await stores.open('unit_bb');
    const ids = manyIds(600);
    await unit.write(ids.map((_id) => ({ _id })));
    const seen: string[] = [];
    for await (const { _id } of unit.list()) {
      if (seen.length % 100 === 0) await other.info();
      seen.push(_id);
    }
    expect(seen).toEqual(ids);
  });

  it('show a batch completely or not at all while it is written, and other work runs meanwhile', async () => {
    const stores = await opened({ dir: aFolder() });
    const store = await stores.open('unit_la_paz');
    const ids = manyIds(5_000);
    let isDone = false;
    const writing = store.write(ids.map((_id) => ({ _id, text: 'x'.repeat(300) }))).then(() => {
      isDone = true;
    });
    const counts: number[] = [];
    while (!isDone) {
      counts.push((await store.info()).docCount);
      await nextTurn();
    }
    await writing;
    expect(counts.filter((count) => count !== 0 && count !== 5_000)).toEqual([]);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(2);
    expect((await store.info()).docCount).toBe(5_000);
  });

  it('wait for another program that writes, without blocking the process', async () => {
    const dir = aFolder();
    const store = await (await opened({ dir })).open('unit_la_paz');
    const other = new DatabaseSync(join(dir, 'units', 'la_paz.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const writing = put(store, 'a').then(() => {
      isWritten = true;
    });
    await delay(150);
    expect(isWritten).toBe(false);
    expect(await store.read('a')).toBeNull();
    other.exec('COMMIT');
    other.close();
    await writing;
    expect(await store.read('a')).not.toBeNull();
  });

  it('files are closed after the running batches, and refuse later calls', async () => {
    const dir = aFolder();
    const stores = await openSqliteStores({ dir });
    const store = await stores.open('unit_la_paz');
    const writing = store.write(manyIds(3_000).map((_id) => ({ _id })));
    await stores.close();
    expect((await writing).every(({ ok }) => ok)).toBe(true);
    await expect(store.read('doc_0000')).rejects.toThrow(StoreUnavailable);
    await expect(store.write([{ _id: 'late' }])).rejects.toThrow(StoreUnavailable);
    const again = await (await opened({ dir })).open('unit_la_paz');
    expect((await again.info()).docCount).toBe(3_000);
  });

  it('a unit keeps replaced bodies until compaction, the server’s own databases do not', async () => {
    const stores = await opened({ dir: aFolder() });
    const unit = await stores.open('unit_la_paz');
    const accounts = await stores.open('sys_accounts');
    for (const [store, kept] of [
      [unit, { n: 1 }],
      [accounts, null],
    ] as const) {
      const first = await put(store, 'a', { n: 1 });
      await put(store, 'a', { n: 2 }, first);
      const old = await store.read('a', first);
      if (kept === null) expect(old).toBeNull();
      else expect(old).toMatchObject(kept);
    }
    await accounts.writeRevisions([
      replicated('b', ['1-a'], { n: 'loses' }),
      replicated('b', ['1-b'], { n: 'wins' }),
    ]);
    await put(accounts, 'b', { n: 'edited' }, '1-a');
    expect(await accounts.read('b', '1-a')).toBeNull();
    expect(await accounts.read('b', '1-b')).toMatchObject({ n: 'wins' });
    await accounts.writeRevisions([replicated('c', ['1-a']), replicated('c', ['2-b', '1-a'])]);
    expect(await accounts.read('c', '1-a')).toBeNull();
  });

  it('keep 1,000 revisions of a unit’s document and 20 of the server’s own', async () => {
    const stores = await opened({ dir: aFolder() });
    const unit = await stores.open('unit_la_paz');
    const long = Array.from({ length: 1_001 }, (_, i) => `${1_001 - i}-a`);
    await unit.writeRevisions([replicated('a', ['1-a'], { n: 1 })]);
    await unit.writeRevisions([replicated('a', long.slice(1), { n: 1_000 })]);
    expect(await unit.read('a', '1-a')).toMatchObject({ n: 1 });
    await unit.writeRevisions([replicated('a', long)]);
    expect(await unit.read('a', '1-a')).toBeNull();
    expect(await unit.read('a', '1000-a')).toMatchObject({ n: 1_000 });
    const [kept] = await unit.readRevisions('a', 'leaves');
    expect(kept?.ancestry).toEqual(long.slice(0, 1_000));
    const accounts = await stores.open('sys_accounts');
    let rev = await put(accounts, 'a');
    for (let n = 2; n <= 22; n += 1) rev = await put(accounts, 'a', { n }, rev);
    const [own] = await accounts.readRevisions('a', 'leaves');
    expect(own?.ancestry).toHaveLength(20);
    expect(own?.ancestry.at(-1)).toMatch(/^3-/);
  });

  it('return space to the disk when they are compacted', async () => {
    const dir = aFolder();
    const file = join(dir, 'units', 'la_paz.sqlite');
    const store = await (await opened({ dir })).open('unit_la_paz');
    let rev = await put(store, 'a', { text: 'x'.repeat(500_000) });
    for (let n = 0; n < 6; n += 1)
      rev = await put(store, 'a', { n, text: 'y'.repeat(500_000) }, rev);
    await store.compact();
    expect(statSync(file).size).toBeLessThan(1_000_000);
    expect(await store.read('a')).toMatchObject({ n: 5 });
  });

  it('a deleted file of a unit is not created again while the server runs', async () => {
    const dir = aFolder();
    const stores = await opened({ dir, maxOpenFiles: 1 });
    const gone = await stores.open('unit_aa');
    await put(gone, 'a');
    await put(await stores.open('unit_bb'), 'a');
    rmSync(join(dir, 'units', 'aa.sqlite'));
    await expect(gone.read('a')).rejects.toThrow(/aa\.sqlite is gone/);
    await expect(gone.write([{ _id: 'b' }])).rejects.toThrow(StoreUnavailable);
    expect(existsSync(join(dir, 'units', 'aa.sqlite'))).toBe(false);
    expect(await (await stores.open('unit_bb')).read('a')).not.toBeNull();
  });
});
