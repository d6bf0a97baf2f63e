import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError, StartError, systemCode } from '../base/start-error.ts';

const FILE_NAME = 'secret';
const SECRET_BYTES = 48;
/** HS256 needs a key as long as its hash: 32 bytes. */
export const SHORTEST_SECRET = 32;

async function readOrNull(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    const isOthers = ['EACCES', 'EPERM'].includes(systemCode(error));
    const why = isOthers ? 'this user may not read it' : systemCode(error) || String(error);
    throw new StartError(
      'secret',
      `The secret in ${file} cannot be opened: ${why}. ${
        isOthers ? `Give it to the server's user: chown USER ${file}` : 'Put it back from a backup'
      }, or remove it: the next start makes a new one and everybody signs in again.`,
      error,
    );
  }
}

/** Renames the file to its final name unless another process was first. */
async function takeName(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    // The file system has no hard links (a USB stick).
    await rename(temporary, file);
  }
}

async function makeSecret(file: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await takeName(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * The secret of a data folder; null: there is none yet.
 *
 * @throws {StartError} when no server can sign with it
 */
export async function readSecret(dataDir: string): Promise<string | null> {
  const file = join(dataDir, FILE_NAME);
  const secret = await readOrNull(file);
  if (secret === null || secret.length >= SHORTEST_SECRET) return secret;
  throw new StartError(
    'secret',
    `The secret in ${file} is too short. Remove the file: the next start makes a new one and everybody signs in again.`,
  );
}

/**
 * The secret that signs sessions. It is created at the first start and stored in the data folder,
 * readable by the server's user only, so that sessions survive a restart. Two servers that start at
 * once use the same secret.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const kept = await readSecret(dataDir);
  if (kept !== null) return kept;
  try {
    await makeSecret(join(dataDir, FILE_NAME));
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  return (await readSecret(dataDir)) ?? loadSecret(dataDir);
}
