import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aServerProcess, type ServerProcess } from '../cli/testing/processes.ts';
import { openDataStores } from '../start/data-folder.ts';
import { openCouchStores } from '../store/couchdb/open-couch-stores.ts';
import type { Stores } from '../store/document-store.ts';
import { CouchChild } from '../store/testing/couch-child.ts';
import { all } from '../store/testing/support.ts';
import { IS_DEEP, shortOrDeep } from '../testing/deep.ts';
import { soon, soonAnswered } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { accountIn, PASSWORD } from '../testing/test-people.ts';

const UNIT = 'coban_stake_gtm';

/** Where the databases are: the server's environment, and how the test opens them. */
interface Place {
  environment: Record<string, string>;
  open: () => Promise<Stores>;
}

async function inCouch(): Promise<Place> {
  const couch = new CouchChild();
  onTestFinished(() => couch.end());
  await couch.start();
  const { url, adminUrl } = couch;
  return {
    environment: { COUCHDB_URL: url, COUCHDB_ADMIN_URL: adminUrl },
    // The server from npm has no validation of its own.
    open: async () => openCouchStores({ url, adminUrl, copiesDir: aFolder() }),
  };
}

const inFiles = async (dataDir: string): Promise<Place> => ({
  environment: {},
  open: () => openDataStores(dataDir),
});

const PATH = API_PATHS.convert
  .replace(':stakeDB', UNIT)
  .replace(':stakeName', 'Coban')
  .replace(':cCode', 'GTM')
  .replace(':scopeType', 'stake');

async function signIn({ origin }: ServerProcess) {
  const answer = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail: 'ana', password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${origin}${path}`, {
      headers: { authorization: `JWT ${token}` },
    });
    return (await response.json()) as Body;
  };
}

/** Records of an older system: children whose only screening has a wrong class. */
async function fill({ open }: Place, children: number, round: number): Promise<void> {
  const stores = await open();
  const store = await stores.open(`unit_${UNIT}`);
  const numbers = Array.from({ length: children }, (_, i) =>
    String(round * children + i).padStart(6, '0'),
  );
  await store.write(numbers.map((i) => ({ ...aChild({ _id: `chld_${i}` }) })));
  await store.write(
    numbers.map((i) => ({
      ...aScreening({ _id: `scr_${i}`, owner: `chld_${i}`, status: 'GREEN_CHILD', actions: [] }),
    })),
  );
  await stores.close();
}

/** Waits until the server writes something more; all looks are made through one connection. */
async function untilWritten({ open }: Place): Promise<void> {
  const stores = await open();
  try {
    const sequence = () => stores.sequence(`unit_${UNIT}`);
    const before = await sequence();
    await soon(async () => {
      if ((await sequence()) === before) throw new Error('nothing yet');
    });
  } finally {
    await stores.close();
  }
}

async function convertedIn({ open }: Place) {
  const stores = await open();
  try {
    const documents = await all((await stores.open(`unit_${UNIT}`)).list());
    return documents.filter(({ device }) => device === 'server');
  } finally {
    await stores.close();
  }
}

/** At most two, because a job is started at most three times. */
const KILLS = shortOrDeep(1, 2);

const IN_COUCH = { name: 'CouchDB', children: 300, rounds: 1, placeOf: inCouch };

describe.each([
  { name: 'SQLite', children: 1_200, rounds: shortOrDeep(1, 10), placeOf: inFiles },
  ...(IS_DEEP ? [IN_COUCH] : []),
])(
  'a conversion on $name whose server is killed during the work',
  { timeout: 900_000 },
  (given) => {
    it('continues after the restart, counts what it had written, and writes nothing twice', async () => {
      const { children, rounds } = given;
      const dataDir = aFolder();
      const place = await given.placeOf(dataDir);
      const stores = await place.open();
      await accountIn(stores, 'ana', ['user', 'admin']);
      await stores.close();
      for (let round = 0; round < rounds; round += 1) {
        const sum = (round + 1) * children;
        await fill(place, children, round);
        let server = await aServerProcess(dataDir, place.environment);
        const { jobId } = await (await signIn(server))<ReportStartedBody>(PATH);
        for (let kill = 0; kill < KILLS; kill += 1) {
          // Cheaper than looking at the documents, which takes longer than their conversion.
          await untilWritten(place);
          await server.kill();
          expect((await convertedIn(place)).length).toBeLessThan(2 * sum);
          server = await aServerProcess(dataDir, place.environment);
        }
        const ask = await signIn(server);
        const job = await soonAnswered(async () => {
          const body = await ask<ReportJobBody>(`/api/reports/${jobId}`);
          if (body.state !== 'done') throw new Error(`it is ${body.state}`);
          return body;
        });
        expect(job.converted).toEqual({
          ...{ screenings: sum, changedScreenings: children },
          ...{ children: sum, changedChildren: children },
          ...{ unreadable: 0, withoutChild: 0, waiting: 0 },
        });
        const converted = await convertedIn(place);
        expect(converted).toHaveLength(2 * sum);
        expect(converted.every(({ _rev }) => _rev.startsWith('2-'))).toBe(true);
        await server.stop();
      }
    });
  },
);
