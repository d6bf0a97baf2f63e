import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE_NAME = 'last-backup.json';

const noteSchema = z.object({ at: z.iso.datetime(), file: z.string() });

/** The newest backup of a data folder. */
export interface LastBackup {
  readonly at: Date;
  readonly file: string;
}

async function writeNote(path: string, content: object): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Notes in the data folder that it was backed up: whoever watches asks for the age. */
export function noteBackup(dataDir: string, { at, file }: LastBackup): Promise<void> {
  return writeNote(join(dataDir, FILE_NAME), { at: at.toISOString(), file });
}

/** The newest backup that is noted, even if it is dated ahead of the clock; null: none is. */
export async function notedBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const { at, file } = noteSchema.parse(
      JSON.parse(await readFile(join(dataDir, FILE_NAME), 'utf8')),
    );
    return { at: new Date(at), file };
  } catch {
    return null;
  }
}

const RESTORE_NAME = 'restored.json';
const restoreSchema = z.object({ at: z.iso.datetime(), backupOf: z.iso.datetime() });

/** That a data folder was made from a backup. */
export interface Restore {
  /** When it was put back. */
  readonly at: Date;
  /** When the backup was made. */
  readonly backupOf: Date;
}

/** Notes in a restored data folder what it is: its first backup is due in the next night only. */
export function noteRestore(dataDir: string, { at, backupOf }: Restore): Promise<void> {
  const note = { at: at.toISOString(), backupOf: backupOf.toISOString() };
  return writeNote(join(dataDir, RESTORE_NAME), note);
}

/** Of what a data folder was restored; null: it was not. */
export async function lastRestore(dataDir: string): Promise<Restore | null> {
  try {
    const { at, backupOf } = restoreSchema.parse(
      JSON.parse(await readFile(join(dataDir, RESTORE_NAME), 'utf8')),
    );
    return { at: new Date(at), backupOf: new Date(backupOf) };
  } catch {
    return null;
  }
}

const HOUR_MS = 3_600_000;
/** A backup each night, and two hours for making it. */
const BACKUP_OVERDUE_MS = 26 * HOUR_MS;

/** Whether an instant lies ahead: it was written under a clock that was wrong then, or is now. */
export function isAhead(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > HOUR_MS;
}

/** The newest backup that is noted; null: none is, or it is dated ahead of the clock. */
export async function lastBackup(dataDir: string, now: Date): Promise<LastBackup | null> {
  const noted = await notedBackup(dataDir);
  return noted === null || isAhead(noted.at, now) ? null : noted;
}

/** Whether a night has passed without a backup, also since the folder was restored from one. */
export async function isBackupOverdue(dataDir: string, now: Date): Promise<boolean> {
  const [last, restored] = [await lastBackup(dataDir, now), await lastRestore(dataDir)];
  const restoredAt = restored === null || isAhead(restored.at, now) ? 0 : restored.at.getTime();
  const newest = Math.max(last?.at.getTime() ?? 0, restoredAt);
  return now.getTime() - newest >= BACKUP_OVERDUE_MS;
}
