import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** How the names of folders begin that are to be put in place of the present data. */
export const FRESH = 'fresh-';
const NOTE = 'swap.json';
const noteSchema = z.object({ fresh: z.string(), aside: z.string() });

/** What a backup puts back into a data folder. */
const PARTS = ['databases', 'pictures', 'outbox', 'secret'] as const;
const FOLDERS = ['databases', 'pictures', 'outbox'] as const;

/**
 * Goes on with a swap that was begun. Each part is renamed at once, so that a kill leaves it in one
 * place or the other, and the next call ends what is left.
 */
export function finishSwap(dataDir: string): void {
  const note = join(dataDir, NOTE);
  if (!existsSync(note)) return;
  const { fresh, aside } = noteSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
  mkdirSync(join(dataDir, aside), { recursive: true, mode: 0o700 });
  for (const name of PARTS) {
    const [now, old, next] = [dataDir, join(dataDir, aside), join(dataDir, fresh)].map((folder) =>
      join(folder, name),
    ) as [string, string, string];
    if (!existsSync(next)) continue;
    if (existsSync(now) && !existsSync(old)) renameSync(now, old);
    renameSync(next, now);
  }
  rmSync(join(dataDir, fresh), { recursive: true, force: true });
  rmSync(note);
}

/**
 * Puts the parts of a fresh data folder, which lies in the data folder, in place of the present ones,
 * which go aside. A part that the fresh one lacks is empty afterwards; only a secret stays.
 */
export function swapFolders(dataDir: string, fresh: string, aside: string): void {
  for (const name of FOLDERS)
    mkdirSync(join(dataDir, fresh, name), { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `${NOTE}.tmp`);
  writeFileSync(temporary, JSON.stringify({ fresh, aside }), { mode: 0o600, flush: true });
  // From here on the swap is ended, if not now, then by the next start or command.
  renameSync(temporary, join(dataDir, NOTE));
  finishSwap(dataDir);
}

/**
 * Removes what a swap left that was killed before it was begun: a second set of all data. For whoever has
 * the lock of the data folder.
 */
export function dropCutSwaps(dataDir: string): void {
  if (existsSync(join(dataDir, NOTE))) return;
  for (const name of readdirSync(dataDir)) {
    if (/^fresh-\d{8}T\d{6}$/.test(name)) rmSync(join(dataDir, name), { recursive: true });
  }
}
