import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataFolderError, StartError, systemCode } from '../base/start-error.ts';

/** The file that is locked. */
export const LOCK_FILE = 'lock.sqlite';
const BUSY = 5;

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === BUSY;

function makeLockFile(dataDir: string, path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw dataFolderError(dataDir, error);
    const sentence = `There is no data folder ${dataDir}: name it with CRECE_DATA_DIR.`;
    throw new StartError('data-folder', sentence, error);
  }
}

/**
 * Takes the data folder for this server until it ends, also by a kill: the system itself gives up the
 * lock of a process that is gone. Two servers on one folder would each have limits, feeds and caches
 * of their own. Throws a `StartError` when another server has it; returns the function that gives it
 * up. Commands do not ask for it.
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, LOCK_FILE);
  makeLockFile(dataDir, path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    // A disk that takes no lock is no reason not to serve.
    if (!isBusy(error)) return () => undefined;
    throw new StartError(
      'folder-in-use',
      `Another server of Crece runs on ${dataDir}: stop it first, or name another folder with CRECE_DATA_DIR.`,
      error,
    );
  }
  return () => database.close();
}

/** Whether a server has the data folder. */
export function isFolderLocked(dataDir: string): boolean {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0, readOnly: true });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database.close();
  }
}
