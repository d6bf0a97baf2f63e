import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import { databasesOf } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { aChild, aScreening } from '@crece/domain/testing';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { aServerProcess, type ServerProcess } from '../cli/testing/processes.ts';
import { openDataStores } from '../start/data-folder.ts';
import { openCouchStores } from '../store/couchdb/open-couch-stores.ts';
import type { Stores } from '../store/document-store.ts';
import { couchBackEnds } from '../store/testing/couch-back-ends.ts';
import { IS_DEEP, shortOrDeep } from '../testing/deep.ts';
import { soonAnswered } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { accountIn, PASSWORD } from '../testing/test-people.ts';
import { reportUrl } from './testing/report-server.ts';

/** The moments of the kills are random in every run. */
const ROUNDS = shortOrDeep(1, 20);
/** About as long as the report takes, so that kills fall before, into and after it. */
const LONGEST_MS = 1_500;
const UNITS = databasesOf(BUILT_IN_CATALOGUE)
  .filter(({ countryCode }) => countryCode === 'GTM')
  .map(({ stakeDB }) => stakeDB)
  .filter((unit) => !unit.startsWith('test_stake_'))
  .slice(0, 8);
const CHILDREN = 60;

/** The administrator and the children of some units; answers how many children there are. */
async function fill(stores: Stores, units: readonly string[]): Promise<number> {
  await accountIn(stores, 'ana', ['user', 'admin']);
  for (const unit of units) {
    const store = await stores.open(`unit_${unit}`);
    const ids = Array.from({ length: CHILDREN }, (_, i) => `${unit}_${i}`);
    await store.write(ids.map((id) => ({ ...aChild({ _id: `chld_${id}` }) })));
    await store.write(
      ids.map((id) => ({ ...aScreening({ _id: `scr_${id}`, owner: `chld_${id}` }) })),
    );
  }
  await stores.close();
  return units.length * CHILDREN;
}

/** Signs in as the administrator; the session survives the kill. */
async function signIn({ origin }: ServerProcess): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail: 'ana', password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function ask(
  { origin }: ServerProcess,
  token: string,
  path: string,
  body?: object,
): Promise<Response> {
  const authorization = `JWT ${token}`;
  if (body === undefined) return fetch(`${origin}${path}`, { headers: { authorization } });
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A job that makes a file, and how many children its complete file contains. */
interface Made {
  readonly begin: (server: ServerProcess, token: string) => Promise<Response>;
  readonly childrenIn: (file: Buffer) => number;
}

const REPORT: Made = {
  begin: (server, token) => ask(server, token, reportUrl({ scopeType: 'country' })),
  childrenIn: (file) => parse(file, { bom: true, columns: true }).length,
};

const EXPORT: Made = {
  begin: (server, token) =>
    ask(server, token, '/api/children/export/any/GTM/country/fhir', { screenings: 'newest' }),
  childrenIn: (file) => {
    const { entry } = JSON.parse(file.toString()) as {
      entry: { resource: { resourceType: string } }[];
    };
    return entry.filter(({ resource }) => resource.resourceType === 'Patient').length;
  },
};

async function jobOf(server: ServerProcess, token: string, id: string): Promise<ReportJobBody> {
  const answer = await ask(server, token, API_PATHS.reportJob.replace(':jobId', id));
  return (await answer.json()) as ReportJobBody;
}

/** A finished job has its complete file; any other has none. */
async function expectWhole(
  server: ServerProcess,
  token: string,
  job: ReportJobBody,
  { childrenIn }: Made,
  children: number,
): Promise<void> {
  if (job.state !== 'done') {
    expect(job).not.toHaveProperty('fileName');
    return;
  }
  const file = await ask(server, token, `/files/${job.fileName}`);
  expect(file.status).toBe(200);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.byteLength).toBe(job.bytes);
  expect(childrenIn(bytes)).toBe(children);
}

/** Kills the server this long after jobs were started, and checks them after the next start. */
async function killAfter(
  ms: number,
  start: () => Promise<ServerProcess>,
  { children, made }: { children: number; made: readonly Made[] },
) {
  const first = await start();
  const token = await signIn(first);
  const jobs: { jobId: string; kind: Made }[] = [];
  for (const kind of made) {
    const { jobId } = (await (await kind.begin(first, token)).json()) as ReportStartedBody;
    jobs.push({ jobId, kind });
  }
  await delay(ms);
  await first.kill();
  const second = await start();
  for (const { jobId, kind } of jobs) {
    await expectWhole(second, token, await jobOf(second, token, jobId), kind, children);
    const job = await soonAnswered(async () => {
      const found = await jobOf(second, token, jobId);
      if (found.state === 'waiting' || found.state === 'running') throw new Error(found.state);
      return found;
    });
    await expectWhole(second, token, job, kind, children);
    expect(job.state).toBe('done');
  }
  await second.stop();
}

describe('a report and an export whose server is killed while they are made', {
  timeout: 120_000 * ROUNDS,
}, () => {
  it(`a killed server makes its files again, and no half-written one can be downloaded (${ROUNDS} rounds)`, async () => {
    const dataDir = aFolder();
    const made = [REPORT, EXPORT];
    const children = await fill(await openDataStores(dataDir), UNITS);
    for (let round = 0; round < ROUNDS; round += 1) {
      await killAfter(Math.random() * LONGEST_MS, () => aServerProcess(dataDir), {
        children,
        made,
      });
      // Nothing half-written is left of the killed runs.
      expect(readdirSync(join(dataDir, 'jobs'))).toEqual([]);
    }
    const files = readdirSync(join(dataDir, 'reports'));
    for (const ending of ['csv', 'json']) {
      expect(files.filter((name) => name.endsWith(`.${ending}`)).length).toBeGreaterThanOrEqual(
        ROUNDS,
      );
    }
    expect(files.every((name) => /\.(?:csv|json)$/.test(name))).toBe(true);
  });
});

for (const backEnd of IS_DEEP ? couchBackEnds().slice(0, 1) : []) {
  describe(`a report with the databases on ${backEnd.name}`, { timeout: 120_000 }, () => {
    it('a report is made again after the restart', async () => {
      const dataDir = aFolder();
      const { url, adminUrl } = backEnd.urls();
      const environment = {
        COUCHDB_URL: url,
        ...(adminUrl === null ? {} : { COUCHDB_ADMIN_URL: adminUrl }),
      };
      const copiesDir = aFolder();
      const units = UNITS.slice(0, 4);
      const children = await fill(openCouchStores({ url, adminUrl, copiesDir }), units);
      const start = () => aServerProcess(dataDir, environment);
      await killAfter(300, start, { children, made: [REPORT] });
      expect(existsSync(join(dataDir, 'databases'))).toBe(false);
    });
  });
}
