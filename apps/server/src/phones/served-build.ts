import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As many letters of the digest as the application tells. */
const BUILD_LETTERS = 12;
const DIGEST = /^[0-9a-f]{64}$/;

/** The build of the application in a folder, by the digest of its sources; null where it has none. */
export async function servedBuild(webDir: string): Promise<string | null> {
  const text = await readFile(join(webDir, '.build-stamp'), 'utf8').catch(() => '');
  const digest = text.trim();
  return DIGEST.test(digest) ? digest.slice(0, BUILD_LETTERS) : null;
}
