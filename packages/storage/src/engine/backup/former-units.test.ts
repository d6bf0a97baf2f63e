/// <reference path="../../testing/pouchdb-modules.d.ts" />
import idb from 'pouchdb-adapter-idb';
import PouchDB from 'pouchdb-core';
import { expect, it, onTestFinished } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { freshName, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields } from '../../testing/records.ts';
import { backUpFormer, formerUnits, openBackup, removeFormer } from './index.ts';

const PASSPHRASE = 'words of the clinic';
const NOW = new Date('2026-11-24T10:00:00.000Z');

PouchDB.plugin(idb);

/** What an early build left: a child with two versions, one edited once, one removed, and many more. */
async function plant(stakeDB: string) {
  const database = new PouchDB(`crece_unit_${stakeDB}`, { adapter: 'idb', auto_compaction: true });
  onTestFinished(removeFormer);
  const id = (name: string): string => `chld_${stakeDB}_${name}`;
  const child = (name: string, history: string[], extra = {}) =>
    carriedDocument(id(name), history, { ...childFields({ firstName: name }), ...extra });
  const documents = [
    child('Ana', ['b', 'a']),
    child('Ana', ['c', 'a'], { ward: 'Norte' }),
    child('Luz', ['e', 'd']),
    { ...carriedDocument(id('Eva'), ['g', 'f'], { why: 'removed' }), _deleted: true },
    ...Array.from({ length: 230 }, (_, at) =>
      child(`Nr${String(at).padStart(3, '0')}`, [`n${at}`]),
    ),
  ];
  await database.bulkDocs(documents, { new_edits: false });
  await database.close();
  return { id, documents };
}

it('databases of early builds are named, saved as a backup file that can be loaded, and removed', async () => {
  const stakeDB = freshName('test_stake');
  const { id, documents } = await plant(stakeDB);
  expect(await formerUnits()).toEqual([{ stakeDB, records: 233 }]);
  expect(await backUpFormer('short', NOW)).toEqual({ ok: false, code: 'passphrase-too-short' });

  const made = await backUpFormer(PASSPHRASE, NOW);
  if (!made.ok) throw new Error(made.code);
  expect(made.units).toMatchObject([{ stakeDB, records: 233 }]);
  // Nothing of it was changed.
  expect(await formerUnits()).toHaveLength(1);
  const opened = await openBackup(made.file, PASSPHRASE);
  if (!opened.ok) throw new Error(opened.code);
  const { unit } = await openTestUnit({ stakeDB });
  expect(await opened.backup.load(async () => unit)).toMatchObject([
    { added: 232, removals: 1, refused: [], skipped: false },
  ]);
  expect(unit.snapshot()).toMatchObject({ pending: 232 });
  expect(unit.snapshot().children).toHaveLength(232);
  const { store } = await unit.engine();
  const leaves = (await store.leaves(id('Ana'))).map(({ _rev }) => _rev).sort();
  expect(leaves).toEqual(
    documents
      .slice(0, 2)
      .map(({ _rev }) => _rev)
      .sort(),
  );
  expect((await store.leaves(id('Luz')))[0]).toEqual(documents[2]);

  await removeFormer();
  expect(await formerUnits()).toEqual([]);
});

it('nothing is said where no early build has been', async () => {
  expect(await formerUnits()).toEqual([]);
});
