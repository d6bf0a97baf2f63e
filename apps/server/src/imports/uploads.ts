import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uploadsFolder } from './import-file.ts';

const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;
const OWNER_DIGITS = 16;
/** An uploaded file is kept for a day, because answers to its questions come in later requests. */
const LIFE_MS = 24 * 60 * 60_000;

/** The path of an uploaded file; it contains the account, so another account has another path. */
export async function uploadPath(dataDir: string, owner: string, id: string): Promise<string> {
  if (!ID.test(id)) throw new TypeError('not the id of an upload');
  const of = createHash('sha256').update(owner).digest('hex').slice(0, OWNER_DIGITS);
  return join(await uploadsFolder(dataDir), `${id}-${of}.upload`);
}

/** Whether an account has uploaded a file with this id that still exists. */
export async function hasUpload(dataDir: string, owner: string, id: string): Promise<boolean> {
  if (!ID.test(id)) return false;
  return stat(await uploadPath(dataDir, owner, id)).then(
    () => true,
    () => false,
  );
}

/**
 * Stores an uploaded file while it arrives and returns its id; an interrupted upload leaves
 * nothing.
 */
export async function keepUpload(
  dataDir: string,
  owner: string,
  file: Readable,
  signal: AbortSignal,
): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('hex');
  const path = await uploadPath(dataDir, owner, id);
  try {
    const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(file, target, { signal });
    return id;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Deletes an uploaded file. */
export async function dropUpload(dataDir: string, owner: string, id: string): Promise<void> {
  await rm(await uploadPath(dataDir, owner, id), { force: true });
}

/**
 * Deletes uploads that were not used for a day; `kept` are the ids that running imports still need.
 */
export async function sweepUploads(
  dataDir: string,
  now: Date,
  kept: ReadonlySet<string>,
): Promise<void> {
  const folder = await uploadsFolder(dataDir);
  for (const name of await readdir(folder)) {
    if (kept.has(name.slice(0, ID_BYTES * 2))) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now.getTime() - found.mtimeMs > LIFE_MS) await rm(path, { force: true });
  }
}
