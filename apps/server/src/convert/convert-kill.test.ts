import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { aServerProcess, crece, type ServerProcess } from '../cli/testing/processes.ts';
import { openDataStores } from '../data-folder.ts';
import { all } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';

const UNIT = 'coban_stake_gtm';
const PASSWORD = 'Correct-Horse-7';
const CHILDREN = 1_200;
/** A job is begun three times at most. */
const KILLS = 2;

const PATH = API_PATHS.convert
  .replace(':stakeDB', UNIT)
  .replace(':stakeName', 'Coban')
  .replace(':cCode', 'GTM')
  .replace(':scopeType', 'stake');

async function addAdmin(dataDir: string): Promise<void> {
  const args = ['user', 'add', '--username', 'ana', '--email', 'ana@example.org'];
  const more = ['--first', 'Ana', '--last', 'López', '--role', 'user', '--role', 'admin'];
  await crece(dataDir, [...args, ...more, '--password-stdin'], `${PASSWORD}\n`);
}

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

/** Records of an older system: children whose only visit was told a wrong class. */
async function fill(dataDir: string): Promise<void> {
  const stores = await openDataStores(dataDir);
  const store = await stores.open(`unit_${UNIT}`);
  const numbers = Array.from({ length: CHILDREN }, (_, i) => String(i).padStart(5, '0'));
  await store.write(numbers.map((i) => ({ ...aChild({ _id: `chld_${i}` }) })));
  await store.write(
    numbers.map((i) => ({
      ...aScreening({ _id: `scr_${i}`, owner: `chld_${i}`, status: 'GREEN_CHILD', actions: [] }),
    })),
  );
  await stores.close();
}

async function convertedIn(dataDir: string) {
  const stores = await openDataStores(dataDir);
  try {
    const documents = await all((await stores.open(`unit_${UNIT}`)).list());
    return documents.filter(({ device }) => device === 'server');
  } finally {
    await stores.close();
  }
}

/** The number of the unit's last change, as another process sees it. */
async function sequenceIn(dataDir: string): Promise<number> {
  const stores = await openDataStores(dataDir);
  try {
    return Number((await (await stores.open(`unit_${UNIT}`)).info()).updateSeq);
  } finally {
    await stores.close();
  }
}

describe('a conversion whose server is killed in its middle', { timeout: 180_000 }, () => {
  it('goes on after the restart, counts what it had written, and writes nothing twice', async () => {
    const dataDir = aFolder();
    await addAdmin(dataDir);
    await fill(dataDir);
    let server = await aServerProcess(dataDir);
    const { jobId } = await (await signIn(server))<ReportStartedBody>(PATH);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await sequenceIn(dataDir);
      await soon(async () => {
        if ((await sequenceIn(dataDir)) <= before + 100) throw new Error('nothing yet');
      });
      await server.kill();
      const written = (await convertedIn(dataDir)).length;
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(2 * CHILDREN);
      server = await aServerProcess(dataDir);
    }
    const ask = await signIn(server);
    const job = await soon(async () => {
      const body = await ask<ReportJobBody>(`/api/reports/${jobId}`);
      if (body.state !== 'done') throw new Error(`it is ${body.state}`);
      return body;
    });
    expect(job.converted).toEqual({
      ...{ screenings: CHILDREN, changedScreenings: CHILDREN },
      ...{ children: CHILDREN, changedChildren: CHILDREN },
      ...{ unreadable: 0, withoutChild: 0, waiting: 0 },
    });
    const converted = await convertedIn(dataDir);
    expect(converted).toHaveLength(2 * CHILDREN);
    expect(converted.every(({ _rev }) => _rev.startsWith('2-'))).toBe(true);
    await server.stop();
  });
});
