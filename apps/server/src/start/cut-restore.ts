import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../base/start-error.ts';
import { LOCK_FILE } from './data-folder-lock.ts';

const FILE_NAME = 'restore-not-ended';

/** Whether a restore has begun to fill this folder and has not ended. */
export function isRestoreCut(dir: string): boolean {
  return existsSync(join(dir, FILE_NAME));
}

/** Whether a restore has made this file in the folder for itself, and not from the backup. */
export function isOfRestore(name: string): boolean {
  return name === FILE_NAME || name.startsWith(LOCK_FILE);
}

/** Notes in an empty folder that a restore fills it, before it writes anything else there. */
export function noteRestoreBegun(dir: string): void {
  writeFileSync(join(dir, FILE_NAME), '', { mode: 0o600, flush: true });
}

/** The folder is whole: all files are there, the history is new, and what was erased since is gone. */
export function noteRestoreEnded(dir: string): void {
  rmSync(join(dir, FILE_NAME));
}

/**
 * Throws a `StartError` for a folder that a killed restore has left. Its databases may all be there, and
 * still it is an older state under the present history: phones would keep back what came after the
 * backup, and whoever was erased since would be there again.
 */
export function refuseCutRestore(dataDir: string): void {
  if (!isRestoreCut(dataDir)) return;
  throw new StartError(
    'restore-cut',
    `A restore into ${dataDir} has not ended. If none is running there, it was cut off: run the same "crece restore FILE ${dataDir}" again.`,
  );
}
