import { SYNC_PATH } from '@crece/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { aFolder, anApp } from '../../testing/test-app.ts';
import { StoreUnavailable } from '../document-store.ts';
import { ADMIN, SERVICE, STRANGER, withAccount } from '../testing/couch-accounts.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { all, idsOf, put } from '../testing/support.ts';
import { CouchClient } from './couch-client.ts';
import { CouchDatabase } from './couch-database.ts';
import { DESIGN_NAME, designFields, KINDS_VIEW } from './design-document.ts';
import { openCouchStores } from './open-couch-stores.ts';

const DESIGN_ID = `_design/${DESIGN_NAME}`;

const backEnds = couchBackEnds();

for (const backEnd of backEnds) {
  const asAdmin = (prefix: string, name: string) => {
    const { url, adminUrl } = backEnd.urls();
    return new CouchDatabase(new CouchClient(new URL(adminUrl ?? url)), `${prefix}${name}`);
  };
  const opened = (different: Parameters<typeof couchStores>[1] = {}) => {
    const prefix = aPrefix();
    return { prefix, stores: couchStores(backEnd, { prefix, ...different }) };
  };

  describe(`a database that is opened on ${backEnd.name}`, () => {
    it('a database is created with the service’s account as its only member, and no roles', async () => {
      const { prefix, stores } = opened();
      await stores.open('unit_la_paz');
      await stores.open('sys_accounts');
      const { username } = new URL(backEnd.urls().url);
      for (const name of ['unit_la_paz', 'sys_accounts']) {
        expect(await asAdmin(prefix, name).setting('_security')).toEqual({
          admins: { names: [], roles: [] },
          members: { names: [decodeURIComponent(username)], roles: [] },
        });
      }
      const limitOf = (name: string) => asAdmin(prefix, name).setting('_revs_limit');
      // Nobody waits for it.
      await soon(async () => expect(await limitOf('sys_accounts')).toBe(20));
      expect(await limitOf('unit_la_paz')).toBe(1_000);
      await stores.close();
    });

    it('a database that somebody opened to others is restricted to the account again', async () => {
      const { prefix, stores } = opened();
      await stores.open('unit_la_paz');
      const { username } = new URL(backEnd.urls().url);
      const members = { names: [decodeURIComponent(username)], roles: [] };
      const database = asAdmin(prefix, 'unit_la_paz');
      await database.putSetting('_security', {
        admins: { names: [], roles: ['_admin'] },
        members: { ...members, roles: ['public'] },
      });
      const again = couchStores(backEnd, { prefix });
      await again.open('unit_la_paz');
      expect(await database.setting('_security')).toEqual({
        admins: { names: [], roles: [] },
        members,
      });
      await again.close();
      await stores.close();
    });

    it('a unit’s database has the server’s views and its fence, another has neither', async () => {
      const { prefix, stores } = opened({ isFenced: true });
      await stores.open('unit_la_paz');
      await stores.open('sys_accounts');
      const { _id, _rev, ...fields } = (await asAdmin(prefix, 'unit_la_paz').special(
        '_design',
        DESIGN_NAME,
      )) ?? { _id: '', _rev: '' };
      expect(_id).toBe(DESIGN_ID);
      expect(fields).toEqual(designFields({ isFenced: true }));
      expect(JSON.stringify(fields)).toContain('unknown-kind');
      expect(await asAdmin(prefix, 'sys_accounts').special('_design', DESIGN_NAME)).toBeNull();
      await stores.close();
    });

    it('another version’s design document is replaced, the present one is left alone', async () => {
      const { prefix, stores } = opened();
      await stores.open('unit_la_paz');
      const database = asAdmin(prefix, 'unit_la_paz');
      const first = await database.special('_design', DESIGN_NAME);
      await (await couchStores(backEnd, { prefix }).open('unit_la_paz')).info();
      expect((await database.special('_design', DESIGN_NAME))?._rev).toBe(first?._rev);
      const old = { language: 'javascript', views: {}, _rev: first?._rev };
      await database.putSpecial('_design', DESIGN_NAME, JSON.stringify(old));
      await couchStores(backEnd, { prefix }).open('unit_la_paz');
      const { _id, _rev, ...fields } = (await database.special('_design', DESIGN_NAME)) ?? {
        _id: '',
        _rev: '',
      };
      expect(_rev).toMatch(/^3-/);
      expect(fields).toEqual(designFields({ isFenced: false }));
      await stores.close();
    });

    it('never lists or replicates design documents', async () => {
      const { prefix, stores } = opened();
      const store = await stores.open('unit_la_paz');
      const database = asAdmin(prefix, 'unit_la_paz');
      await put(store, 'Zoe');
      // A foreign design document among the changes and among the ids.
      await database.putSpecial('_design', 'other', JSON.stringify({ views: {} }));
      await put(store, 'ana');
      await put(store, 'eva');
      expect(idsOf(await all(store.list()))).toEqual(['Zoe', 'ana', 'eva']);
      expect(idsOf(await all(store.list({ limit: 2 })))).toEqual(['Zoe', 'ana']);
      expect(idsOf(await all(store.list({ descending: true, limit: 3 })))).toEqual([
        'eva',
        'ana',
        'Zoe',
      ]);
      const changes = async (limit?: number) => {
        const options = limit === undefined ? { since: '0' } : { since: '0', limit };
        return (await all(store.changes(options))).map(({ id }) => id);
      };
      const everyone = ['Zoe', 'ana', 'eva'];
      expect((await changes()).sort()).toEqual(everyone);
      // Filtered before the limit: only the last page may be empty. A cluster's feed has no order.
      for (const limit of [1, 2]) {
        const some = await changes(limit);
        expect(new Set(some).size).toBe(limit);
        expect(everyone).toEqual(expect.arrayContaining(some));
      }
      expect(await store.countChanges('0')).toBe(3);
      const rows = await all(store.snapshot({ tombstones: true }));
      expect(rows.map(([first]) => first?.document._id)).toEqual(['Zoe', 'ana', 'eva']);
      expect((await store.info()).docCount).toBe(3);
      expect(await store.read(DESIGN_ID)).toBeNull();
      expect(await store.readMany([DESIGN_ID])).toEqual(new Map());
      expect(await store.readRevisions(DESIGN_ID, 'leaves')).toEqual([]);
      expect(await store.leaves(DESIGN_ID)).toEqual([]);
      const missing = await store.missingRevisions(new Map([[DESIGN_ID, ['1-a']]]));
      expect(missing.get(DESIGN_ID)?.missing).toEqual(['1-a']);
      await expect(store.write([{ _id: DESIGN_ID }])).rejects.toThrow(TypeError);
      await stores.close();
    });

    it('counts its records by kind in a view', async () => {
      const { prefix, stores } = opened();
      const store = await stores.open('unit_la_paz');
      for (const id of ['chld_1', 'chld_2', 'scr_1', 'mthr_1', 'chld']) await put(store, id);
      await store.warm();
      const { url, adminUrl } = backEnd.urls();
      const answer = await new CouchClient(new URL(adminUrl ?? url)).ask({
        method: 'GET',
        path: `${prefix}unit_la_paz/_design/${DESIGN_NAME}/_view/${KINDS_VIEW}`,
        query: { group: true },
        isQuestion: true,
      });
      expect((answer.body as { rows: unknown[] }).rows).toEqual([
        { key: null, value: 1 },
        { key: 'chld', value: 2 },
        { key: 'mthr', value: 1 },
        { key: 'scr', value: 1 },
      ]);
      await stores.close();
    });

    it('lists many local documents by prefix, and none of them as a document', async () => {
      const { stores } = opened();
      const store = await stores.open('unit_la_paz');
      for (const id of ['a_1', 'a_2', 'b_1']) await store.writeLocal({ _id: id, n: id });
      expect(idsOf(await all(store.listLocal('a_')))).toEqual(['a_1', 'a_2']);
      expect(await all(store.list())).toEqual([]);
      await stores.close();
    });
  });
}

// The server from npm has no accounts: these tests rely on a contract fake of CouchDB's.
for (const npm of backEnds.filter(({ isFromNpm }) => isFromNpm)) {
  const at = (account: { name: string; password: string }) =>
    withAccount(new URL(npm.urls().url).origin, account);
  const openAs = (url: string, adminUrl: string | null, prefix = aPrefix()) =>
    openCouchStores({ url, adminUrl, prefix, copiesDir: aFolder() });

  describe('the accounts of CouchDB (contract fake)', () => {
    it('a stranger’s account opens no database, and no password is shown', async () => {
      const prefix = aPrefix();
      const stores = openAs(at(SERVICE), at(ADMIN), prefix);
      await put(await stores.open('unit_la_paz'), 'chld_1');
      const strangers = openAs(at(STRANGER), null, prefix);
      const opening = strangers.open('unit_la_paz');
      await expect(opening).rejects.toThrow(StoreUnavailable);
      await expect(opening).rejects.toThrow(/refuses the account "mallory" \(403/);
      await expect(opening).rejects.not.toThrow(STRANGER.password);
      await strangers.close();
      await stores.close();
    });

    it('the service’s account cannot create a database without an administrator’s', async () => {
      const stores = openAs(at(SERVICE), null);
      await expect(stores.open('unit_la_paz')).rejects.toThrow(/refuses the account "crece"/);
      await stores.close();
    });

    it('one account is enough when it is an administrator', async () => {
      const stores = openAs(at(ADMIN), null);
      expect(await put(await stores.open('unit_la_paz'), 'chld_1')).toMatch(/^1-/);
      await stores.close();
    });

    it('the service’s account is enough for existing databases', async () => {
      const prefix = aPrefix();
      const first = openAs(at(SERVICE), at(ADMIN), prefix);
      await put(await first.open('unit_la_paz'), 'chld_1');
      await first.close();
      const lost = at({ ...ADMIN, password: 'changed since' });
      for (const adminUrl of [null, lost]) {
        const alone = openAs(at(SERVICE), adminUrl, prefix);
        const store = await alone.open('unit_la_paz');
        expect(await store.read('chld_1')).not.toBeNull();
        expect(await put(store, `chld_${adminUrl}`)).toMatch(/^1-/);
        await Promise.all([store.warm(), store.compact(), alone.check()]);
        expect(await alone.has('unit_la_paz')).toBe(true);
        await expect(alone.open('unit_new')).rejects.toThrow(/refuses|not a server admin/);
        await alone.close();
      }
    });

    it('the service’s account is enough to serve phones, and to notice that a unit is gone', async () => {
      const prefix = aPrefix();
      const begin = async (adminUrl: string | null) => {
        const stores = openAs(at(SERVICE), adminUrl, prefix);
        onTestFinished(() => stores.close());
        const { app, services } = await anApp({ stores });
        const epochOf = async () => {
          const answer = await app.inject({ method: 'GET', url: `${SYNC_PATH}/` });
          expect(answer.statusCode).toBe(200);
          return answer.json<{ uuid: string }>().uuid;
        };
        return { app, services, epochOf };
      };
      const first = await begin(at(ADMIN));
      const epoch = await first.epochOf();
      for (const stakeDB of ['la_paz', 'la_ceiba']) {
        const unit = await first.services.stores.open(`unit_${stakeDB}`);
        await put(unit, 'chld_1');
        await first.services.epoch.opened(stakeDB, unit);
      }
      await first.app.close();

      const alone = await begin(null);
      expect(await alone.epochOf()).toBe(epoch);
      await alone.app.close();
      const admin = new CouchClient(new URL(at(ADMIN)));
      const path = `${prefix}unit_la_ceiba`;
      await admin.ask({ method: 'DELETE', path, isQuestion: false, expected: [202] });
      const without = await begin(null);
      expect(await without.epochOf()).not.toBe(epoch);
      expect(await without.services.stores.has('unit_la_ceiba')).toBe(false);
    });

    it('with a wrong password are reported as such', async () => {
      const stores = openAs(at({ ...SERVICE, password: 'hunter2' }), null);
      await expect(stores.check()).rejects.toThrow(/refuses the account "crece" \(401/);
      await expect(stores.check()).rejects.not.toThrow('hunter2');
      await stores.close();
    });
  });
}
