import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails contain links that sign people in, so only the server's user may read them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Older ones are deleted, so that mails about forgotten passwords cannot fill the disk. */
const MAX_FILES = 1_000;
const EXTENSION = '.eml';

async function removeOldest(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION)).sort();
  const oldest = mails.slice(0, Math.max(0, mails.length - MAX_FILES));
  await Promise.all(oldest.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Writes a mail into the folder and returns its path, e.g.
 * `2026-03-14T10-42-07-123Z-reset-1f2e3d4c.eml`; file names sort by time and name no person.
 */
export async function writeMailFile(
  folder: string,
  kind: string,
  message: Buffer,
  now: Date,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const instant = now.toISOString().replace(/[:.]/g, '-');
  const file = join(folder, `${instant}-${kind}-${randomBytes(4).toString('hex')}${EXTENSION}`);
  await writeFile(file, message, { mode: FILE_MODE, flag: 'wx' });
  await removeOldest(folder);
  return file;
}
