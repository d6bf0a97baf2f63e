import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import { databasesOf } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { aChild, aScreening } from '@crece/domain/testing';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { aServerProcess, crece, type ServerProcess } from '../cli/testing/processes.ts';
import { openDataStores } from '../data-folder.ts';
import { openCouchStores } from '../store/couchdb/open-couch-stores.ts';
import type { Stores } from '../store/stake-store.ts';
import { couchBackEnds } from '../store/testing/couch-back-ends.ts';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import { reportUrl } from './testing/report-server.ts';

const PASSWORD = 'Correct-Horse-7';
/** `CRECE_KILL_ROUNDS=20` for a long look; the moments are others in every run. */
const ROUNDS = Number(process.env['CRECE_KILL_ROUNDS'] ?? 2);
/** About as long as the report takes, so that kills fall before, into and behind it. */
const LONGEST_MS = 1_500;
const UNITS = databasesOf(BUILT_IN_CATALOGUE)
  .filter(({ countryCode }) => countryCode === 'GTM')
  .map(({ stakeDB }) => stakeDB)
  .filter((unit) => !unit.startsWith('test_stake_'))
  .slice(0, 8);
const CHILDREN = 60;

async function fill(stores: Stores, units: readonly string[]): Promise<number> {
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

async function addAdmin(dataDir: string, environment: Record<string, string> = {}) {
  const args = ['user', 'add', '--username', 'ana', '--email', 'ana@example.org'];
  const more = ['--first', 'Ana', '--last', 'López', '--role', 'user', '--role', 'admin'];
  const added = await crece(
    dataDir,
    [...args, ...more, '--password-stdin'],
    `${PASSWORD}\n`,
    environment,
  );
  if (added.exitCode !== 0) throw new Error(added.log);
}

/** Calls as the administrator; the session outlives the kill. */
async function signIn({ origin }: ServerProcess): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail: 'ana', password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function ask({ origin }: ServerProcess, token: string, path: string): Promise<Response> {
  return fetch(`${origin}${path}`, { headers: { authorization: `JWT ${token}` } });
}

async function jobOf(server: ServerProcess, token: string, id: string): Promise<ReportJobBody> {
  const answer = await ask(server, token, API_PATHS.reportJob.replace(':jobId', id));
  return (await answer.json()) as ReportJobBody;
}

/** A job that says that it is done has its whole file; any other has none at all. */
async function expectWhole(
  server: ServerProcess,
  token: string,
  job: ReportJobBody,
  rows: number,
): Promise<void> {
  if (job.state !== 'done') {
    expect(job).not.toHaveProperty('fileName');
    return;
  }
  const file = await ask(server, token, `/files/${job.fileName}`);
  expect(file.status).toBe(200);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.byteLength).toBe(job.bytes);
  expect(parse(bytes, { bom: true, columns: true })).toHaveLength(rows);
  expect(job.rows).toBe(rows);
}

/** Kills the server so long after a report was begun, and looks at what the next start makes of it. */
async function killAfter(ms: number, start: () => Promise<ServerProcess>, rows: number) {
  const first = await start();
  const token = await signIn(first);
  const begun = await ask(first, token, reportUrl({ scopeType: 'country' }));
  const { jobId } = (await begun.json()) as ReportStartedBody;
  await delay(ms);
  await first.kill();
  const second = await start();
  await expectWhole(second, token, await jobOf(second, token, jobId), rows);
  const job = await soon(async () => {
    const found = await jobOf(second, token, jobId);
    if (found.state === 'waiting' || found.state === 'running') throw new Error(found.state);
    return found;
  });
  await expectWhole(second, token, job, rows);
  expect(job.state).toBe('done');
  await second.stop();
}

describe('a report whose server is killed in its middle', { timeout: 60_000 * ROUNDS }, () => {
  it(`is made afresh after the restart, and no half of it can be had (${ROUNDS} rounds)`, async () => {
    const dataDir = aFolder();
    await addAdmin(dataDir);
    const rows = await fill(await openDataStores(dataDir), UNITS);
    for (let round = 0; round < ROUNDS; round += 1) {
      await killAfter(Math.random() * LONGEST_MS, () => aServerProcess(dataDir), rows);
      // Nothing half-written is left of the runs that were killed.
      expect(readdirSync(join(dataDir, 'jobs'))).toEqual([]);
    }
    const files = readdirSync(join(dataDir, 'reports'));
    expect(files.every((name) => name.endsWith('.csv'))).toBe(true);
    expect(files.length).toBeGreaterThanOrEqual(ROUNDS);
  });
});

for (const backEnd of couchBackEnds().slice(0, 1)) {
  describe(`the same with the databases on ${backEnd.name}`, { timeout: 120_000 }, () => {
    it('is made afresh after the restart', async () => {
      const dataDir = aFolder();
      const { url, adminUrl } = backEnd.urls();
      const environment = {
        COUCHDB_URL: url,
        ...(adminUrl === null ? {} : { COUCHDB_ADMIN_URL: adminUrl }),
      };
      await addAdmin(dataDir, environment);
      const copiesDir = aFolder();
      const rows = await fill(openCouchStores({ url, adminUrl, copiesDir }), UNITS.slice(0, 4));
      await killAfter(300, () => aServerProcess(dataDir, environment), rows);
      expect(existsSync(join(dataDir, 'databases'))).toBe(false);
    });
  });
}
