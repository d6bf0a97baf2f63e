import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { StoreUnavailable } from '../document-store.ts';
import { all, idsOf, manyIds, put } from '../testing/support.ts';
import { storeFault } from './faults.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';
import { APPLICATION_ID } from './schema.ts';

const OPENER = fileURLToPath(new URL('../testing/read-only-opener.ts', import.meta.url));

async function opened(dir: string, maxPages?: number) {
  const stores = await openSqliteStores({ dir, ...(maxPages === undefined ? {} : { maxPages }) });
  onTestFinished(() => stores.close());
  return stores;
}

/** A folder in which the unit la_paz has this file. */
function aFolderWith(write: (file: string) => void): { dir: string; file: string } {
  const dir = aFolder();
  const file = join(dir, 'units', 'la_paz.sqlite');
  mkdirSync(join(dir, 'units'));
  write(file);
  return { dir, file };
}

const STRANGERS: readonly [what: string, reason: RegExp, write: (file: string) => void][] = [
  ['text', /is not a database/, (file) => writeFileSync(file, 'not a database\n'.repeat(500))],
  [
    'the database of another program',
    /belongs to another program/,
    (file) => {
      const other = new DatabaseSync(file);
      other.exec('CREATE TABLE songs (title TEXT)');
      other.close();
    },
  ],
  [
    'a database of a newer version',
    /newer version of Crece/,
    (file) => {
      const newer = new DatabaseSync(file);
      newer.exec('CREATE TABLE stores (name TEXT); PRAGMA user_version = 99');
      newer.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
      newer.close();
    },
  ],
];

describe('an unusable database file', () => {
  it.each(STRANGERS)(
    '(%s) is named in the error and left as it is, and other units work',
    async (_, reason, write) => {
      const { dir, file } = aFolderWith(write);
      const before = readFileSync(file);
      const stores = await opened(dir);
      const opening = stores.open('unit_la_paz');
      await expect(opening).rejects.toThrow(StoreUnavailable);
      await expect(opening).rejects.toThrow(reason);
      await expect(opening).rejects.toThrow(file);
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(await put(await stores.open('unit_la_ceiba'), 'a')).toMatch(/^1-/);
      rmSync(file);
      expect(await put(await stores.open('unit_la_paz'), 'a')).toMatch(/^1-/);
    },
  );

  it('a file that was cut in half is reported, and works again when it is restored', async () => {
    const dir = aFolder();
    const file = join(dir, 'units', 'la_paz.sqlite');
    const stores = await openSqliteStores({ dir });
    const ids = manyIds(2_000);
    const drafts = ids.map((_id) => ({ _id, text: 'x'.repeat(900) }));
    await (await stores.open('unit_la_paz')).write(drafts);
    await stores.close();
    const whole = readFileSync(file);
    const store = await (await opened(dir)).open('unit_la_paz');
    truncateSync(file, Math.floor(whole.length / 8_192) * 4_096);
    const reading = all(store.list());
    await expect(reading).rejects.toThrow(StoreUnavailable);
    await expect(reading).rejects.toThrow(/is damaged/);
    rmSync(file);
    writeFileSync(file, whole);
    expect(idsOf(await all(store.list()))).toEqual(ids);
  });
});

describe('a folder of databases that cannot be used', () => {
  it('a folder of databases that is a file is reported', async () => {
    const dir = join(aFolder(), 'data');
    writeFileSync(dir, 'a file');
    const opening = openSqliteStores({ dir });
    await expect(opening).rejects.toThrow(StoreUnavailable);
    await expect(opening).rejects.toThrow(/cannot be opened/);
    expect(readFileSync(dir, 'utf8')).toBe('a file');
  });

  it.each([
    ['has a database already', true],
    ['is empty', false],
  ])('a folder of databases that is read-only and %s is reported', async (_, hasDatabase) => {
    const dir = aFolder();
    const files: string[] = [];
    if (hasDatabase) {
      const stores = await openSqliteStores({ dir });
      await put(await stores.open('sys_accounts'), 'kept');
      await stores.close();
      files.push(join(dir, 'system.sqlite'), join(dir, 'units'));
    }
    const present = files.filter((file) => file.endsWith('.sqlite'));
    for (const file of present) chmodSync(file, 0o444);
    chmodSync(dir, 0o555);
    const { stdout, stderr } = spawnSync(process.execPath, [OPENER, dir, 'sys_accounts'], {
      encoding: 'utf8',
    });
    chmodSync(dir, 0o755);
    for (const file of present) chmodSync(file, 0o644);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^StoreUnavailable: the database .*system\.sqlite cannot be opened/);
    expect(readdirSync(dir)).toEqual(present.map(() => 'system.sqlite'));
    const accounts = await (await opened(dir)).open('sys_accounts');
    expect((await accounts.read('kept')) !== null).toBe(hasDatabase);
    expect(await accounts.read('written')).toBeNull();
  });
});

describe('a full disk', () => {
  const MAX_PAGES = 200;
  const text = 'x'.repeat(2_000);

  it('refuses the batch, writes nothing of it, and reading goes on', async () => {
    const dir = aFolder();
    const store = await (await opened(dir, MAX_PAGES)).open('unit_la_paz');
    await store.write(manyIds(100).map((_id) => ({ _id, text })));
    const before = await all(store.changes({ since: '0' }));
    const tooMuch = manyIds(1_000).map((_id) => ({ _id: `more_${_id}`, text }));
    for (const attempt of [1, 2]) {
      const writing = store.write([{ _id: `small_${attempt}` }, ...tooMuch]);
      await expect(writing).rejects.toThrow(StoreUnavailable);
      await expect(writing).rejects.toThrow(/no room left/);
    }
    expect(await all(store.changes({ since: '0' }))).toEqual(before);
    expect((await store.info()).docCount).toBe(100);
    expect(await store.read('small_1')).toBeNull();
    expect(await put(store, 'small')).toMatch(/^1-/);
  });

  it('takes writes again after a compaction has made room', async () => {
    const store = await (await opened(aFolder(), MAX_PAGES)).open('unit_la_paz');
    let rev = await put(store, 'a', { n: 0, text });
    const fill = async () => {
      for (let n = 1; n <= 1_000; n += 1) rev = await put(store, 'a', { n, text }, rev);
    };
    await expect(fill()).rejects.toThrow(StoreUnavailable);
    const full = await store.read('a');
    expect(full?._rev).toBe(rev);
    await store.compact();
    expect(await store.read('a')).toEqual(full);
    for (let n = 0; n < 20; n += 1) rev = await put(store, 'a', { n, text }, rev);
    expect(await store.read('a')).toMatchObject({ _rev: rev, n: 19 });
  });

  it('takes writes again after the disk has grown', async () => {
    const dir = aFolder();
    const small = await openSqliteStores({ dir, maxPages: MAX_PAGES });
    const drafts = manyIds(1_000).map((_id) => ({ _id, text }));
    await expect((await small.open('unit_la_paz')).write(drafts)).rejects.toThrow(/no room left/);
    await small.close();
    const store = await (await opened(dir)).open('unit_la_paz');
    expect((await store.info()).docCount).toBe(0);
    expect((await store.write(drafts)).every(({ ok }) => ok)).toBe(true);
  });
});

describe('storeFault', () => {
  it('leaves faults of the program as they are', () => {
    const fault = new TypeError('a fault');
    expect(storeFault('a.sqlite', fault)).toBe(fault);
    const database = new DatabaseSync(':memory:');
    let wrong: unknown;
    try {
      database.exec('SELECT nothing');
    } catch (error) {
      wrong = error;
    }
    expect(wrong).toBeInstanceOf(Error);
    expect(storeFault('a.sqlite', wrong)).toBe(wrong);
    database.close();
  });

  it('keeps SQLite’s error as the cause', () => {
    const cause = Object.assign(new Error('disk I/O error'), { errcode: 10 | (3 << 8) });
    const fault = storeFault('a.sqlite', cause);
    expect(fault).toBeInstanceOf(StoreUnavailable);
    expect(fault).toMatchObject({
      message: 'the database a.sqlite cannot be read or written',
      cause,
    });
    expect(storeFault('b.sqlite', fault)).toBe(fault);
  });
});
