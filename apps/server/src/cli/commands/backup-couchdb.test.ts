import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aDataFolder } from '../../backup/testing/a-data-folder.ts';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { CouchChild } from '../../store/testing/couch-child.ts';
import { aFolder } from '../../testing/test-app.ts';
import { crece } from '../testing/processes.ts';
import { typed } from '../testing/typed.ts';

const COUNTS = '2 units, 80 children, 1 accounts';

async function aCouchDb() {
  const couch = new CouchChild();
  onTestFinished(() => couch.end());
  await couch.start();
  return { COUCHDB_URL: couch.url, COUCHDB_ADMIN_URL: couch.adminUrl };
}

describe('crece backup and restore with CouchDB', { timeout: 120_000 }, () => {
  it('move a server from files into CouchDB and on, and each refuses what it cannot do', async () => {
    const file = join(aFolder(), 'files.backup');
    const dataDir = await aDataFolder();
    const stores = await openDataStores(dataDir);
    await openCatalogue(stores, null);
    await stores.close();
    await typed(dataDir, ['backup', file]);
    const environment = await aCouchDb();
    const dir = join(aFolder(), 'data');
    const restore = ['restore', file, dir, '--couchdb'];
    const put = await crece(dir, restore, '', environment);
    expect([put.exitCode, put.log]).toEqual([0, expect.stringContaining(COUNTS)]);
    expect(existsSync(join(dir, 'databases'))).toBe(false);
    expect(existsSync(join(dir, 'secret'))).toBe(true);

    const folder = aFolder();
    const again = join(folder, 'couch.backup');
    // The catalogue does not have the second unit.
    const made = await crece(dir, ['backup', again], '', environment);
    expect([made.exitCode, made.log]).toEqual([0, expect.stringContaining(COUNTS)]);
    expect(readdirSync(folder)).toEqual(['couch.backup']);

    const second = join(aFolder(), 'data');
    const full = await crece(second, ['restore', again, second, '--couchdb'], '', environment);
    expect([full.exitCode, full.log]).toEqual([
      1,
      'CouchDB holds accounts already: a backup is put back into an empty one.\n',
    ]);
    const unit = await crece(second, ['restore', again, '--unit', 'a_stake_gtm'], '', environment);
    expect([unit.exitCode, unit.log]).toEqual([
      1,
      'With CouchDB a backup is put back as a whole: restore FILE FOLDER --couchdb.\n',
    ]);
    const none = await crece(second, ['restore', again, second, '--couchdb']);
    expect([none.exitCode, none.log]).toEqual([1, 'COUCHDB_URL is not set.\n']);
    const away = { COUCHDB_URL: 'http://crece:word@127.0.0.1:9' };
    const cut = await crece(second, ['restore', again, second, '--couchdb'], '', away);
    expect([cut.exitCode, cut.log]).toEqual([
      1,
      expect.stringMatching(
        /^CouchDB did not take the backup: .* the same command completes them\.\n$/,
      ),
    ]);
    expect(existsSync(second)).toBe(false);
  });
});
