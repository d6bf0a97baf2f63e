import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../document-store.ts';
import { expectSameInfo, type OpenStores, put, type ServerFaults } from './support.ts';

const BAD_NAMES = [
  '',
  'la_paz',
  'unit_',
  'unit_a',
  'unit_La_Paz',
  'unit_1st',
  'unit_../system',
  'unit_la-paz',
  'unit_con',
  'unit_lpt1',
  `unit_${'a'.repeat(65)}`,
  'sys_',
  'sys_Accounts',
  'sys_a1',
  '__proto__',
];

export function describeStores(openStores: OpenStores, { isCluster }: ServerFaults): void {
  describe('the databases', () => {
    async function opened() {
      const stores = await openStores();
      onTestFinished(() => stores.close());
      return stores;
    }

    it('a database is created when it is opened, and named in order', async () => {
      const stores = await opened();
      expect(await stores.names()).toEqual([]);
      for (const name of ['unit_la_paz', 'sys_audit', `unit_${'a'.repeat(64)}`, 'sys_accounts']) {
        expect((await stores.open(name)).name).toBe(name);
      }
      expect(await stores.names()).toEqual([
        'sys_accounts',
        'sys_audit',
        `unit_${'a'.repeat(64)}`,
        'unit_la_paz',
      ]);
    });

    it('exist once they were opened, and are not created by the check whether they exist', async () => {
      const stores = await opened();
      const names = ['unit_la_paz', 'sys_jobs'];
      for (const name of names) expect(await stores.has(name), name).toBe(false);
      expect(await stores.names()).toEqual([]);
      for (const name of names) await stores.open(name);
      for (const name of names) expect(await stores.has(name), name).toBe(true);
      expect(await stores.has('unit_la_pa')).toBe(false);
      for (const name of BAD_NAMES) expect(await stores.has(name), name).toBe(false);
    });

    it('tell their sequence, and are not created by that call', async () => {
      const stores = await opened();
      expect(await stores.sequence('unit_la_paz')).toBe('0');
      expect(await stores.names()).toEqual([]);
      const store = await stores.open('unit_la_paz');
      for (const id of ['a', 'b']) {
        await put(store, id);
        const { updateSeq } = await store.info();
        const told = await stores.sequence('unit_la_paz');
        expect(store.compareSequences(told, updateSeq)).toBe(0);
        const again = await stores.sequence('unit_la_paz');
        expect(store.compareSequences(again, told)).toBe(0);
      }
    });

    it('a new database is empty', async () => {
      const jobs = await (await opened()).open('sys_jobs');
      expect(await jobs.info()).toMatchObject({ docCount: 0, deletedCount: 0 });
      // In CouchDB the indexes by field are a change of their own; this one has none.
      const store = await (await opened()).open('sys_audit');
      const { updateSeq, ...counts } = await store.info();
      expect(counts).toEqual({ name: 'sys_audit', docCount: 0, deletedCount: 0 });
      // CouchDB also counts changes of the database's settings.
      if (!isCluster) expect(store.compareSequences(updateSeq, '0')).toBe(0);
    });

    it('databases are separate: the same id is another document in another one', async () => {
      const stores = await opened();
      const names = ['sys_accounts', 'sys_audit', 'unit_la_paz', 'unit_la_ceiba'];
      for (const name of names) await put(await stores.open(name), 'same', { name });
      for (const name of names) {
        const store = await stores.open(name);
        expect(await store.read('same')).toMatchObject({ name });
        expect((await store.info()).docCount).toBe(1);
      }
    });

    it('a database is shared by everyone who opens it, even at the same moment', async () => {
      const stores = await opened();
      const [one, other] = await Promise.all([stores.open('sys_jobs'), stores.open('sys_jobs')]);
      await put(one, 'job');
      expect(await other.read('job')).not.toBeNull();
      expect(await stores.names()).toEqual(['sys_jobs']);
    });

    it('tell whether the back end can be reached, and refuse calls after they are closed', async () => {
      const stores = await openStores();
      await stores.check();
      const store = await stores.open('sys_jobs');
      await stores.close();
      await expect(stores.check()).rejects.toThrow(StoreUnavailable);
      await expect(stores.has('sys_jobs')).rejects.toThrow(StoreUnavailable);
      await expect(store.read('a')).rejects.toThrow(StoreUnavailable);
    });

    it('databases have the same content after they were warmed', async () => {
      const stores = await opened();
      for (const name of ['unit_la_paz', 'sys_jobs']) {
        const store = await stores.open(name);
        await put(store, 'a', { n: 1 });
        const info = await store.info();
        await store.warm();
        await expectSameInfo(store, info);
        expect(await store.read('a')).toMatchObject({ n: 1 });
      }
    });

    it('no database can be opened under an invalid name', async () => {
      const stores = await opened();
      for (const name of BAD_NAMES) {
        await expect(stores.open(name), name).rejects.toThrow(TypeError);
      }
      expect(await stores.names()).toEqual([]);
    });
  });
}
