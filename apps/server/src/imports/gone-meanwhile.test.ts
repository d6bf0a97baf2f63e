import { expect, it } from 'vitest';
import type { StoredDocument, Stores } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { aFolder } from '../testing/test-app.ts';
import { aPlace, UNIT } from './testing/an-import.ts';

const HEADER = 'id,nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac\n';
const ID = `chld_${UNIT}_1746878400000_aaaaaa`;
const LIST = `${HEADER}${ID},Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,11.9\n`;
const HOME = { stakeDB: 'test_stake_hnd', id: 'chld_test_stake_hnd_1746878400000_aaaaaa' };

/** Databases where something happens when a list is read that far, before its first child is. */
async function storesWith(whenRead: () => Promise<void>): Promise<Stores> {
  const stores = await openSqliteStores({ dir: aFolder() });
  let isDone = false;
  return {
    ...stores,
    has: (name) => stores.has(name),
    names: () => stores.names(),
    close: () => stores.close(),
    open: async (name) => {
      const store = await stores.open(name);
      if (name !== `unit_${UNIT}`) return store;
      return new Proxy(store, {
        get(of, key) {
          const value = Reflect.get(of, key) as unknown;
          if (typeof value !== 'function') return value;
          if (key !== 'readMany') return value.bind(of) as unknown;
          return async (ids: readonly string[]) => {
            if (!isDone && ids.includes(ID)) {
              isDone = true;
              await whenRead();
            }
            return of.readMany(ids);
          };
        },
      });
    },
  };
}

it.each([
  ['removed', { why: 'removed' }, { code: 'removed-meanwhile' }],
  [
    'moved',
    { why: 'moved', movedTo: HOME },
    { code: 'moved', params: { unit: 'Honduras test Only', id: HOME.id } },
  ],
  ['erased', { why: 'erased' }, { code: 'erased' }],
])('a child that is %s while a list is read is told as such', async (what, deletion, said) => {
  let whenRead = async () => {};
  const place = await aPlace(await storesWith(() => whenRead()));
  await place.importBytes(LIST);
  const before: readonly StoredDocument[] = await place.documents();
  whenRead = async () => {
    const store = await place.stores.open(`unit_${UNIT}`);
    await store.write(
      before.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true as const, ...deletion })),
    );
    if (what !== 'erased') return;
    const facts = { at: null, who: null, why: null, state: 'done' } as const;
    const ids = before.map(({ _id }) => _id);
    await place.erased.enter({ id: ID, stakeDB: UNIT, ids, ...facts });
  };
  const { counts, reports } = await place.importBytes(LIST.replace('2025-05-10', '2025-06-10'));
  expect(counts).toMatchObject({ created: 0, updated: 0, rejected: 1 });
  expect(reports[0]?.findings).toEqual([{ level: 'reject', field: 'id', ...said }]);
  expect(await place.documents()).toEqual([]);
});
