import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';

/** Lies in the data folder and beside the backups. */
export const ERASED_FILE = 'erasures.json';

const mutex = new KeyedMutex();

/** Ids of erased records by the unit that they were in. No names, no days: those are on the server. */
export type ErasedIds = ReadonlyMap<string, ReadonlySet<string>>;

/** A user name that an account had. */
export interface KnownUserName {
  readonly hash: string;
  /** ISO instant until which it was the account's; `null`: to the end. */
  readonly until: string | null;
}

/** What names an erased account had, as marks and digests: no name is kept. */
export interface ErasedNames {
  /** ISO instant at which the account was made. */
  readonly since: string;
  /** `nameMark` of each name that records may hold. */
  readonly marks: readonly number[];
  /** The oldest first. */
  readonly users: readonly KnownUserName[];
}

const namesSchema = z.object({
  since: z.string(),
  marks: z.array(z.number()),
  users: z.array(z.object({ hash: z.string(), until: z.string().nullable() })),
}) satisfies z.ZodType<ErasedNames>;

/** Erased accounts by id. */
export type ErasedAccountNames = ReadonlyMap<string, ErasedNames>;

const fileSchema = z.object({
  version: z.literal(1),
  erased: z.record(z.string(), z.array(z.string())),
  /** Absent before the first erased account. */
  accounts: z.record(z.string(), namesSchema).default({}),
});
type ErasedLists = z.infer<typeof fileSchema>;

/** The union of several lists. */
export function unionOf(...lists: readonly ErasedIds[]): ErasedIds {
  const union = new Map<string, Set<string>>();
  for (const list of lists) {
    for (const [unit, ids] of list) union.set(unit, new Set([...(union.get(unit) ?? []), ...ids]));
  }
  return union;
}

/** Both lists of a file; `null`: there is none. Throws for a file that is no such list. */
async function readLists(path: string): Promise<ErasedLists | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return fileSchema.parse(JSON.parse(text));
}

const idsOf = ({ erased }: ErasedLists): ErasedIds =>
  new Map(Object.entries(erased).map(([unit, ids]) => [unit, new Set(ids)]));

/** The erased records of a file; `null`: there is none. Throws for a file that is no such list. */
export async function readErasedFile(path: string): Promise<ErasedIds | null> {
  const lists = await readLists(path);
  return lists === null ? null : idsOf(lists);
}

/** The erased accounts of a file, none without one. Throws for a file that is no such list. */
export async function readErasedAccounts(path: string): Promise<ErasedAccountNames> {
  const lists = await readLists(path);
  return new Map(Object.entries(lists?.accounts ?? {}));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

function textOf(list: ErasedIds, named: ErasedAccountNames): string {
  const units = [...list].map(([unit, ids]): [string, string[]] => [unit, [...ids].sort()]);
  const erased = Object.fromEntries(units.sort(byName));
  const accounts = Object.fromEntries([...named].sort(byName));
  const lists = { version: 1, erased, ...(named.size === 0 ? {} : { accounts }) };
  return `${JSON.stringify(lists, null, 1)}\n`;
}

/**
 * Adds to the lists in a folder. Nothing is ever taken from it: it may know more than the server,
 * which may have been put back to an older state. Written whole or not at all.
 */
export function addToErasedFile(
  folder: string,
  added: ErasedIds,
  accounts: ErasedAccountNames = new Map(),
): Promise<void> {
  const path = join(folder, ERASED_FILE);
  // One after the other: records and accounts may be erased at the same time.
  return mutex.runExclusive([path], () => add(path, added, accounts));
}

async function add(path: string, added: ErasedIds, accounts: ErasedAccountNames): Promise<void> {
  const known = await readLists(path);
  const ids = known === null ? new Map() : idsOf(known);
  const named = new Map(Object.entries(known?.accounts ?? {}));
  const text = textOf(unionOf(ids, added), new Map([...named, ...accounts]));
  // An empty list is kept too: it says that nobody was erased, where none says nothing.
  if (known !== null && text === textOf(ids, named)) return;
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
