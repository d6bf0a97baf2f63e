import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { type CouchOptions, openCouchStores } from '../couchdb/open-couch-stores.ts';
import type { Stores } from '../document-store.ts';
import { ClusterFront } from './cluster-front.ts';
import { CouchChild } from './couch-child.ts';
import type { ServerFaults } from './support.ts';

/**
 * A server to run tests on: its address with the account of the service, and with an
 * administrator's.
 */
export interface CouchBackEnd {
  name: string;
  /**
   * True for the server from npm. It has neither accounts nor validation, which are tested with
   * contract fakes.
   */
  isFromNpm: boolean;
  faults: ServerFaults;
  urls(): { url: string; adminUrl: string | null };
}

/**
 * The server from npm behind a front that answers like a cluster of three. Must be called while
 * tests are collected.
 */
export function onCluster(): CouchBackEnd {
  const child = new CouchChild();
  const front = new ClusterFront(() => child.address);
  beforeAll(async () => {
    await child.start();
    await front.listen();
  });
  afterAll(async () => {
    front.close();
    await child.end();
  });
  return {
    name: 'express-pouchdb as a cluster',
    isFromNpm: true,
    faults: { losesProto: true, endsAtY: true, isCluster: true },
    urls: () => ({ url: front.inFrontOf(child.url), adminUrl: front.inFrontOf(child.adminUrl) }),
  };
}

const REAL_URL = process.env['CRECE_TEST_COUCHDB_URL'];
const REAL_ADMIN_URL = process.env['CRECE_TEST_COUCHDB_ADMIN_URL'];

let shared: Promise<CouchChild> | null = null;

async function startedChild(): Promise<CouchChild> {
  const child = new CouchChild();
  await child.start();
  return child;
}

/** One server for all files that a process of the tests runs, each with names of its own. */
function onNpm(): CouchBackEnd {
  let child: CouchChild | null = null;
  beforeAll(async () => {
    shared ??= startedChild();
    child = await shared;
  });
  return {
    name: 'express-pouchdb',
    isFromNpm: true,
    faults: { losesProto: true, endsAtY: true },
    urls: () => {
      if (child === null) throw new Error('not started');
      return { url: child.url, adminUrl: child.adminUrl };
    },
  };
}

/**
 * The available servers: always one from npm in a child process, with `CRECE_DEEP` the same as a
 * cluster would answer, and a real CouchDB if
 * `CRECE_TEST_COUCHDB_URL` names one (`CRECE_TEST_COUCHDB_ADMIN_URL`: with an account that may
 * create databases). Must be called while tests are collected, because it registers hooks.
 */
export function couchBackEnds(): CouchBackEnd[] {
  const known = process.env['CRECE_DEEP'] === '1' ? [onNpm(), onCluster()] : [onNpm()];
  if (REAL_URL === undefined || REAL_URL === '') return known;
  const adminUrl = REAL_ADMIN_URL === undefined || REAL_ADMIN_URL === '' ? null : REAL_ADMIN_URL;
  afterAll(() => dropTestDatabases(adminUrl ?? REAL_URL));
  const real = {
    name: 'CouchDB',
    isFromNpm: false,
    faults: { isCluster: true, lagsBehind: true } as const,
    urls: () => ({ url: REAL_URL, adminUrl }),
  };
  return [...known, real];
}

const prefixes = new Set<string>();

/** Makes a unique prefix for names of databases. */
export function aPrefix(): string {
  const prefix = `crecetest${randomBytes(6).toString('hex')}_`;
  prefixes.add(prefix);
  return prefix;
}

/** Removes every database whose prefix came from `aPrefix`, whoever opened it. */
export async function dropTestDatabases(url: string): Promise<void> {
  // A cluster's list of databases lags behind, so this repeats until the list has none of them.
  for (let left = 10; left > 0 && (await dropListed(url)) > 0; left -= 1) await delay(200);
  prefixes.clear();
}

async function dropListed(url: string): Promise<number> {
  const { origin, username, password } = new URL(url);
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const listed = await fetch(`${origin}/_all_dbs`, { headers: { authorization } });
  const ours = ((await listed.json()) as string[]).filter((name) =>
    prefixes.has(name.slice(0, name.indexOf('_') + 1)),
  );
  for (const name of ours) {
    await fetch(`${origin}/${name}`, { method: 'DELETE', headers: { authorization } });
  }
  return ours.length;
}

/** Databases on a server for one test, closed when it ends. */
export function couchStores(backEnd: CouchBackEnd, different: Partial<CouchOptions> = {}): Stores {
  const { url, adminUrl } = backEnd.urls();
  const prefix = different.prefix ?? aPrefix();
  const stores = openCouchStores({
    url,
    adminUrl,
    copiesDir: aFolder(),
    prefix,
    isFenced: false,
    ...different,
  });
  onTestFinished(() => stores.close());
  return stores;
}
