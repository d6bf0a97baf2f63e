import { closeSync, cpSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { manyRecords } from '../gateway/testing/many-records.ts';
import { finishUnitRestores } from '../start/cut-unit-restores.ts';
import { databasesFolder, openDataStores } from '../start/data-folder.ts';
import { killedAfter, putBack } from '../start/testing/killed-after.ts';
import { aFolder } from '../testing/test-app.ts';
import { rebuildUnit, setUnitAside } from './damaged-unit.ts';

const stakeDB = 'coban_stake_gtm';
const FILE = `units/${stakeDB}.sqlite`;

afterEach(putBack);

/** A unit of a killed server: its file is damaged, and `chld_now` stands in its log alone. */
async function aDamagedUnit() {
  const dataDir = aFolder();
  const before = await openDataStores(dataDir);
  await manyRecords(await before.open(`unit_${stakeDB}`), 400);
  await before.close();
  const stores = await openDataStores(dataDir);
  await (await stores.open(`unit_${stakeDB}`)).write([{ _id: 'chld_now', firstName: 'Ana' }]);
  const killed = aFolder();
  cpSync(databasesFolder(dataDir), databasesFolder(killed), { recursive: true });
  await stores.close();
  const path = join(databasesFolder(killed), FILE);
  expect(existsSync(`${path}-wal`)).toBe(true);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(8_192, 'noise'), 0, 8_192, 100 * 4_096);
  closeSync(file);
  return { dataDir: killed, stakeDB, clock: () => new Date('2026-11-30T12:00:00Z') };
}

describe('crece unit quarantine that is killed', () => {
  it('before each of its steps is ended by the next start: file and log lie aside together, and a rebuild takes both', async () => {
    const whole = await aDamagedUnit();
    let ended = Promise.resolve('');
    const changes = killedAfter(Number.POSITIVE_INFINITY, () => {
      ended = setUnitAside(whole);
    });
    await ended;
    expect(changes).toBeGreaterThanOrEqual(2);
    for (let before = 1; before < changes; before += 1) {
      const place = await aDamagedUnit();
      let cut: Promise<string> = Promise.resolve('');
      killedAfter(before, () => {
        cut = setUnitAside(place);
        cut.catch(() => undefined);
      });
      await expect(cut).rejects.toThrow('killed');
      finishUnitRestores(databasesFolder(place.dataDir));
      const { from, records } = await rebuildUnit(place);
      expect([before, from]).toEqual([
        before,
        join(databasesFolder(place.dataDir), `damaged/${stakeDB}-20261130T120000.sqlite`),
      ]);
      expect(records).toBeGreaterThan(380);
      const stores = await openDataStores(place.dataDir);
      const now = await (await stores.open(`unit_${stakeDB}`)).read('chld_now');
      await stores.close();
      expect([before, now]).toMatchObject([before, { firstName: 'Ana' }]);
    }
  });

  it('and typed again says where the file lies that was put aside', async () => {
    const place = await aDamagedUnit();
    killedAfter(1, () => {
      setUnitAside(place).catch(() => undefined);
    });
    finishUnitRestores(databasesFolder(place.dataDir));
    const aside = await setUnitAside(place);
    expect(readdirSync(join(databasesFolder(place.dataDir), 'damaged'))).toContain(
      aside.split('/').at(-1),
    );
    expect(aside).toMatch(/-20261130T120000\.sqlite$/);
  });
});
