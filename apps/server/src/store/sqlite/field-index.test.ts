import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { all } from '../testing/support.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';
import { MIGRATIONS } from './schema.ts';

const UNIT = 'unit_coban_stake_gtm';

async function open(dir: string) {
  const stores = await openSqliteStores({ dir });
  onTestFinished(() => stores.close());
  return stores;
}

/** What a build before the indexes sees and does: it knows tables of the first steps only. */
function olderBuild<T>(dir: string, act: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dir, 'units/coban_stake_gtm.sqlite'));
  try {
    return act(database);
  } finally {
    database.close();
  }
}

async function ownersOf(dir: string, ...owners: string[]): Promise<string[]> {
  const store = await (await open(dir)).open(UNIT);
  return (await all(store.listBy('owner', owners))).map(({ _id }) => _id).sort();
}

describe('an index by a field', () => {
  it('leaves the version of the file, so that an older build opens it', async () => {
    const dir = aFolder();
    await (await open(dir)).open(UNIT);
    const version = olderBuild(dir, (database) =>
      Object.values(database.prepare('PRAGMA user_version').get() ?? {}),
    );
    expect(version).toEqual([MIGRATIONS.length]);
  });

  it('an index is filled from a file that was written before there was one', async () => {
    const dir = aFolder();
    const stores = await openSqliteStores({ dir });
    const store = await stores.open(UNIT);
    await store.write([
      { _id: 'scr_a', owner: 'ana' },
      { _id: 'scr_b', owner: 'eva' },
    ]);
    await stores.close();
    olderBuild(dir, (database) => {
      const made = database
        .prepare(
          "SELECT name, type FROM sqlite_schema WHERE name LIKE 'found_%' ORDER BY type DESC",
        )
        .all() as { name: string; type: string }[];
      expect(made.length).toBeGreaterThan(1);
      for (const { name, type } of made) database.exec(`DROP ${type} IF EXISTS ${name}`);
    });
    expect(await ownersOf(dir, 'ana')).toEqual(['scr_a']);
    expect(await ownersOf(dir, 'ana', 'eva')).toEqual(['scr_a', 'scr_b']);
  });

  it('an index is kept while an older build writes', async () => {
    const dir = aFolder();
    const stores = await openSqliteStores({ dir });
    await (await stores.open(UNIT)).write([
      { _id: 'scr_a', owner: 'ana' },
      { _id: 'scr_b', owner: 'ana' },
    ]);
    await stores.close();
    olderBuild(dir, (database) => {
      database.exec(
        `UPDATE documents SET body = '{"owner":"eva"}' WHERE id = 'scr_a';
         UPDATE documents SET deleted = 1 WHERE id = 'scr_b';
         INSERT INTO documents (store, id, seq, deleted, rev, tree, body)
           SELECT store, 'scr_c', 99, 0, '1-a', tree, '{"owner":"eva"}' FROM documents WHERE id = 'scr_a'`,
      );
    });
    expect(await ownersOf(dir, 'ana')).toEqual([]);
    expect(await ownersOf(dir, 'eva')).toEqual(['scr_a', 'scr_c']);
  });
});
