import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, ERROR_CODES, type HealthResponse } from '@crece/contract';
import { listenError } from '../base/start-error.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import { refusalBody } from '../http/errors.ts';
import { openCouchStores } from '../store/couchdb/open-couch-stores.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import type { Config } from './config.ts';
import { openDataStores } from './data-folder.ts';

/** Copies of CouchDB's data; they may be deleted. */
const COPIES = 'copies';
const RETRY_SECONDS = 2;

/** Opens the configured databases: in CouchDB, or in files of the data folder. */
export async function openStores(
  { couch, dataDir }: Config,
  options: { maxOpenFiles?: number } = {},
): Promise<Stores> {
  if (couch === null) return openDataStores(dataDir, options);
  return openCouchStores({ ...couch, copiesDir: join(dataDir, COPIES) });
}

/** Why the databases cannot be used; `null`: they can. */
async function problemOf(stores: Stores): Promise<string | null> {
  try {
    await stores.check();
    // Also checks that databases can be created and that the accounts are right.
    await stores.open(ACCOUNTS_DATABASE);
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

/**
 * Answers everything with 503, which shows that the server is there and waits; `/health` says that the
 * process lives.
 */
async function answerUnavailable({ host, port }: Config): Promise<() => Promise<void>> {
  const body = JSON.stringify(refusalBody('unavailable'));
  const health: HealthResponse = { status: 'ok', version: VERSION, commit: COMMIT, run: 'waiting' };
  const server = createServer(({ url }, response) => {
    if (url === API_PATHS.health) {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(health));
      return;
    }
    response.writeHead(ERROR_CODES.unavailable, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
      connection: 'close',
    });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(host, port, error)));
    server.listen({ host, port }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/**
 * Waits until the databases can be used, says why it waits, and answers everything with 503
 * meanwhile: CouchDB may start later than this server, or fail and come back.
 */
export async function untilReachable(
  stores: Stores,
  config: Config,
  say: (lines: readonly string[]) => void,
): Promise<void> {
  let problem = await problemOf(stores);
  if (problem === null) return;
  const stop = await answerUnavailable(config);
  for (let said = ''; problem !== null; problem = await problemOf(stores)) {
    if (problem !== said) say([`Crece waits for its databases: ${problem}`]);
    said = problem;
    await delay(RETRY_SECONDS * 1_000);
  }
  await stop();
}
