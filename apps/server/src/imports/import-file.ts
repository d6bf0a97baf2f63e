import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportResultBody } from '@crece/contract';
import { createBackground } from '../base/background.ts';
import { openErasedRegister } from '../erased/register.ts';
import { openPushLog } from '../gateway/push-log.ts';
import { isPlausibleInstant } from '../settings/plausible-clock.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { importResult, refusedResult } from './import-result.ts';
import { type ImportJournal, openJournal } from './journal.ts';
import { type ImportTask, type ImportTools, runImport } from './run-import.ts';
import type { FileScan } from './scan.ts';
import { RefusedFile } from './source/source-row.ts';
import { type Undone, type UndoTask, undoImport } from './undo-import.ts';
import { WorkFile } from './work-file.ts';

const FOLDER = 'uploads';

/**
 * How long an import can be undone; limited, because the replaced records of children are kept for
 * that.
 */
const UNDO_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** The folder of uploaded files, and of the work files of imports. */
export async function uploadsFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Digest of a file's bytes; ids of records that the file does not name are derived from it. */
export async function fileDigestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

export interface FileTools extends Pick<ImportTools, 'signal' | 'progress'> {
  readonly stores: Stores;
  readonly dataDir: string;
  /** Called with faults of background work: entries of the push log that could not be completed. */
  readonly onFault: (error: unknown) => void;
}

type LogTools = Pick<FileTools, 'stores' | 'onFault'>;

/** Runs with the journal and the push log, and waits for their outstanding writes. */
async function withLogs<T>(
  { stores, onFault }: LogTools,
  now: Date,
  run: (logs: Pick<ImportTools, 'journal' | 'pushLog' | 'erased'>) => Promise<T>,
): Promise<T> {
  const background = createBackground(onFault);
  try {
    const pushLog = await openPushLog({ stores, clock: () => now, background });
    const erased = await openErasedRegister(stores);
    return await run({ journal: await openJournal(stores), pushLog, erased });
  } finally {
    await background.settled();
  }
}

/**
 * The work file of an import; it survives a kill of the process. One of an earlier form of these
 * tables has another name: such an import begins again and recognises what it has written.
 */
async function workPath(dataDir: string, importId: string): Promise<string> {
  return join(await uploadsFolder(dataDir), `${importId}.work-2`);
}

/** Deletes the work file of an import. */
export async function dropWork(dataDir: string, importId: string): Promise<void> {
  const path = await workPath(dataDir, importId);
  // SQLite's log and its index are beside it.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}

/** Under a clock that leapt nothing is old: what was imported yesterday could never be undone again. */
async function forgetOld(journal: ImportJournal, { stores }: FileTools, now: Date): Promise<void> {
  if (!(await isPlausibleInstant(await stores.open(ACCOUNTS_DATABASE), now))) return;
  await journal.forgetBefore(new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString());
}

/**
 * Checks or imports a file, and passes the outcome of its rows to `use` before the work file is
 * deleted. `use` is not called for a file that is refused as a whole or has an open question.
 */
export async function importFile(
  task: ImportTask,
  tools: FileTools,
  use: (scan: FileScan, work: WorkFile) => Promise<void>,
): Promise<ImportResultBody> {
  const { importId, stakeDB, username, isDryRun, now } = task;
  const work = new WorkFile(await workPath(tools.dataDir, importId));
  try {
    const result = await withLogs(tools, now, async (logs) => {
      const { journal } = logs;
      const record = { stakeDB, username, startedAt: now.toISOString() };
      await forgetOld(journal, tools, now);
      if (!isDryRun) await journal.keepRecord(importId, { ...record, state: 'running' });
      const scan = await runImport(task, { ...tools, ...logs, work });
      const imported = importResult(scan, work, task);
      if (imported.status === 'imported') {
        await journal.keepRecord(importId, { ...record, state: 'imported' });
      }
      if (imported.status === 'checked' || imported.status === 'imported') await use(scan, work);
      return imported;
    });
    work.close();
    await dropWork(tools.dataDir, importId);
    return result;
  } catch (error) {
    work.close();
    if (!(error instanceof RefusedFile)) throw error;
    await dropWork(tools.dataDir, importId);
    return refusedResult(error.refusal);
  }
}

/** Undoes an import as a whole. */
export async function takeBackImport(
  task: UndoTask,
  tools: LogTools & Pick<Parameters<typeof undoImport>[1], 'signal' | 'progress'>,
): Promise<Undone> {
  return withLogs(tools, task.now, (logs) => undoImport(task, { ...tools, ...logs }));
}
