import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../base/start-error.ts';
import type { DocumentStore } from '../store/document-store.ts';
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

type Locals = Pick<DocumentStore, 'readLocal' | 'writeLocal'>;

/**
 * Local document of CouchDB's accounts: a restore fills this CouchDB, or has filled it (`ended`) and may
 * not have ended in its folder.
 */
const COPIES = 'restore_copies_accounts';

/** Whether a restore has begun to fill this CouchDB, and no server has started on it since. */
export async function isFilledByRestore(accounts: Locals): Promise<boolean> {
  return (await accounts.readLocal(COPIES)) !== null;
}

/** Whether a restore has begun to fill this CouchDB and has not filled it. */
export async function isCutInCouch(accounts: Pick<Locals, 'readLocal'>): Promise<boolean> {
  const known = await accounts.readLocal(COPIES);
  return known !== null && known['ended'] !== true;
}

/** Notes that a restore fills this CouchDB, before it writes anything else there, or that it has. */
export async function noteInCouch(accounts: Locals, { ended }: { ended: boolean }): Promise<void> {
  const known = await accounts.readLocal(COPIES);
  await accounts.writeLocal({ ...known, _id: COPIES, ended });
}

/** The folder is whole too: nothing is to be repeated. */
export async function forgetInCouch(accounts: Locals): Promise<void> {
  const known = await accounts.readLocal(COPIES);
  if (known === null) return;
  await accounts.writeLocal({ _id: COPIES, _rev: known._rev, _deleted: true });
}

/**
 * Throws a `StartError` for a CouchDB that a restore has filled in part, whatever folder a server has for
 * the rest: it would begin with some of the accounts, or as a new server, beside old records.
 */
export async function refuseCutCouch(accounts: Locals): Promise<void> {
  // A server begins, so one that has filled it cannot be repeated any more.
  if (!(await isCutInCouch(accounts))) return forgetInCouch(accounts);
  throw new StartError(
    'restore-cut',
    'A restore into this CouchDB has not ended. If none is running, it was cut off: run the same "crece restore FILE FOLDER --couchdb" again.',
  );
}
