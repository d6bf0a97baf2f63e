import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile } from '../store/sqlite/check-file.ts';

/** How the file of a unit ends that is about to take the place of the present one. */
export const RESTORED = '.restored';

/**
 * Puts units in their places whose restore was killed after the present file was put aside. What one left
 * that was killed before that goes: it would come back as the unit when this is put aside one day. Call it
 * only while nobody has the lock of the data folder, under which a unit is restored.
 */
export function finishUnitRestores(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(`.sqlite${RESTORED}`)) continue;
    const fresh = join(folder, name);
    const path = fresh.slice(0, -RESTORED.length);
    if (existsSync(path)) {
      rmSync(fresh);
      continue;
    }
    if (checkFile(fresh) !== null) continue;
    // The log of a file that is gone must not be taken for one of the new; looking leaves empty ones.
    for (const each of [path, fresh]) {
      for (const beside of ['-wal', '-shm']) rmSync(`${each}${beside}`, { force: true });
    }
    renameSync(fresh, path);
  }
}
