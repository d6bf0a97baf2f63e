import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { aFolder } from '../testing/test-app.ts';
import { databasesFolder, openDataStores, prepareDataFolder } from './data-folder.ts';
import { lockDataFolder } from './data-folder-lock.ts';

async function refusalOf(dataDir: string): Promise<string> {
  const error: unknown = await prepareDataFolder(dataDir).catch((thrown: unknown) => thrown);
  return error instanceof StartError ? error.message : `no StartError: ${String(error)}`;
}

describe('the databases of a data folder', () => {
  async function aFolderWithUnit(): Promise<string> {
    const dataDir = aFolder();
    const stores = await openDataStores(dataDir);
    await (await stores.open('unit_coban_stake_gtm')).write([{ _id: 'chld_a', firstName: 'Ana' }]);
    await stores.close();
    return dataDir;
  }
  /** As `crece restore --unit` leaves it that is killed after the present file was put aside. */
  async function aCutRestore() {
    const dataDir = await aFolderWithUnit();
    const units = join(databasesFolder(dataDir), 'units');
    const path = join(units, 'coban_stake_gtm.sqlite');
    const fresh = `${path}.restored-20261130T120000`;
    renameSync(path, fresh);
    return { dataDir, units, path, fresh };
  }

  it('a unit whose restore was killed before the last step stands in its place at the next start', async () => {
    const { dataDir, units } = await aCutRestore();
    await prepareDataFolder(dataDir);
    expect(readdirSync(units)).toEqual(['coban_stake_gtm.sqlite']);
    const stores = await openDataStores(dataDir);
    const store = await stores.open('unit_coban_stake_gtm');
    expect(await store.read('chld_a')).toMatchObject({ firstName: 'Ana' });
    await stores.close();
  });

  it('a unit that is being restored is left to whoever has the lock', async () => {
    const { dataDir, path, fresh } = await aCutRestore();
    const unlock = lockDataFolder(dataDir);
    await prepareDataFolder(dataDir);
    expect([existsSync(path), existsSync(fresh)]).toEqual([false, true]);
    unlock();
    await prepareDataFolder(dataDir);
    expect([existsSync(path), existsSync(fresh)]).toEqual([true, false]);
  });

  it('a unit that cannot be read takes no place, and one that a restore had not written to its end goes', async () => {
    const { dataDir, path, fresh } = await aCutRestore();
    const whole = readFileSync(fresh);
    writeFileSync(fresh, whole.subarray(0, whole.length - 5_000));
    await prepareDataFolder(dataDir);
    expect(existsSync(path)).toBe(false);
    renameSync(fresh, `${path}.restoring`);
    writeFileSync(path, 'the present one');
    await prepareDataFolder(dataDir);
    expect(readFileSync(path, 'utf8')).toBe('the present one');
    expect(existsSync(`${path}.restoring`)).toBe(false);
  });

  const systemOf = (dataDir: string) => join(databasesFolder(dataDir), 'system.sqlite');

  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is empty', (path: string) => writeFileSync(path, '')],
  ])(
    'a data folder does not open as new where the accounts’ file %s beside units',
    async (_how, lose) => {
      const dataDir = await aFolderWithUnit();
      lose(systemOf(dataDir));
      await expect(openDataStores(dataDir)).rejects.toThrow('holds units but no accounts');
      rmSync(join(databasesFolder(dataDir), 'units'), { recursive: true });
      await (await openDataStores(dataDir)).close();
    },
  );

  it('that are damaged are told with what mends them, which is no other folder', async () => {
    const dataDir = await aFolderWithUnit();
    writeFileSync(systemOf(dataDir), 'this is no database, it is noise of some length');
    await expect(openDataStores(dataDir)).rejects.toThrow(
      /system\.sqlite is not a database\. Put a backup back with "crece restore FILE NEW-FOLDER"\.$/,
    );
  });

  it('open where nothing was kept yet, or a first start was cut off', async () => {
    const dataDir = aFolder();
    mkdirSync(databasesFolder(dataDir));
    writeFileSync(systemOf(dataDir), '');
    await (await openDataStores(dataDir)).close();
  });
});

describe('prepareDataFolder', () => {
  it('creates the folder with its parents, and accepts an existing one', async () => {
    const dataDir = join(aFolder(), 'new', 'data');
    await prepareDataFolder(dataDir);
    await prepareDataFolder(dataDir);
    expect(existsSync(dataDir)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')(
    'ends with a sentence where no folder can be made, where Node itself would never end',
    { timeout: 10_000 },
    async () => {
      expect(await refusalOf('/proc/crece/data')).toMatch(
        /^The data folder \/proc\/crece\/data cannot be used: no folder can be made there\./,
      );
    },
  );

  it.skipIf(process.platform === 'win32')(
    'keeps the folder and what is in it to its owner, and follows no link out of it',
    async () => {
      const outside = join(aFolder(), 'outside');
      writeFileSync(outside, '');
      chmodSync(outside, 0o644);
      const dataDir = join(aFolder(), 'data');
      const mode = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777;
      await prepareDataFolder(dataDir);
      expect(mode()).toBe(0o700);

      // As former builds left it.
      chmodSync(dataDir, 0o755);
      mkdirSync(join(dataDir, 'uploads'));
      for (const name of ['server.json', 'uploads/1.work', 'run.sh', 'uploads/read-only'])
        writeFileSync(join(dataDir, name), '');
      for (const [name, bits] of [
        ['uploads', 0o755],
        ['server.json', 0o644],
        ['uploads/1.work', 0o664],
        ['run.sh', 0o755],
        ['uploads/read-only', 0o444],
      ] as const)
        chmodSync(join(dataDir, name), bits);
      symlinkSync(outside, join(dataDir, 'link'));
      await prepareDataFolder(dataDir);
      expect(mode()).toBe(0o700);
      expect(mode('uploads')).toBe(0o700);
      expect(mode('server.json')).toBe(0o600);
      expect(mode('uploads', '1.work')).toBe(0o600);
      expect(mode('run.sh')).toBe(0o700);
      expect(mode('uploads', 'read-only')).toBe(0o400);
      expect(statSync(outside).mode & 0o777).toBe(0o644);
    },
  );

  it('reports that the data folder is a file, or is inside one', async () => {
    const file = join(aFolder(), 'taken');
    writeFileSync(file, '');
    expect(await refusalOf(file)).toBe(
      `The data folder ${file} cannot be used: it is a file, not a folder. Choose another with CRECE_DATA_DIR.`,
    );
    expect(await refusalOf(join(file, 'data'))).toContain('a part of the path is a file');
  });
});
