import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aChild } from '@crece/domain/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import { openEpoch } from '../gateway/epoch.ts';
import { refuseCutCouch } from '../start/cut-restore.ts';
import { openDataStores } from '../start/data-folder.ts';
import { type DocumentStore, type Stores, StoreUnavailable } from '../store/document-store.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { all } from '../store/testing/support.ts';
import { aFolder } from '../testing/test-app.ts';
import { accountIn } from '../testing/test-people.ts';
import { countsOf } from './backup-format.ts';
import { DEFAULT_KEEP } from './kept-backups.ts';
import { makeBackup } from './make-backup.ts';
import { NightlyBackup } from './nightly-backup.ts';
import { restoreBackup, restoreIntoCouch } from './restore-backup.ts';

const clock = () => new Date('2026-06-10T12:00:00.000Z');
const UNIT = 'coban_stake_gtm';
const CHILD = `chld_${UNIT}_1746878400000000_00000a`;
const GONE = `chld_${UNIT}_1746878400000001_00000a`;
const log = { warn: () => undefined };

/** A unit with a record of two versions, a deleted one with its body, and a phone's checkpoint. */
async function fillUnit(unit: DocumentStore): Promise<void> {
  const revision = (rev: string, ancestry: string[], more: object) => ({
    document: { ...aChild({ _id: CHILD }), ...more, _id: CHILD, _rev: rev },
    ancestry: [rev, ...ancestry],
  });
  const [one, two, other] = ['1-aa', '2-bb', '2-cc'].map((rev) => rev.padEnd(34, '0'));
  await unit.writeRevisions([
    revision(two ?? '', [one ?? ''], { firstName: 'Marisol' }),
    revision(other ?? '', [one ?? ''], { firstName: 'Mirasol' }),
  ]);
  const [made] = await unit.write([{ ...aChild({ _id: GONE }) }]);
  const rev = made?.ok === true ? made.rev : '';
  await unit.write([{ _id: GONE, _rev: rev, _deleted: true, reason: 'twice' }]);
  await unit.writeLocal({ _id: 'checkpoint', last: '7' });
}

/** Everything that a unit holds. */
async function contentOf(unit: DocumentStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const id of [CHILD, GONE]) {
    const leaves = await unit.readRevisions(id, 'leaves');
    found.push(...leaves.toSorted((a, b) => (a.document._rev < b.document._rev ? -1 : 1)));
  }
  const locals = await all(unit.listLocal(''));
  return [...found, ...locals.map(({ _id, last }) => [_id, last])];
}

async function filled(stores: Stores): Promise<void> {
  await accountIn(stores, 'ana', ['user', 'sync']);
  await openCatalogue(stores, null);
  await fillUnit(await stores.open(`unit_${UNIT}`));
}

async function epochIn(stores: Stores): Promise<string> {
  const store = await stores.open('sys_accounts');
  const epoch = await openEpoch({ store, stores, clock, log });
  const name = await epoch.read();
  await epoch.close();
  return name;
}

for (const backEnd of couchBackEnds()) {
  describe(`a backup of ${backEnd.name}`, { timeout: 120_000 }, () => {
    async function aBackup() {
      const couch = couchStores(backEnd);
      await filled(couch);
      const folder = aFolder();
      const file = join(folder, 'crece.backup');
      const asked = { dataDir: aFolder(), file, encryption: null, withSecret: true, clock };
      const manifest = await makeBackup({ ...asked, couch });
      expect(readdirSync(folder)).toEqual(['crece.backup']);
      return { couch, file, manifest };
    }

    it('becomes a data folder with every version, history, deleted body and local document', async () => {
      const { couch, file, manifest } = await aBackup();
      expect(countsOf(manifest)).toEqual({ units: 1, children: 1, accounts: 1 });
      const dir = join(aFolder(), 'restored');
      await restoreBackup({ file, dir, key: null, keepSessions: false, clock });
      const files = await openDataStores(dir);
      onTestFinished(() => files.close());
      const [was, is] = [await couch.open(`unit_${UNIT}`), await files.open(`unit_${UNIT}`)];
      expect(await contentOf(is)).toEqual(await contentOf(was));
      expect(await contentOf(is)).toHaveLength(4);
      const accounts = await all(
        (await files.open('sys_accounts')).list({ from: 'user_', to: 'user_~' }),
      );
      expect(accounts).toHaveLength(1);
    });

    it('is put back into an empty CouchDB, with a new history, and the rest into a folder', async () => {
      const { couch, file } = await aBackup();
      const before = await epochIn(couch);
      const fresh = couchStores(backEnd);
      const dir = join(aFolder(), 'restored');
      const asked = { file, dir, key: null, keepSessions: false, clock };
      await restoreIntoCouch(asked, fresh);
      const [was, is] = [await couch.open(`unit_${UNIT}`), await fresh.open(`unit_${UNIT}`)];
      expect(await contentOf(is)).toEqual(await contentOf(was));
      expect(await epochIn(fresh)).not.toBe(before);
      expect(existsSync(join(dir, 'databases'))).toBe(false);
      const again = { ...asked, dir: join(aFolder(), 'again') };
      await expect(restoreIntoCouch(again, fresh)).rejects.toThrow('holds accounts already');
      expect(existsSync(again.dir)).toBe(false);
    });

    /** What a start looks for in CouchDB, whatever data folder it has. */
    const startOn = async (couch: Stores) => refuseCutCouch(await couch.open('sys_accounts'));

    it.each([`unit_${UNIT}`, 'sys_accounts'])(
      'lets no server start with part of it, when CouchDB fails in %s, and is put back by the same command',
      async (name) => {
        const { file } = await aBackup();
        const fresh = couchStores(backEnd);
        const dir = join(aFolder(), 'restored');
        const asked = { file, dir, key: null, keepSessions: false, clock };
        const store = await fresh.open(name);
        const write = store.writeRevisions.bind(store);
        const cut = vi.spyOn(store, 'writeRevisions').mockImplementationOnce(async (revisions) => {
          await write(revisions);
          throw new StoreUnavailable('CouchDB went away');
        });
        const open = fresh.open.bind(fresh);
        const opened = vi
          .spyOn(fresh, 'open')
          .mockImplementation(async (asked) => (asked === name ? store : open(asked)));
        await expect(restoreIntoCouch(asked, fresh)).rejects.toThrow('CouchDB went away');
        cut.mockRestore();
        opened.mockRestore();
        await expect(startOn(fresh)).rejects.toThrow('A restore into this CouchDB has not ended.');
        await restoreIntoCouch(asked, fresh);
        await startOn(fresh);
        const accounts = await fresh.open('sys_accounts');
        expect(await all(accounts.list({ from: 'user_', to: 'user_~' }))).toHaveLength(1);
        const again = { ...asked, dir: join(aFolder(), 'again') };
        await expect(restoreIntoCouch(again, fresh)).rejects.toThrow('holds accounts already');
      },
    );

    it('is made each night by the server itself, without its administrator', async () => {
      const couch = couchStores(backEnd);
      await filled(couch);
      if (couch.address.kind !== 'couchdb') throw new Error('not on CouchDB');
      const folder = join(aFolder(), 'backups');
      const log = { info: vi.fn(), error: vi.fn() };
      const nightly = new NightlyBackup({
        ...{ dataDir: aFolder(), stores: { ...couch.address, adminUrl: null }, folder },
        ...{ recipients: [], keep: DEFAULT_KEEP, clock, log },
      });
      await nightly.look();
      expect(log.error.mock.calls).toEqual([]);
      expect(log.info).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ units: 1, children: 1, accounts: 1 }),
        'a backup was made',
      );
      expect(readdirSync(folder)).toEqual(['crece-2026-06-10-120000.backup']);
    });

    it('is refused of a CouchDB without databases, and leaves nothing behind', async () => {
      const folder = aFolder();
      const asked = { dataDir: aFolder(), file: join(folder, 'crece.backup'), encryption: null };
      const couch = couchStores(backEnd);
      await expect(makeBackup({ ...asked, withSecret: true, clock, couch })).rejects.toThrow(
        'CouchDB holds no databases of Crece',
      );
      expect(readdirSync(folder)).toEqual([]);
    });
  });
}
