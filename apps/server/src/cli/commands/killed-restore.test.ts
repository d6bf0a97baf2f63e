import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeBackup } from '../../backup/make-backup.ts';
import { aDataFolder, contentOf, UNITS } from '../../backup/testing/a-data-folder.ts';
import { noteRestoreBegun } from '../../start/cut-restore.ts';
import { lockDataFolder } from '../../start/data-folder-lock.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aServerProcess, crece, startCrece } from '../testing/processes.ts';

async function aBackup(): Promise<string> {
  const dataDir = await aDataFolder();
  const file = join(aFolder(), 'crece.backup');
  const clock = () => new Date();
  await makeBackup({ dataDir, file, encryption: null, withSecret: true, clock });
  return file;
}

/** Kills a restore as soon as this file of the new folder is there. */
async function killedRestore(file: string, dir: string, seen: string): Promise<void> {
  const { child, ended } = startCrece(aFolder(), ['restore', file, dir]);
  while (!existsSync(join(dir, seen)) && child.exitCode === null) await wait(1);
  child.kill('SIGKILL');
  await ended;
}

/** The first file of the backup; and all files are there, but the history is still the old one. */
const MOMENTS = [`databases/units/${UNITS[0]}.sqlite`, 'databases/system.sqlite-wal'] as const;

describe('crece restore that was killed', { timeout: 120_000 }, () => {
  it.each(MOMENTS)(
    'after it wrote %s leaves no folder that starts, says what to do, and the same command ends it',
    async (seen) => {
      const file = await aBackup();
      const dir = join(aFolder(), 'data');
      await killedRestore(file, dir, seen);
      expect(existsSync(join(dir, 'restored.json'))).toBe(false);

      const sentence = `A restore into ${dir} has not ended. If none is running there, it was cut off: run the same "crece restore FILE ${dir}" again.`;
      await expect(aServerProcess(dir)).rejects.toThrow(sentence);
      expect(await crece(dir, ['user', 'list'])).toMatchObject({
        exitCode: 1,
        log: `${sentence}\n`,
      });

      expect(await crece(aFolder(), ['restore', file, dir])).toMatchObject({ exitCode: 0 });
      for (const stakeDB of UNITS) expect(await contentOf(dir, `unit_${stakeDB}`)).toHaveLength(40);
      await (await aServerProcess(dir)).stop();
    },
  );

  it('a restore leaves alone what another one is writing into the same folder', async () => {
    const file = await aBackup();
    const dir = aFolder();
    noteRestoreBegun(dir);
    onTestFinished(lockDataFolder(dir));
    writeFileSync(join(dir, 'pictures'), 'of the other one');
    expect(await crece(aFolder(), ['restore', file, dir])).toMatchObject({
      exitCode: 1,
      log: `Another restore into ${dir} is under way.\n`,
    });
    expect(existsSync(join(dir, 'pictures'))).toBe(true);
  });
});
