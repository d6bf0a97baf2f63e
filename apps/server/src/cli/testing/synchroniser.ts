import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { aChild } from '@crece/domain/testing';
import { TEST_UNIT } from '../../gateway/testing/a-gateway.ts';
import { remoteOf, type StockPouch } from '../../gateway/testing/stock-pouch.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { accountIn, PASSWORD } from '../../testing/test-people.ts';
import type { ServerProcess } from './processes.ts';

/** One of the test unit's children. */
export const childOfTest = (place: number) =>
  aChild({ _id: `chld_${TEST_UNIT}_174687840000${place}_00000a` });

/** Adds the account of somebody who may synchronise. */
export async function addSynchroniser(dataDir: string): Promise<void> {
  const stores = await openDataStores(dataDir);
  await accountIn(stores, 'ana', ['user', 'sync']);
  await stores.close();
}

/** The name of a server's history. */
export async function epochOf({ origin }: ServerProcess): Promise<string> {
  const answer = await fetch(`${origin}${SYNC_PATH}/`);
  return ((await answer.json()) as { uuid: string }).uuid;
}

/** A phone signs in and pushes; returns how many documents the server accepted. */
export async function push({ origin }: ServerProcess, pouch: StockPouch): Promise<number> {
  const signedIn = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail: 'ana', password: PASSWORD }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { authorization: `JWT ${token}` };
  const given = await fetch(`${origin}${API_PATHS.sync}`, { headers });
  const { entity } = (await given.json()) as SyncCredentials;
  const remote = remoteOf({ url: `${origin}${SYNC_PATH}/${TEST_UNIT}` }, () => entity);
  return (await pouch.replicate.to(remote)).docs_written;
}
