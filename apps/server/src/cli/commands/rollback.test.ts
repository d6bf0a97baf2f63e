import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openAccounts } from '../../accounts/accounts.ts';
import { aDataFolder, contentOf } from '../../backup/testing/a-data-folder.ts';
import { COMMIT, VERSION } from '../../base/version.ts';
import { DATA_VERSION, readDataState, writeDataState } from '../../settings/data-version.ts';
import { openDataStores } from '../../start/data-folder.ts';
import type { Stores } from '../../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import { soon } from '../../testing/soon.ts';
import { aFolder } from '../../testing/test-app.ts';
import { accountIn } from '../../testing/test-people.ts';
import { oldData } from '../../upgrade/testing/old-data.ts';
import { INTERRUPTED } from '../interruptible.ts';
import { aServerProcess, startCrece } from '../testing/processes.ts';
import { typed } from '../testing/typed.ts';

const COBAN = 'unit_coban_stake_gtm';
const OWN = `Crece ${VERSION} (${COMMIT})`;
const BEFORE = 'Crece before 24 November 2026';

async function onStores<T>(dataDir: string, act: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openDataStores(dataDir);
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}

const stateOf = (dataDir: string) =>
  onStores(
    dataDir,
    async (stores) => (await readDataState(await stores.open(ACCOUNTS_DATABASE)))?.state,
  );

/** Data of build 7c1746aa that a server of this build has served until its steps were taken. */
async function upgraded() {
  const { dataDir, facts } = await oldData('7c1746aa');
  const records = await contentOf(dataDir, COBAN);
  const server = await aServerProcess(dataDir);
  await soon(async () =>
    expect((await typed(dataDir, ['upgrade'])).said[0]).toContain('has version 2'),
  );
  return { dataDir, facts, records, server };
}

const write = (dataDir: string, id: string) =>
  onStores(dataDir, async (stores) =>
    (await stores.open(COBAN)).write([{ _id: id, firstName: 'Late' }]),
  );

describe('an upgrade on the command line', { timeout: 120_000 }, () => {
  it('is shown, rolled back with every record, taken again, and finished', async () => {
    const { dataDir, records, server } = await upgraded();
    const shown = (await typed(dataDir, ['upgrade'])).said;
    expect(shown[0]).toBe(`${OWN} serves this data, which has version ${DATA_VERSION}.`);
    expect(shown[1]).toMatch(`"crece rollback" leads back to ${BEFORE}`);
    expect(shown[1]).toMatch(/, until \d{4}-\d\d-\d\d or until "crece upgrade finish"\.$/);

    const early = await typed(dataDir, ['rollback']);
    expect([early.exitCode, early.said[0]]).toEqual([
      1,
      expect.stringContaining('Another server of Crece runs on'),
    ]);
    await server.stop();
    await write(dataDir, 'chld_coban_stake_gtm_1746878400999_0a1b2c');
    const back = await typed(dataDir, ['rollback']);
    expect(back).toMatchObject({
      exitCode: 0,
      said: [
        'Undone: documents are found by their fields.',
        'Undone: sessions are named by their account.',
        'The data is as the build before wrote it, with every record. Start the build that you had before; 7c1746aa of 23 November 2026 is the oldest that reads it.',
      ],
    });
    expect(await stateOf(dataDir)).toBeUndefined();
    const now = await contentOf(dataDir, COBAN);
    expect(now).toEqual(expect.arrayContaining(records));
    expect(now).toHaveLength(records.length + 1);
    expect((await typed(dataDir, ['upgrade'])).said).toEqual([
      'The server of this version has not been started on this data yet.',
    ]);
    expect(await typed(dataDir, ['upgrade', 'finish'])).toMatchObject({ exitCode: 1 });

    const again = await aServerProcess(dataDir);
    await soon(async () => {
      const { exitCode, log } = await typed(dataDir, ['upgrade', 'finish']);
      expect(exitCode, `${log}${again.log()}`).toBe(0);
    });
    await again.stop();
    expect(await stateOf(dataDir)).toMatchObject({ version: DATA_VERSION, before: [] });
    expect((await typed(dataDir, ['upgrade'])).said[1]).toBe(
      'No upgrade is under way: only a backup leads back to a build before.',
    );
    const late = await typed(dataDir, ['rollback']);
    expect([late.exitCode, late.said[0]]).toEqual([
      1,
      expect.stringContaining('There is no way back in place'),
    ]);
    expect(await contentOf(dataDir, COBAN)).toHaveLength(records.length + 1);
  });

  it('is finished only by the build that serves the data', async () => {
    const dataDir = aFolder();
    await onStores(dataDir, async (stores) => {
      const build = { version: '9.9.9', commit: 'cccccccccccc' };
      const state = { version: 1, build, since: null, before: [], mayStep: true };
      await writeDataState(await stores.open(ACCOUNTS_DATABASE), state, undefined);
    });
    expect(await typed(dataDir, ['upgrade', 'finish'])).toMatchObject({
      exitCode: 1,
      said: ['Crece 9.9.9 (cccccccccccc) serves this data: use its own command line.'],
    });
  });

  it('is refused, as every command, on data of a newer build', async () => {
    const dataDir = aFolder();
    await onStores(dataDir, async (stores) => {
      const build = { version: '9.9.9', commit: 'cccccccccccc' };
      const state = { version: 99, build, since: null, before: [], mayStep: true };
      await writeDataState(await stores.open(ACCOUNTS_DATABASE), state, undefined);
    });
    for (const args of [['upgrade'], ['rollback'], ['user', 'list']]) {
      const { exitCode, said } = await typed(dataDir, args);
      expect([exitCode, said[0]]).toEqual([
        1,
        expect.stringContaining(
          'Crece 9.9.9 (cccccccccccc) has served this data and it has version 99',
        ),
      ]);
    }
    await expect(aServerProcess(dataDir)).rejects.toThrow('go back with its "crece rollback"');
  });
});

describe('a rollback to a backup', { timeout: 120_000 }, () => {
  it('says what it loses, asks, and puts it back for the build before', async () => {
    const { dataDir, facts, records, server } = await upgraded();
    await server.stop();
    const [name = ''] = readdirSync(join(dataDir, 'upgrades'));
    const file = join(dataDir, 'upgrades', name);
    await write(dataDir, 'chld_coban_stake_gtm_1746878400999_0a1b2c');
    await onStores(dataDir, async (stores) => {
      await accountIn(stores, 'luis', ['user']);
      const accounts = await openAccounts({ stores, clock: () => new Date() });
      const eva = await accounts.byUsername('eva');
      await accounts.update(eva?.id ?? '', { roles: ['user'] });
      const store = await stores.open(ACCOUNTS_DATABASE);
      // One who was signed in then and has signed out since.
      for await (const { _id, _rev } of store.listLocal(`session_${eva?.id}`)) {
        await store.writeLocal({ _id, _rev, _deleted: true });
      }
    });
    const args = ['rollback', '--to-backup', file];
    const present = await contentOf(dataDir, COBAN);
    for (const answer of ['', 'no\n', 'yesterday\n']) {
      const refused = await typed(dataDir, args, answer);
      expect(refused.exitCode).toBe(1);
      expect(refused.said.at(-1)).toBe('Nothing was changed.');
      expect(refused.said[0]).toMatch(
        /^The backup is of 20.+Z, by Crece .+\. Since then 1 write came in 1 unit; the server loses them, and phones bring back what they still have\.$/,
      );
      expect(refused.said.slice(2, 4)).toEqual([
        '  eva may again what it might then (sync user coban_stake_gtm test_stake_gtm), no longer user coban_stake_gtm test_stake_gtm',
        '  luis is not there; it was added since',
      ]);
    }
    expect(await contentOf(dataDir, COBAN)).toEqual(present);
    expect(readdirSync(dataDir).filter((each) => each.startsWith('fresh-'))).toEqual([]);

    const done = await typed(dataDir, args, 'yes\n');
    expect(done.exitCode).toBe(0);
    expect(done.said.at(-1)).toContain('7c1746aa of 23 November 2026');
    expect(await contentOf(dataDir, COBAN)).toEqual(records);
    expect(await stateOf(dataDir)).toBeUndefined();
    const aside = readdirSync(dataDir).find((each) => each.startsWith('replaced-')) ?? '';
    expect(await contentOf(join(dataDir, aside), COBAN)).toEqual(present);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(
      readFileSync(join(dataDir, aside, 'secret'), 'utf8'),
    );
    await onStores(dataDir, async (stores) => {
      const store = await stores.open(ACCOUNTS_DATABASE);
      const owners = new Set<unknown>();
      for await (const { account } of store.listLocal('session_')) owners.add(account);
      const idOf = (username: string) =>
        (facts.users as { id: string; username: string }[]).find(
          (each) => each.username === username,
        )?.id;
      expect(owners).toEqual(new Set([idOf('ana')]));
    });
  });

  it('refuses what is no backup, and a folder without data', async () => {
    const { dataDir } = await oldData('7c1746aa');
    const noBackup = await typed(dataDir, [
      'rollback',
      '--to-backup',
      join(dataDir, 'secret'),
      '--yes',
    ]);
    expect(noBackup).toMatchObject({
      exitCode: 1,
      said: [`${join(dataDir, 'secret')} is no backup of Crece.`],
    });
    expect(existsSync(join(dataDir, 'databases/system.sqlite'))).toBe(true);
    const missing = join(aFolder(), 'none');
    expect(await typed(missing, ['rollback'])).toMatchObject({
      exitCode: 1,
      said: [`There is no data folder ${missing}: name it with CRECE_DATA_DIR.`],
    });
    const empty = aFolder();
    const none = await typed(empty, ['rollback', '--to-backup', 'x.backup', '--yes']);
    expect(none).toMatchObject({
      exitCode: 1,
      said: [`${empty} holds no databases of Crece: use "crece restore".`],
    });
  });
});

it('leads back to a backup though a unit of the present data is damaged', async () => {
  const dataDir = await aDataFolder();
  const file = join(aFolder(), 'before.backup');
  expect((await typed(dataDir, ['backup', file])).exitCode).toBe(0);
  const before = await contentOf(dataDir, COBAN);
  writeFileSync(join(dataDir, 'databases/units/coban_stake_gtm.sqlite'), 'noise'.repeat(2_000));
  const { exitCode, said } = await typed(dataDir, ['rollback', '--to-backup', file, '--yes']);
  expect([exitCode, said[1]]).toEqual([
    0,
    'What came into coban_stake_gtm cannot be told: the file is damaged.',
  ]);
  expect(await contentOf(dataDir, COBAN)).toEqual(before);
});

it('ends with Ctrl-C at its question, and leaves nothing behind', async () => {
  const dataDir = await aDataFolder();
  const file = join(aFolder(), 'before.backup');
  expect((await typed(dataDir, ['backup', file])).exitCode).toBe(0);
  const left = join(dataDir, 'fresh-20260101T000000');
  mkdirSync(left);
  const before = await contentOf(dataDir, COBAN);
  const { child, said, ended } = startCrece(dataDir, ['rollback', '--to-backup', file]);
  await vi.waitFor(() => expect(said.log).toContain('Type "yes"'), { timeout: 20_000 });
  // What an earlier one left is removed, too.
  expect(existsSync(left)).toBe(false);
  child.kill('SIGINT');
  expect(await ended).toBe(INTERRUPTED);
  expect(said.log).toContain('Interrupted: nothing was changed, and nothing was left behind.');
  expect(readdirSync(dataDir).filter((name) => /^(fresh|replaced)-/.test(name))).toEqual([]);
  expect(await contentOf(dataDir, COBAN)).toEqual(before);
});
