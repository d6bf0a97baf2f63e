import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aChild } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { aFolder } from '../testing/test-app.ts';
import { aGateway, type Gateway, TEST_UNIT } from './testing/a-gateway.ts';
import { aStockPouch, remoteOf } from './testing/stock-pouch.ts';

interface Run {
  gateway: Gateway;
  epoch(): Promise<string>;
  stop(): Promise<void>;
}

/** One run of the server on the files in a folder. */
async function aRun(dir: string, username: string): Promise<Run> {
  const stores = await openSqliteStores({ dir });
  const gateway = await aGateway({ stores, account: { username } });
  return {
    gateway,
    async epoch() {
      const answer = await fetch(`${gateway.origin}/sync/`);
      return ((await answer.json()) as { uuid: string }).uuid;
    },
    async stop() {
      await gateway.app.app.close();
      await stores.close();
    },
  };
}

const child = (place: number) => aChild({ _id: `chld_test_stake_gtm_174687840000${place}_00000a` });

it('a unit restored from an older copy begins a new history, and phones bring back what it lost', async () => {
  const dir = aFolder();
  const file = join(dir, 'units', `${TEST_UNIT}.sqlite`);
  const copy = join(aFolder(), 'copy.sqlite');
  const pouch = aStockPouch();
  const push = ({ gateway }: Run) =>
    pouch.replicate.to(remoteOf(gateway, () => gateway.entity)).then((done) => done.docs_written);

  const first = await aRun(dir, 'ana');
  const epoch = await first.epoch();
  await pouch.put({ ...child(1) });
  expect(await push(first)).toBe(1);
  await first.stop();
  copyFileSync(file, copy);

  const second = await aRun(dir, 'eva');
  expect(await second.epoch()).toBe(epoch);
  await pouch.put({ ...child(2) });
  await pouch.put({ ...child(3) });
  expect(await push(second)).toBe(2);
  expect(await second.epoch()).toBe(epoch);
  await second.stop();

  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  copyFileSync(copy, file);
  const third = await aRun(dir, 'iris');
  expect(await third.epoch()).not.toBe(epoch);
  expect((await third.gateway.ask('/')).headers.get('x-crece-epoch')).toBe(await third.epoch());
  expect(await third.gateway.store.info()).toMatchObject({ docCount: 1 });
  expect(await push(third)).toBe(2);
  expect(await third.gateway.store.info()).toMatchObject({ docCount: 3 });
  const renewed = await third.epoch();
  await third.stop();

  const fourth = await aRun(dir, 'zoe');
  expect((await fourth.gateway.ask('/')).status).toBe(200);
  expect(await fourth.epoch()).toBe(renewed);
  expect(await push(fourth)).toBe(0);
  await fourth.stop();
});

/** The status and the gateway's headers of an answer. */
function headOf({ status, headers }: Response) {
  const named = (name: string) => headers.get(`x-crece-${name}`);
  return { status, mark: named('mark'), epoch: named('epoch'), check: named('check') };
}

async function headTo({ gateway }: Run, path: string, mark: string | null = null) {
  return headOf(
    await gateway.ask(path, mark === null ? {} : { headers: { 'x-crece-mark': mark } }),
  );
}

async function pushTo({ gateway }: Run, place: number) {
  const { _id, ...fields } = child(place);
  const _revisions = { start: 1, ids: ['a'.repeat(32)] };
  const docs = [{ ...fields, _id, _rev: `1-${'a'.repeat(32)}`, _revisions }];
  return headOf(await gateway.post('/_bulk_docs', { new_edits: false, docs }));
}

it('each answer of a unit carries a mark, and two servers on a copied folder notice a later mark', async () => {
  const [dir, copy] = [aFolder(), aFolder()];
  const first = await aRun(dir, 'ana');
  const known = await headTo(first, '/');
  expect(known.mark).toMatch(/^[\w-]{12}\.1\.0\.[\w-]{22}$/);
  expect((await headTo(first, '/_all_docs')).mark).toBe(known.mark);
  expect(headOf(await fetch(`${first.gateway.origin}/sync/`)).mark).toBeNull();
  expect((await headTo(first, '/nowhere')).mark).toBeNull();
  cpSync(dir, copy, { recursive: true });
  const pushed = await pushTo(first, 1);
  expect([pushed.status, pushed.mark === known.mark]).toEqual([201, false]);
  await first.stop();

  const again = await aRun(dir, 'eva');
  for (const { mark } of [known, pushed]) {
    const { status, epoch, check } = await headTo(again, '/', mark);
    expect([status, epoch, check]).toEqual([200, known.epoch, null]);
  }
  await again.stop();

  const [one, other] = [await aRun(copy, 'iris'), await aRun(copy, 'zoe')];
  expect((await headTo(one, '/', known.mark)).epoch).toBe(known.epoch);
  const heads = await Promise.all([one, other].map((run) => headTo(run, '/', pushed.mark)));
  const renewed = await one.epoch();
  expect(renewed).not.toBe(known.epoch);
  for (const { epoch, mark } of heads) {
    expect(epoch).toBe(renewed);
    expect((await headTo(one, '/', mark)).epoch).toBe(renewed);
    expect((await headTo(other, '/', mark)).epoch).toBe(renewed);
  }
  await one.stop();
  await other.stop();
});
