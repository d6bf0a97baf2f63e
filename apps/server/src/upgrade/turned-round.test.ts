import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { aServerProcess, type ServerProcess } from '../cli/testing/processes.ts';
import { typed } from '../cli/testing/typed.ts';
import { manyRecords } from '../gateway/testing/many-records.ts';
import { databasesFolder, openDataStores } from '../start/data-folder.ts';
import { dropFieldIndexes } from '../store/sqlite/drop-field-indexes.ts';
import { freePort } from '../testing/free-port.ts';
import { oldBuild } from './testing/old-build.ts';
import { oldData } from './testing/old-data.ts';
import { WritingPhones } from './testing/writing-phones.ts';

const UNIT = 'test_stake_gtm';
/** A tenth of the time of the million that a country has; `CRECE_TEST_RECORDS=1000000` for that one. */
const RECORDS = Number(process.env['CRECE_TEST_RECORDS'] ?? 50_000);
const PHONES = 50;
/** Milliseconds after the start of the new version at which it is killed. */
const KILLED_AFTER = [0, 100, 200, 400, 700, 1_000, 1_500, 2_000, 3_000, 4_000];
const MOST_REFUSED_MS = 10_000;
/** On a machine that is busy with other things a start of any version takes long. */
const MOST_RESTARTS = 3;

/** Data of 7c1746aa with many records, as that build has it: without indexes by field. */
async function aLargeFolder() {
  const old = await oldData('7c1746aa');
  const stores = await openDataStores(old.dataDir);
  await manyRecords(await stores.open(`unit_${UNIT}`), RECORDS);
  await stores.close();
  await dropFieldIndexes(databasesFolder(old.dataDir));
  return old;
}

/** The revisions of these that the unit does not have. */
async function missingOf(dataDir: string, wanted: readonly { id: string; rev: string }[]) {
  const stores = await openDataStores(dataDir);
  try {
    const store = await stores.open(`unit_${UNIT}`);
    const missing: string[] = [];
    for (const { id, rev } of wanted) {
      const leaves = await store.leaves(id);
      if (!leaves.some((leaf) => leaf.rev === rev)) missing.push(`${id} ${rev}`);
    }
    return missing;
  } finally {
    await stores.close();
  }
}

describe.runIf(process.env['CRECE_DEEP'] === '1')('an upgrade from 7c1746aa, turned round', () => {
  it('refuses writes for ten seconds at most, and keeps all that was acknowledged', {
    timeout: 3_600_000,
  }, async () => {
    const main = oldBuild('7c1746aa');
    const { dataDir, facts } = await aLargeFolder();
    const port = String(await freePort());
    const startOld = () => aServerProcess(dataDir, { PORT: port }, main);
    const startNew = () => aServerProcess(dataDir, { PORT: port });
    let server: ServerProcess = await startOld();
    const person = {
      origin: server.origin,
      unit: UNIT,
      usernameOrEmail: 'eva',
      password: facts.password,
    };
    const phones = await WritingPhones.start(person, PHONES);
    await phones.untilWritten();
    phones.longestGap();

    const gaps: Record<string, number> = {};
    const change = async (name: string, start: () => Promise<ServerProcess>) => {
      await server.stop();
      server = await start();
      await phones.untilWritten();
      gaps[name] = phones.longestGap();
    };
    const untilUpgraded = () =>
      vi.waitFor(
        async () => expect((await typed(dataDir, ['upgrade'])).said[0]).toContain('has version 2'),
        { timeout: 1_200_000, interval: 500 },
      );

    await change('a restart of the old version', startOld);
    await change('to the new version', startNew);
    for (const after of KILLED_AFTER) {
      await wait(after);
      await server.kill();
      server = await startNew();
      await phones.untilWritten();
      gaps[`killed after ${after} ms`] = phones.longestGap();
    }
    await untilUpgraded();
    gaps['during backup and steps'] = phones.longestGap();

    await server.stop();
    const back = await typed(dataDir, ['rollback']);
    expect(back).toMatchObject({ exitCode: 0 });
    await change('back to the old version', startOld);
    await change('another restart of the old version', startOld);
    await wait(2_000);
    await change('to the new version again', startNew);
    await untilUpgraded();
    await phones.stop();
    await server.stop();

    process.stdout.write(`${JSON.stringify({ gaps, acknowledged: phones.acknowledged.length })}\n`);
    // Other work on this machine slows the starts of every version.
    const restarts = ['a restart of the old version', 'another restart of the old version'];
    const slowest = Math.max(...restarts.map((name) => gaps[name] ?? 0));
    const most = Math.max(MOST_REFUSED_MS, MOST_RESTARTS * slowest);
    expect(Math.max(...Object.values(gaps))).toBeLessThan(most);
    expect(phones.signedOut).toEqual([]);
    expect(phones.acknowledged.length).toBeGreaterThan(1_000);
    const living = (facts.documents[UNIT] ?? []).filter((each) => !('_deleted' in each));
    const old = living.map((each) => each as { _id: string; _rev: string });
    expect(
      await missingOf(dataDir, [
        ...phones.acknowledged,
        ...old.map(({ _id: id, _rev: rev }) => ({ id, rev })),
      ]),
    ).toEqual([]);
  });
});
