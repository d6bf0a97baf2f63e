import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportResultBody } from '@crece/contract';
import { createBackground } from '../accounts/background.ts';
import { openPushLog } from '../gateway/push-log.ts';
import type { Stores } from '../store/document-store.ts';
import { importResult, refusedResult } from './import-result.ts';
import { openJournal } from './journal.ts';
import { type ImportTask, type ImportTools, runImport } from './run-import.ts';
import type { FileScan } from './scan.ts';
import { RefusedFile } from './source/source-row.ts';
import { type Undone, type UndoTask, undoImport } from './undo-import.ts';
import { WorkFile } from './work-file.ts';

const FOLDER = 'uploads';

/** How long an import can be taken back: what it replaced holds the records of children. */
const UNDO_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Where uploaded files lie until they are imported, and what imports keep while they work. */
export async function uploadsFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Digest of a file's bytes; records that the file does not name get their ids from it. */
export async function fileDigestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

export interface FileTools extends Pick<ImportTools, 'signal' | 'progress'> {
  readonly stores: Stores;
  readonly dataDir: string;
  /** A fault of work that nobody waits for: who pushed what could not be noted. */
  readonly onFault: (error: unknown) => void;
}

type LogTools = Pick<FileTools, 'stores' | 'onFault'>;

/** Runs with the journal and the log of pushes, and waits for what they still write. */
async function withLogs<T>(
  { stores, onFault }: LogTools,
  now: Date,
  run: (logs: Pick<ImportTools, 'journal' | 'pushLog'>) => Promise<T>,
): Promise<T> {
  const background = createBackground(onFault);
  try {
    const pushLog = await openPushLog({ stores, clock: () => now, background });
    return await run({ journal: await openJournal(stores), pushLog });
  } finally {
    await background.settled();
  }
}

/** The work file of an import: it outlives a kill, and nothing else. */
async function workPath(dataDir: string, importId: string): Promise<string> {
  return join(await uploadsFolder(dataDir), `${importId}.work`);
}

/** Throws away what an import kept while it worked. */
export async function dropWork(dataDir: string, importId: string): Promise<void> {
  const path = await workPath(dataDir, importId);
  // SQLite's log and its index lie beside it.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}

/**
 * Checks or imports a file and hands what became of its rows to `use` before it is thrown away. A file
 * that is refused as a whole, or has a question open, has none.
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
      await journal.forgetBefore(new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString());
      if (!isDryRun) await journal.keepRecord(importId, { ...record, state: 'running' });
      const scan = await runImport(task, { ...tools, ...logs, work });
      const imported = importResult(scan, work, isDryRun);
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

/** Takes an import back as a whole. */
export async function takeBackImport(
  task: UndoTask,
  tools: LogTools & Pick<Parameters<typeof undoImport>[1], 'signal' | 'progress'>,
): Promise<Undone> {
  return withLogs(tools, task.now, (logs) => undoImport(task, { ...tools, ...logs }));
}
