import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkFile } from '../store/sqlite/check-file.ts';

const UNITS = 'units';
const SUFFIX = '.sqlite';
const LOGS = ['-wal', '-shm'] as const;
/** How the file of a unit ends while it is written from a backup. */
const WRITTEN = '.restoring';
/** How it ends once it is whole, with the moment under which the present file goes aside. */
const WHOLE = /^(\w+)\.sqlite\.restored-(\d{8}T\d{6})$/;

/** Where the files of units lie that were put aside. */
export const asideFolder = (databases: string) => join(databases, 'damaged');

const momentOf = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** Where a unit goes that is put aside now; never where another lies. */
export function asidePath(databases: string, stakeDB: string, now: Date): string {
  const path = join(asideFolder(databases), `${stakeDB}-${momentOf(now)}${SUFFIX}`);
  const isTaken = ['', ...LOGS].some((part) => existsSync(path + part));
  return isTaken ? asidePath(databases, stakeDB, new Date(now.getTime() + 1_000)) : path;
}

/** Puts the file of a unit aside with its log. It may be repeated after a kill, with the same place. */
export function putAside(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  // The log first: without it the file is an older state, with another's log it would be none.
  for (const part of [...LOGS.toReversed(), '']) {
    if (existsSync(path + part) && !existsSync(to + part)) renameSync(path + part, to + part);
  }
}

/** The last steps of a restore, which the next start or command ends if they are cut off. */
function takePlace(fresh: string): void {
  const [, stakeDB = '', moment = ''] = WHOLE.exec(basename(fresh)) ?? [];
  const databases = dirname(dirname(fresh));
  const path = join(dirname(fresh), `${stakeDB}${SUFFIX}`);
  const begun = join(asideFolder(databases), `${stakeDB}-${moment}${SUFFIX}`);
  // A file that came into the place of one that has gone goes where nothing lies yet.
  const isGone = existsSync(begun) && existsSync(path);
  const aside = isGone ? asidePath(databases, stakeDB, new Date()) : begun;
  if (existsSync(path)) putAside(path, aside);
  // The log of a file that is gone must not be taken for one of the new.
  for (const log of LOGS) rmSync(path + log, { force: true });
  renameSync(fresh, path);
}

/** Where a restore writes the file of a unit before it takes the place of the present one. */
export const unitToWrite = (path: string) => path + WRITTEN;

/** What is wrong with the file of a unit that a restore wrote; `null`: it is whole. */
export function faultOfWritten(file: string): string | null {
  const fault = checkFile(file);
  // Looking leaves an empty log.
  for (const log of LOGS) rmSync(file + log, { force: true });
  return fault;
}

/**
 * Puts the written file of a unit in place of the present one, which goes aside with its log. Returns
 * where that lies; `null`: there was none.
 */
export function takeUnitPlace(path: string, now: Date): string | null {
  const databases = dirname(dirname(path));
  const aside = asidePath(databases, basename(path, SUFFIX), now);
  const isThere = existsSync(path);
  mkdirSync(asideFolder(databases), { recursive: true, mode: 0o700 });
  const moment = basename(aside, SUFFIX).slice(-momentOf(now).length);
  const fresh = `${path}.restored-${moment}`;
  // From here on the restore is ended, if not now, then by the next start or command.
  renameSync(unitToWrite(path), fresh);
  takePlace(fresh);
  return isThere ? aside : null;
}

/**
 * Ends restores of units that were killed in their last steps, and removes what one had not written to its
 * end. Call it only while nobody else has the lock of the data folder, under which a unit is restored.
 */
export function finishUnitRestores(databases: string): void {
  const folder = join(databases, UNITS);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith(SUFFIX + WRITTEN)) rmSync(file);
    else if (WHOLE.test(name) && faultOfWritten(file) === null) takePlace(file);
  }
}
