import { expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields } from '../../testing/records.ts';
import { eraseHere } from './erase-here.ts';

const NAME = 'Xochiquetzalina';

const requested = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function databases(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name = '' }) => name);
}

/**
 * Every value of every IndexedDB database, of `localStorage` and of the caches that quotes a text.
 * `earlier`: databases that other tests left.
 */
async function quoting(text: string, earlier: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await databases()) {
    if (earlier.includes(name)) continue;
    const database = await requested(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const values = database.transaction(store).objectStore(store);
      const [keys, all] = await Promise.all([
        requested(values.getAllKeys()),
        requested(values.getAll()),
      ]);
      for (const [place, value] of all.entries()) {
        const whole = JSON.stringify([keys[place], value]);
        if (whole.includes(text)) found.push(`${name}/${store}/${String(keys[place])}`);
      }
    }
    database.close();
  }
  for (const storage of [localStorage, sessionStorage]) {
    if (JSON.stringify(storage).includes(text)) found.push('storage');
  }
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      const kept = await (await caches.open(name)).match(request);
      if ((request.url + (await kept?.text())).includes(text)) found.push(request.url);
    }
  }
  return found;
}

it('no entry of the browser’s storage quotes an erased child: records, blocks, list, refusals, files, drafts', async () => {
  const earlier = await databases();
  const { unit, device, stakeDB } = await openTestUnit();
  const engine = await unit.engine();
  // From the server, so that it lies in a block; edited here, so that it is in `docs` too.
  const many = Array.from({ length: 40 }, (_, place) =>
    carriedDocument(`chld_${stakeDB}_1746878400${100 + place}_0a1b2c`, ['a'], {
      ...childFields({ firstName: place === 20 ? NAME : `Luz ${place}` }),
    }),
  );
  const id = many[20]?._id ?? '';
  await engine.ledger.receive(many, {}, true);
  await engine.announce();
  const file = await unit.readChildFile(id);
  if (file === null) throw new Error('not there');
  const fields = childFields({ ...file.child, ward: NAME });
  const edited = await unit.editChild(file.child, fields, AUTHOR, NOW);
  const [leaf] = await engine.store.leaves(id);
  if (leaf === undefined) throw new Error('not there');
  await engine.ledger.settle({ refused: [{ document: leaf, reason: 'removal' }], now: NOW });
  await device.drafts.save(`child:${id}`, { firstName: NAME });
  await device.drafts.save('child:other', { firstName: 'Luz' });
  await unit.close();
  const again = await openTestUnit({ device, stakeDB });
  expect(again.unit.snapshot().children.some(({ firstName }) => firstName === NAME)).toBe(true);
  expect(edited.ward).toBe(NAME);
  expect((await quoting(NAME, earlier)).length).toBeGreaterThanOrEqual(4);

  await eraseHere(await again.unit.engine(), [id], NOW);
  expect(again.unit.snapshot().children).toHaveLength(39);
  expect(await quoting(NAME, earlier)).toEqual([]);
  await again.unit.close();
  expect(await quoting(NAME, earlier)).toEqual([]);
  const third = await openTestUnit({ device, stakeDB });
  expect(third.unit.snapshot().children).toHaveLength(39);
  expect(await device.drafts.list()).toEqual(['child:other']);
});
