import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import {
  faultOfWritten,
  finishUnitRestores,
  takeUnitPlace,
  unitToWrite,
} from './cut-unit-restores.ts';
import { databasesFolder, openDataStores } from './data-folder.ts';
import { killedAfter, putBack } from './testing/killed-after.ts';

afterEach(putBack);

const NOW = new Date('2026-11-30T12:00:00Z');
const NAME = 'coban_stake_gtm.sqlite';

async function write(dataDir: string, id: string): Promise<string> {
  const stores = await openDataStores(dataDir);
  await (await stores.open('unit_coban_stake_gtm')).write([{ _id: id, firstName: 'Ana' }]);
  // As a killed server leaves it: what came last stands in the log alone.
  const killed = aFolder();
  cpSync(databasesFolder(dataDir), databasesFolder(killed), { recursive: true });
  await stores.close();
  return killed;
}

/** A unit whose present state has `chld_now`, in its log alone, and whose backup has `chld_then`. */
async function aRestore() {
  const dataDir = await write(aFolder(), 'chld_now');
  const then = aFolder();
  await write(then, 'chld_then');
  const units = join(databasesFolder(dataDir), 'units');
  const path = join(units, NAME);
  expect(existsSync(`${path}-wal`)).toBe(true);
  cpSync(join(databasesFolder(then), 'units', NAME), unitToWrite(path));
  return { dataDir, units, path };
}

async function idsIn(file: string): Promise<string[]> {
  const dataDir = aFolder();
  const units = join(databasesFolder(dataDir), 'units');
  mkdirSync(units, { recursive: true });
  for (const part of ['', '-wal'].filter((each) => existsSync(file + each))) {
    cpSync(file + part, join(units, NAME + part));
  }
  cpSync(join(units, NAME), join(databasesFolder(dataDir), 'system.sqlite'));
  const stores = await openDataStores(dataDir);
  const store = await stores.open('unit_coban_stake_gtm');
  const ids: string[] = [];
  for (const id of ['chld_now', 'chld_then']) {
    if ((await store.read(id)) !== null) ids.push(id);
  }
  await stores.close();
  return ids;
}

describe('crece restore --unit that is killed', () => {
  it('before each of its last steps is ended by the next start: the unit is as then, and what was there lies aside, whole', async () => {
    const { path } = await aRestore();
    const changes = killedAfter(Number.POSITIVE_INFINITY, () => takeUnitPlace(path, NOW));
    expect(changes).toBeGreaterThanOrEqual(5);
    for (let before = 1; before < changes; before += 1) {
      const { dataDir, units, path: cut } = await aRestore();
      expect(() => killedAfter(before, () => takeUnitPlace(cut, NOW))).toThrow('killed');
      finishUnitRestores(databasesFolder(dataDir));
      expect([before, readdirSync(units)]).toEqual([before, [NAME]]);
      expect([before, await idsIn(cut)]).toEqual([before, ['chld_then']]);
      const aside = join(
        databasesFolder(dataDir),
        'damaged/coban_stake_gtm-20261130T120000.sqlite',
      );
      expect([before, await idsIn(aside)]).toEqual([before, ['chld_now']]);
    }
  });

  it('before the backup was written to its end changes nothing', async () => {
    const { dataDir, units, path } = await aRestore();
    finishUnitRestores(databasesFolder(dataDir));
    expect(readdirSync(units)).not.toContain(`${NAME}.restoring`);
    expect(await idsIn(path)).toEqual(['chld_now']);
  });

  it('looks at what was written before the present file goes aside, and leaves no log of the look', async () => {
    const { units, path } = await aRestore();
    const written = unitToWrite(path);
    expect(faultOfWritten(written)).toBeNull();
    truncateSync(written, statSync(written).size - 5_000);
    expect(faultOfWritten(written)).toBe('is damaged');
    expect(readdirSync(units).filter((name) => /restoring-/.test(name))).toEqual([]);
  });

  it('puts nothing in the place of what lies aside already', async () => {
    const { path } = await aRestore();
    const again = `${unitToWrite(path)}-again`;
    cpSync(unitToWrite(path), again);
    const first = takeUnitPlace(path, NOW);
    renameSync(again, unitToWrite(path));
    const second = takeUnitPlace(path, NOW);
    expect(second).not.toBe(first);
    expect(await idsIn(first ?? '')).toEqual(['chld_now']);
    expect(await idsIn(second ?? '')).toEqual(['chld_then']);
  });
});
