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

/** Notes in the data folder that it was backed up: whoever watches asks for the age. */
export async function noteBackup(dataDir: string, { at, file }: LastBackup): Promise<void> {
  const path = join(dataDir, FILE_NAME);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify({ at: at.toISOString(), file })}\n`, {
      mode: 0o600,
    });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The newest backup that is noted; null: none is. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const { at, file } = noteSchema.parse(
      JSON.parse(await readFile(join(dataDir, FILE_NAME), 'utf8')),
    );
    return { at: new Date(at), file };
  } catch {
    return null;
  }
}
