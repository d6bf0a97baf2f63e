import { onTestFinished } from 'vitest';
import { openDataStores } from '../../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import { aConfig, anApp } from '../../testing/test-app.ts';
import { call } from '../../testing/test-people.ts';
import { beginUpgrade } from '../begin-upgrade.ts';
import { RunningUpgrade } from '../running-upgrade.ts';
import type { oldData } from './old-data.ts';

export type OldData = Awaited<ReturnType<typeof oldData>>;

/** This build's server on the data of an older one, at a time when its tokens were still good. */
export async function startOn({ dataDir, clock, secret }: Omit<OldData, 'facts'>) {
  const stores = await openDataStores(dataDir);
  onTestFinished(() => stores.close());
  const config = aConfig({ dataDir });
  await beginUpgrade({ store: await stores.open(ACCOUNTS_DATABASE), config });
  const server = await anApp({ config, stores, secret, clock });
  const { mayDropOld } = server.services;
  const lines: { msg: string; [field: string]: unknown }[] = [];
  const line = (fields: object, msg: string) => void lines.push({ ...fields, msg });
  const log = { info: line, error: line } as never;
  const upgrade = new RunningUpgrade({ stores, config, clock, mayDropOld, log });
  return { server, upgrade, stores, config, lines };
}

type Running = Awaited<ReturnType<typeof startOn>>;

interface SentDocument {
  readonly _id: string;
  readonly _rev: string;
}

/** Every open revision of a unit with its ancestry, as this build's gateway tells them. */
export async function toldOf({ server }: Running, unit: string, entity: string) {
  const get = (url: string) =>
    call(server, 'GET', `/sync/${unit}${url}`, undefined, { token: entity });
  const changes = (await get('/_changes?style=all_docs')).json<{
    results: { id: string; changes: { rev: string }[] }[];
  }>();
  const docs = changes.results.flatMap(({ id, changes: each }) =>
    each.map(({ rev }) => ({ id, rev })),
  );
  const got = await call(
    server,
    'POST',
    `/sync/${unit}/_bulk_get?revs=true`,
    { docs },
    { token: entity },
  );
  const { results } = got.json<{ results: { docs: { ok: SentDocument }[] }[] }>();
  return results.flatMap((result) => result.docs.map(({ ok }) => ok));
}

/** By id and revision, so that two lists compare document by document. */
export function inOrder(documents: readonly object[]): object[] {
  const nameOf = (each: object) => `${(each as SentDocument)._id} ${(each as SentDocument)._rev}`;
  return documents.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
