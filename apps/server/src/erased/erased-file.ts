import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Lies in the data folder and beside the backups. */
export const ERASED_FILE = 'erasures.json';

/** Ids of erased records by the unit that they were in. No names, no days: those are on the server. */
export type ErasedIds = ReadonlyMap<string, ReadonlySet<string>>;

const fileSchema = z.object({
  version: z.literal(1),
  erased: z.record(z.string(), z.array(z.string())),
});

/** The union of several lists. */
export function unionOf(...lists: readonly ErasedIds[]): ErasedIds {
  const union = new Map<string, Set<string>>();
  for (const list of lists) {
    for (const [unit, ids] of list) union.set(unit, new Set([...(union.get(unit) ?? []), ...ids]));
  }
  return union;
}

/** A list from a file; `null`: there is none. Throws for a file that is no such list. */
export async function readErasedFile(path: string): Promise<ErasedIds | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const { erased } = fileSchema.parse(JSON.parse(text));
  return new Map(Object.entries(erased).map(([unit, ids]) => [unit, new Set(ids)]));
}

function textOf(list: ErasedIds): string {
  const units = [...list].map(([unit, ids]): [string, string[]] => [unit, [...ids].sort()]);
  const erased = Object.fromEntries(units.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: 1, erased }, null, 1)}\n`;
}

/**
 * Adds ids to the list in a folder. Nothing is ever taken from it: it may know more than the server,
 * which may have been put back to an older state. Written whole or not at all.
 */
export async function addToErasedFile(folder: string, added: ErasedIds): Promise<void> {
  const path = join(folder, ERASED_FILE);
  const known = await readErasedFile(path);
  const text = textOf(unionOf(known ?? new Map(), added));
  // An empty list is kept too: it says that nobody was erased, where none says nothing.
  if (known !== null && text === textOf(known)) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
