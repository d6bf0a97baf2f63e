import { cpSync, readdirSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEpoch } from '../../gateway/epoch.ts';
import { aStockPouch } from '../../gateway/testing/stock-pouch.ts';
import { openCouchStores } from '../../store/couchdb/open-couch-stores.ts';
import { CouchChild } from '../../store/testing/couch-child.ts';
import { aFolder } from '../../testing/test-app.ts';
import { runCli } from '../run-cli.ts';
import { aServerProcess, crece, type ServerProcess } from '../testing/processes.ts';
import { addSynchroniser, childOfTest, epochOf, push } from '../testing/synchroniser.ts';
import { typed } from '../testing/typed.ts';

const SAID =
  'A new history has begun: at their next synchronisation phones offer everything again.\n';

describe('crece restored, after a copy of the data folder was restored', {
  timeout: 120_000,
}, () => {
  it('makes phones send again what they sent after the copy, whether the server runs or not', async () => {
    const dataDir = aFolder();
    const backup = aFolder();
    await addSynchroniser(dataDir);
    const pouch = aStockPouch();

    const first = await aServerProcess(dataDir);
    const epoch = await epochOf(first);
    await pouch.put({ ...childOfTest(1) });
    expect(await push(first, pouch)).toBe(1);
    await first.stop();
    cpSync(dataDir, backup, { recursive: true });
    const restoreBackup = (): void => {
      for (const name of readdirSync(dataDir)) rmSync(`${dataDir}/${name}`, { recursive: true });
      cpSync(backup, dataDir, { recursive: true });
    };

    const second = await aServerProcess(dataDir);
    expect(await epochOf(second)).toBe(epoch);
    await pouch.put({ ...childOfTest(2) });
    await pouch.put({ ...childOfTest(3) });
    expect(await push(second, pouch)).toBe(2);
    await second.stop();

    const expectSentAgain = async (server: ServerProcess): Promise<void> => {
      const renewed = await epochOf(server);
      expect(renewed).not.toBe(epoch);
      expect(await push(server, pouch)).toBe(2);
      expect(await push(server, pouch)).toBe(0);
      expect(await epochOf(server)).toBe(renewed);
    };
    restoreBackup();
    expect(await typed(dataDir, ['restored'])).toMatchObject({ exitCode: 0, out: '', log: SAID });
    const third = await aServerProcess(dataDir);
    await expectSentAgain(third);
    await third.stop();

    restoreBackup();
    // Nothing in the folder itself shows that it was restored.
    const fourth = await aServerProcess(dataDir);
    expect(await epochOf(fourth)).toBe(epoch);
    expect(await typed(dataDir, ['restored'])).toMatchObject({ exitCode: 0, out: '', log: SAID });
    await expectSentAgain(fourth);
  });
});

describe('crece restored, with the databases in CouchDB', () => {
  it('servers that run on CouchDB notice crece restored at once', async () => {
    const couch = new CouchChild();
    onTestFinished(() => couch.end());
    await couch.start();
    const { url, adminUrl } = couch;
    const stores = openCouchStores({ url, adminUrl, copiesDir: aFolder() });
    onTestFinished(() => stores.close());
    const store = await stores.open('sys_accounts');
    const log = { warn: vi.fn() };
    const epoch = await openEpoch({ store, stores, clock: () => new Date(), log });
    onTestFinished(() => epoch.close());
    const before = await epoch.read();
    const environment = { COUCHDB_URL: url, COUCHDB_ADMIN_URL: adminUrl };
    expect(await crece(aFolder(), ['restored'], '', environment)).toEqual({
      exitCode: 0,
      out: '',
      log: SAID,
    });
    expect(await epoch.read()).not.toBe(before);
    // A server that starts afterwards does not take the databases for a replica.
    const after = await epoch.read();
    const next = await openEpoch({ store, stores, clock: () => new Date(), log });
    expect(next.current()).toBe(after);
    expect(log.warn).not.toHaveBeenCalled();
  });
});

describe('a mistyped crece restored', () => {
  async function run(dataDir: string, args: readonly string[]) {
    vi.stubEnv('CRECE_DATA_DIR', dataDir);
    const said: string[] = [];
    const exitCode = await runCli(['restored', ...args], {
      input: (async function* () {})(),
      write: async () => undefined,
      say: (sentence) => said.push(sentence),
    });
    vi.unstubAllEnvs();
    return { exitCode, said };
  }

  it('crece restored is refused with any word or option', async () => {
    for (const word of ['now', '--force']) {
      const { exitCode, said } = await run(aFolder(), [word]);
      expect(exitCode).toBe(2);
      expect(said[0]).toContain(word);
      expect(said[0]).toContain('Usage: ');
    }
  });

  it('reports a folder without data, and leaves it unchanged', async () => {
    const dataDir = aFolder();
    const { exitCode, said } = await run(dataDir, []);
    expect(exitCode).toBe(1);
    expect(said[0]).toContain(`There are no accounts in ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
