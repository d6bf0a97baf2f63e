import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { nameMark } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { openAccounts } from '../accounts/accounts.ts';
import { formerAccounts } from '../accounts/former-names.ts';
import { eraseAgain } from '../erased/erase-again.ts';
import { addToErasedFile, ERASED_FILE, readErasedFile } from '../erased/erased-file.ts';
import { openErasedRegister } from '../erased/register.ts';
import { openDataStores } from '../start/data-folder.ts';
import { put } from '../store/testing/support.ts';
import { aFolder } from '../testing/test-app.ts';
import type { ErasedAfterRestore } from './erase-after-restore.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, restoreUnit } from './restore-backup.ts';
import { aDataFolder, childOf, filesIn, textIn, UNITS } from './testing/a-data-folder.ts';

const NAME = 'Xochiquetzalina';
const [COBAN] = UNITS;
const ID = childOf(COBAN, 900)._id;
const clock = () => new Date('2026-06-10T12:00:00.000Z');

const filesWithName = (dir: string) =>
  filesIn(dir).filter((name) => readFileSync(join(dir, name)).includes(NAME));

async function aBackupOf(dataDir: string, file: string) {
  await makeBackup({ dataDir, file, encryption: null, withSecret: true, clock });
}

/** A backup with a child who was then erased, and what the server left. */
async function erasedSince() {
  const dataDir = await aDataFolder();
  const folder = aFolder();
  const [before, after] = [join(folder, 'before.backup'), join(folder, 'after.backup')];
  const stores = await openDataStores(dataDir);
  await put(await stores.open(`unit_${COBAN}`), ID, { ...childOf(COBAN, 900), firstName: NAME });
  await aBackupOf(dataDir, before);
  const register = await openErasedRegister(stores);
  const facts = { at: clock().toISOString(), who: 'leo', why: 'asked', state: 'begun' } as const;
  await register.enter({ id: ID, stakeDB: COBAN, ids: [ID], ...facts });
  await addToErasedFile(dataDir, await register.ids());
  await eraseAgain(stores, register);
  await stores.close();
  await aBackupOf(dataDir, after);
  return { dataDir, folder, before, after };
}

async function restored(file: string, different: object = {}) {
  const dir = join(aFolder(), 'new');
  const said: ErasedAfterRestore[] = [];
  const onErased = (erased: ErasedAfterRestore) => void said.push(erased);
  await restoreBackup({ file, key: null, dir, keepSessions: false, clock, onErased, ...different });
  return { dir, said };
}

describe('backups and people who were erased', () => {
  it('a backup made after it holds no byte of the name, and its folder the list', async () => {
    const { folder, before, after } = await erasedSince();
    expect(gunzipSync(readFileSync(before)).includes(NAME)).toBe(true);
    expect(gunzipSync(readFileSync(after)).includes(NAME)).toBe(false);
    const list = await readErasedFile(join(folder, ERASED_FILE));
    expect(list).toEqual(new Map([[COBAN, new Set([ID])]]));
  });

  it('a backup made before it, put back, holds no byte of the name when it is ready', async () => {
    const { before } = await erasedSince();
    const { dir, said } = await restored(before);
    expect(said).toEqual([{ isListFound: true, units: [COBAN] }]);
    expect(filesWithName(dir)).toEqual([]);
    const stores = await openDataStores(dir);
    const register = await openErasedRegister(stores);
    expect(register.refuses(COBAN, { _id: ID, firstName: NAME })).toBe(true);
    await stores.close();
  });

  it('one unit put back holds nobody who was erased, though another unit is damaged', async () => {
    const { dataDir, before } = await erasedSince();
    const stores = await openDataStores(dataDir);
    const [id, facts] = [childOf(UNITS[1], 1)._id, { who: 'leo', why: 'asked' } as const];
    const at = '2026-06-11T12:00:00.000Z';
    const register = await openErasedRegister(stores);
    await register.enter({ id, stakeDB: UNITS[1], ids: [id], at, ...facts, state: 'done' });
    await stores.close();
    writeFileSync(join(dataDir, `databases/units/${UNITS[1]}.sqlite`), 'noise'.repeat(2_000));
    await restoreUnit({ file: before, key: null, stakeDB: COBAN, dataDir, clock });
    expect(filesWithName(dataDir)).toEqual([]);
  });

  it('without the list beside it the one of the former data folder counts; without any, that is said', async () => {
    const { dataDir, folder, before } = await erasedSince();
    rmSync(join(folder, ERASED_FILE));
    const lists = [join(dataDir, ERASED_FILE)];
    expect((await restored(before, { lists })).said).toEqual([
      { isListFound: true, units: [COBAN] },
    ]);
    const { dir, said } = await restored(before);
    expect(said).toEqual([{ isListFound: false, units: [] }]);
    expect(filesWithName(dir)).not.toEqual([]);
  });

  it('a list that cannot be read is said, and nothing stays behind', async () => {
    const { folder, before } = await erasedSince();
    writeFileSync(join(folder, ERASED_FILE), '{"version":1,');
    const dir = join(aFolder(), 'new');
    const asked = { file: before, key: null, dir, keepSessions: false, clock };
    await expect(restoreBackup(asked)).rejects.toThrow('erasures.json cannot be read');
    mkdirSync(dir);
    expect(filesIn(dir)).toEqual([]);
  });

  it('one unit that is put back is rid of it too, by the register of the server', async () => {
    const { dataDir, folder, before } = await erasedSince();
    renameSync(join(folder, ERASED_FILE), join(folder, 'elsewhere.json'));
    await restoreUnit({ file: before, key: null, stakeDB: COBAN, dataDir, clock });
    expect(filesWithName(dataDir)).toEqual([]);
  });

  it('an account that was erased since is erased again, and phones are still told its mark', async () => {
    const dataDir = await aDataFolder();
    const folder = aFolder();
    const file = join(folder, 'before.backup');
    await aBackupOf(dataDir, file);
    const stores = await openDataStores(dataDir);
    const accounts = await openAccounts({ stores, clock });
    const ana = await accounts.byUsername('ana');
    if (ana === null) throw new Error('not there');
    const names = { since: ana.created, marks: [nameMark('Nombre Posterior')], users: [] };
    await stores.close();
    await addToErasedFile(folder, new Map(), new Map([[ana.id, names]]));
    const { dir } = await restored(file);
    expect(filesIn(dir).filter((name) => textIn(dir, name).includes('ana@example.org'))).toEqual(
      [],
    );
    const again = await openDataStores(dir);
    const left = await openAccounts({ stores: again, clock });
    expect(await left.byId(ana.id)).toBeNull();
    const draft = { roles: ['user'] as ['user'], passwordHash: null, language: 'en' as const };
    const made = await left.create({
      ...{ ...draft, username: 'ana', email: 'x@example.org', firstName: 'A', lastName: 'B' },
    });
    expect(made).toEqual({ ok: false, code: 'name-taken' });
    expect([...(await formerAccounts(again)).names.keys()].sort()).toEqual(
      [nameMark('Nombre Posterior'), nameMark('Ana López')].sort(),
    );
    await again.close();
  });
});
