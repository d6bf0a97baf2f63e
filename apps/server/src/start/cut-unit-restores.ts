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
/** How a damaged file ends on its way aside, with the moment under which it does. */
const GOING = /^(\w+)\.sqlite\.aside-(\d{8}T\d{6})$/;

/** Where the files of units lie that were put aside. */
export const asideFolder = (databases: string) => join(databases, 'damaged');

const momentOf = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** Where a unit goes that is put aside now; never where another lies. */
export function asidePath(databases: string, stakeDB: string, now: Date): string {
  const path = join(asideFolder(databases), `${stakeDB}-${momentOf(now)}${SUFFIX}`);
  const isTaken = ['', ...LOGS].some((part) => existsSync(path + part));
  return isTaken ? asidePath(databases, stakeDB, new Date(now.getTime() + 1_000)) : path;
}

/** The moment at the end of the name under which a unit lies aside. */
const momentIn = (aside: string) => basename(aside, SUFFIX).slice(-'YYYYMMDDTHHMMSS'.length);

/** Moves these parts of a file of SQLite. It may be repeated after a kill, with the same place. */
function moveParts(path: string, to: string, parts: readonly string[]): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  for (const part of parts) {
    if (existsSync(path + part) && !existsSync(to + part)) renameSync(path + part, to + part);
  }
}

/** The last steps of putting a damaged unit aside, which the next start or command ends if they are cut off. */
function endAside(going: string): void {
  const [, stakeDB = '', moment = ''] = GOING.exec(basename(going)) ?? [];
  const path = join(dirname(going), `${stakeDB}${SUFFIX}`);
  const to = join(asideFolder(dirname(dirname(going))), `${stakeDB}-${moment}${SUFFIX}`);
  // A log beside a file that was made since is that one's.
  moveParts(path, to, existsSync(path) ? [] : LOGS.toReversed());
  renameSync(going, to);
}

/** Puts the damaged file of a unit aside with its log. Returns where it lies. */
export function putUnitAside(path: string, now: Date): string {
  const aside = asidePath(dirname(dirname(path)), basename(path, SUFFIX), now);
  const going = `${path}.aside-${momentIn(aside)}`;
  // From here on it is ended, if not now, then by the next start or command: without its log the file is
  // an older state, and nobody would find the two under two names.
  renameSync(path, going);
  endAside(going);
  return aside;
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
  // The log first: without it the file is an older state, with another's log it would be none.
  if (existsSync(path)) moveParts(path, aside, [...LOGS.toReversed(), '']);
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
  const fresh = `${path}.restored-${momentIn(aside)}`;
  // From here on the restore is ended, if not now, then by the next start or command.
  renameSync(unitToWrite(path), fresh);
  takePlace(fresh);
  return isThere ? aside : null;
}

/**
 * Ends restores of units, and of damaged ones the way aside, that were killed in their last steps, and removes
 * what a restore had not written to its end. Call it only while nobody else has the lock of the data folder,
 * under which a unit is exchanged.
 */
export function finishUnitRestores(databases: string): void {
  const folder = join(databases, UNITS);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith(SUFFIX + WRITTEN)) rmSync(file);
    else if (GOING.test(name)) endAside(file);
    else if (WHOLE.test(name) && faultOfWritten(file) === null) takePlace(file);
  }
}
