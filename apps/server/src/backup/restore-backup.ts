import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ONE_USE_PREFIX } from '../accounts/one-use.ts';
import { SESSION_PREFIX } from '../accounts/sessions.ts';
import { noteRestore } from '../base/last-backup.ts';
import { StartError, systemCode } from '../base/start-error.ts';
import { openEpoch } from '../gateway/epoch.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { JOBS_DATABASE } from '../jobs/jobs.ts';
import {
  forgetInCouch,
  isFilledByRestore,
  isOfRestore,
  isRestoreCut,
  noteInCouch,
  noteRestoreBegun,
  noteRestoreEnded,
} from '../start/cut-restore.ts';
import {
  faultOfWritten,
  finishUnitRestores,
  takeUnitPlace,
  unitToWrite,
} from '../start/cut-unit-restores.ts';
import { databasesFolder, isFullDisk, openDataStores } from '../start/data-folder.ts';
import { lockDataFolder } from '../start/data-folder-lock.ts';
import { type DocumentStore, type Stores, StoreUnavailable } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE, isStakeDB } from '../store/store-names.ts';
import type { Manifest } from './backup-format.ts';
import { BackupRefused, inMegabytes } from './backup-refused.ts';
import { copyStore } from './copy-store.ts';
import type { Key } from './encryption.ts';
import { type ErasedAfterRestore, eraseAfterRestore } from './erase-after-restore.ts';
import { bringMovedSince, type OnBrought } from './moved-since.ts';
import { newHistoryOf, type UnitInFolder } from './new-history.ts';
import { readBackup, verifyBackup } from './read-backup.ts';

export interface RestoreAsked {
  readonly file: string;
  readonly key: Key | null;
  /** The new data folder: empty, not there, or what a killed restore left. */
  readonly dir: string;
  /** Keep sessions, one-use links and mails on their way. */
  readonly keepSessions: boolean;
  readonly clock: () => Date;
  /** Where lists of erasures may lie, besides beside the backup. */
  readonly lists?: readonly string[];
  /** Is told what was erased again. */
  readonly onErased?: (erased: ErasedAfterRestore) => void;
  readonly onBrought?: OnBrought;
  /** Ends it early; what was written is removed again. */
  readonly signal?: AbortSignal;
}

async function refuseFull(dir: string): Promise<void> {
  const found = await readdir(dir).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw new BackupRefused(`${dir} cannot be used as a folder.`, { cause: error });
  });
  if (found.length > 0 && !isRestoreCut(dir)) {
    throw new BackupRefused(`${dir} is not empty: a backup is put back into an empty folder.`);
  }
}

/** The nearest folder above a path that exists. */
function standing(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : standing(above);
}

async function refuseWithoutRoom(dir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(standing(resolve(dir)));
  if (bavail * bsize >= bytes) return;
  throw new BackupRefused(
    `There is not enough room for ${dir}: the backup needs ${inMegabytes(bytes)}, ${inMegabytes(bavail * bsize)} are free.`,
  );
}

const bytesOf = ({ files }: Manifest) => files.reduce((sum, { bytes }) => sum + bytes, 0);

async function dropEach(store: DocumentStore, prefix: string): Promise<void> {
  for await (const { _id, _rev } of store.listLocal(prefix)) {
    await store.writeLocal({ _id, _rev, _deleted: true });
  }
}

/** A backup holds no files of jobs: what was under way cannot go on, and no file can be downloaded. */
async function endJobs(stores: Stores, clock: () => Date): Promise<void> {
  if (!(await stores.has(JOBS_DATABASE))) return;
  const jobs = createJobStore(await stores.open(JOBS_DATABASE));
  const interrupted = { state: 'failed', code: 'interrupted' } as const;
  for await (const { id, state, fileName, isExpired } of jobs.all()) {
    if (state === 'running') {
      await jobs.change(id, () => ({ ...interrupted, endedAt: clock().toISOString() }));
    } else if (fileName !== null && !isExpired) await jobs.change(id, () => ({ isExpired: true }));
  }
}

/** A new history, and nobody signed in: sessions and links of that day may be in wrong hands. */
async function beginAnew(dir: string, { keepSessions, clock }: RestoreAsked): Promise<void> {
  const stores = await openDataStores(dir);
  try {
    if (!keepSessions) {
      const store = await stores.open(ACCOUNTS_DATABASE);
      await dropEach(store, SESSION_PREFIX);
      await dropEach(store, ONE_USE_PREFIX);
    }
    await endJobs(stores, clock);
    await renewIn(stores, clock);
  } finally {
    await stores.close();
  }
}

async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(bytes, file, signal === undefined ? {} : { signal });
}

function isFull(error: unknown, dir: string): boolean {
  if (error instanceof StoreUnavailable) return isFullDisk(dir, error);
  return error instanceof StartError ? error.code === 'disk-full' : systemCode(error) === 'ENOSPC';
}

/**
 * Only the new part of a fault is told: the reason, and that nothing stayed behind. Asked before what was
 * written is removed: afterwards the disk has room again.
 */
function told(error: unknown, dir: string): unknown {
  if (!isFull(error, dir)) return error;
  return new BackupRefused(`The disk of ${dir} is full; nothing was left there.`, { cause: error });
}

/** Takes an empty folder for this restore; returns the function that gives it up. */
function takeFolder(dir: string): () => void {
  // First: with anything else in it the folder could neither be filled by another restore nor be refused
  // by a start.
  noteRestoreBegun(dir);
  try {
    return lockDataFolder(dir);
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'folder-in-use') throw error;
    throw new BackupRefused(`Another restore into ${dir} is under way.`, { cause: error });
  }
}

/** Removes what a restore has written, but not its note: a kill here leaves no folder that starts. */
async function dropWritten(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!isOfRestore(name)) await rm(join(dir, name), { recursive: true });
  }
}

/** Fills the folder; that it is whole is for the caller to note. */
async function fillFolder(asked: RestoreAsked): Promise<Manifest> {
  const { file, key, dir, keepSessions, signal } = asked;
  await refuseFull(dir);
  const manifest = await verifyBackup(file, key, signal);
  const made = await mkdir(dir, { recursive: true, mode: 0o700 });
  const giveUp = takeFolder(dir);
  try {
    await dropWritten(dir);
    await refuseWithoutRoom(dir, bytesOf(manifest));
    await readBackup(file, key, async (name, bytes) => {
      if (name.startsWith('outbox/') && !keepSessions) for await (const _chunk of bytes);
      else await write(join(dir, name), bytes, signal);
    });
    await beginAnew(dir, asked);
    const { lists: others = [], onErased, onBrought } = asked;
    await bringMovedSince(dir, { onBrought });
    const erased = await eraseAfterRestore(dir, { file, others, clock: asked.clock });
    signal?.throwIfAborted();
    onErased?.(erased);
    await noteRestore(dir, { at: asked.clock(), backupOf: new Date(manifest.madeAt) });
    giveUp();
    return manifest;
  } catch (error) {
    const reason = told(error, dir);
    giveUp();
    await dropWritten(dir);
    await rm(made ?? dir, { recursive: true, force: true });
    if (made === undefined) await mkdir(dir, { mode: 0o700 });
    throw reason;
  }
}

/**
 * Makes a data folder from a backup: the whole file is checked before anything is written, and what
 * was written is removed again should that fail. Afterwards the history is a new one, so that phones
 * bring back what came after the backup, and sessions, one-use links and mails on their way are gone
 * unless they are to be kept. Killed, it leaves a folder that no server starts on, and may be repeated.
 */
export async function restoreBackup(asked: RestoreAsked): Promise<Manifest> {
  const manifest = await fillFolder(asked);
  noteRestoreEnded(asked.dir);
  return manifest;
}

async function renewIn(stores: Stores, clock: () => Date): Promise<void> {
  const store = await stores.open(ACCOUNTS_DATABASE);
  const epoch = await openEpoch({ store, stores, clock, log: { warn: () => undefined } });
  await epoch.renew('restored from a backup');
  await epoch.close();
}

/** Whether CouchDB has accounts, other than those of a restore that did not end. */
async function holdsAccounts(couch: Stores): Promise<boolean> {
  if (!(await couch.has(ACCOUNTS_DATABASE))) return false;
  const store = await couch.open(ACCOUNTS_DATABASE);
  return (await store.info()).docCount > 0 && !(await isFilledByRestore(store));
}

/**
 * The same for a server on CouchDB that has no accounts yet: the databases go there, all else into the
 * folder. Cut off, it may be repeated: what is there already stays, and the accounts come last.
 */
export async function restoreIntoCouch(asked: RestoreAsked, couch: Stores): Promise<Manifest> {
  const { dir, clock } = asked;
  if (await holdsAccounts(couch)) {
    throw new BackupRefused(
      'CouchDB holds accounts already: a backup is put back into an empty one.',
    );
  }
  const manifest = await fillFolder(asked);
  try {
    const accounts = await couch.open(ACCOUNTS_DATABASE);
    await noteInCouch(accounts, { ended: false });
    const files = await openDataStores(dir);
    try {
      // `unit_…` before `sys_…`.
      for (const name of (await files.names()).toReversed()) {
        if (name === ACCOUNTS_DATABASE) continue;
        await copyStore(await files.open(name), await couch.open(name));
      }
      await copyStore(await files.open(ACCOUNTS_DATABASE), accounts);
    } finally {
      await files.close();
    }
    await renewIn(couch, clock);
    // Killed from here on, the folder does not start, and the restore may be repeated.
    await noteInCouch(accounts, { ended: true });
    await rm(databasesFolder(dir), { recursive: true });
    noteRestoreEnded(dir);
    await forgetInCouch(accounts);
    return manifest;
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

export interface UnitRestoreAsked
  extends UnitInFolder,
    Pick<RestoreAsked, 'file' | 'key' | 'lists' | 'onErased' | 'onBrought'> {}

export interface RestoredUnit {
  readonly manifest: Manifest;
  /** Where the file lies that was there; `null`: none was. */
  readonly aside: string | null;
}

/**
 * Puts one unit back in place of the present one, which is put aside: what came after the backup may be
 * there alone. The other units and accounts stay; what moved from them to this one comes again.
 */
export async function restoreUnit(asked: UnitRestoreAsked): Promise<RestoredUnit> {
  const { file, key, stakeDB, dataDir } = asked;
  const manifest = await verifyBackup(file, key);
  const name = `databases/units/${stakeDB}.sqlite`;
  const found = manifest.files.find((each) => each.name === name);
  if (!isStakeDB(stakeDB) || found === undefined) {
    throw new BackupRefused(`${file} holds no unit "${stakeDB}".`);
  }
  await refuseWithoutRoom(dataDir, found.bytes);
  const path = join(dataDir, name);
  const fresh = unitToWrite(path);
  let aside: string | null = null;
  finishUnitRestores(databasesFolder(dataDir));
  try {
    await readBackup(file, key, async (each, bytes) => {
      if (each === name) await write(fresh, bytes);
      else for await (const _chunk of bytes);
    });
    const fault = faultOfWritten(fresh);
    if (fault !== null) {
      throw new BackupRefused(`The unit ${stakeDB} of ${file} ${fault}: the present one stays.`);
    }
    aside = takeUnitPlace(path, asked.clock());
  } catch (error) {
    const reason = told(error, dataDir);
    await rm(fresh, { force: true });
    throw reason;
  }
  await newHistoryOf(asked, `the unit ${stakeDB} was restored from a backup`);
  const { lists: others = [], onErased, onBrought } = asked;
  await bringMovedSince(dataDir, { into: stakeDB, onBrought });
  const erased = await eraseAfterRestore(dataDir, {
    ...{ file, others, stakeDB },
    clock: asked.clock,
  });
  onErased?.(erased);
  return { manifest, aside };
}
