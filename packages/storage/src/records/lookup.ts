import { decodeBlock, lostWith } from './block.ts';
import { decodeEntry, type Entry } from './entry.ts';
import type { Head } from './head.ts';
import type { Transaction } from './key-value.ts';
import type { LostRange } from './unit-records.ts';

/** Keys of all blocks in ascending order, as they were at a count of `Head.blocks`. */
export interface Directory {
  readonly version: number;
  readonly keys: readonly string[];
}

/** A block that cannot be read. */
export interface Damage {
  readonly key: string;
  readonly lost: LostRange;
}

/** The directory, read again only when a block was added or removed since. */
export async function readDirectory(
  transaction: Transaction,
  { blocks }: Head,
  remembered: Directory | null,
): Promise<Directory> {
  if (remembered?.version === blocks) return remembered;
  return { version: blocks, keys: await transaction.keys('blocks', {}) };
}

/** Place of the only block that can hold an id: the first that ends with it or later. */
export function placeOf({ keys }: Directory, id: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What was found of some ids. */
export interface Found {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Blocks that were read, by key: all that can hold one of the ids that are not in `docs`. */
  readonly blocks: ReadonlyMap<string, readonly Entry[]>;
  readonly damages: readonly Damage[];
}

/** Reads blocks by key. */
export async function readBlocks(
  transaction: Transaction,
  directory: Directory,
  keys: readonly string[],
): Promise<Pick<Found, 'blocks' | 'damages'>> {
  const blocks = new Map<string, readonly Entry[]>();
  const damages: Damage[] = [];
  const values = await Promise.all(keys.map((key) => transaction.get('blocks', key)));
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? {};
    const entries = decodeBlock(key, value);
    if (entries !== null) blocks.set(key, entries);
    else {
      const before = directory.keys[placeOf(directory, key) - 1] ?? '';
      damages.push({ key, lost: lostWith(key, value, before) });
    }
  }
  return { blocks, damages };
}

/** Those of the ids that are in `docs`; `isStretch`: they follow one another in the order of all ids. */
async function idsInDocs(
  transaction: Transaction,
  ids: readonly string[],
  isStretch: boolean,
): Promise<readonly string[]> {
  const [from, to] = [ids[0], ids.at(-1)];
  if (!isStretch || from === undefined || to === undefined) return ids;
  const present = await transaction.keys('docs', { from, to }, ids.length);
  if (present.length === ids.length) return ids;
  const wanted = new Set(ids);
  return present.filter((id) => wanted.has(id));
}

/**
 * Finds documents: in `docs`, else as a row of the block in whose range the id lies. `ids` sorted, each
 * once. With `isStretch` it is asked first which of them are in `docs`, where there are probably none.
 */
export async function lookUp(
  transaction: Transaction,
  directory: Directory,
  ids: readonly string[],
  { isStretch = false }: { isStretch?: boolean } = {},
): Promise<Found> {
  const entries = new Map<string, Entry>();
  const asked = await idsInDocs(transaction, ids, isStretch);
  const values = await Promise.all(asked.map((id) => transaction.get('docs', id)));
  for (const [index, id] of asked.entries()) {
    if (values[index] !== undefined) entries.set(id, decodeEntry(id, values[index]));
  }
  const others = new Set(ids.filter((id) => !entries.has(id)));
  const keys = new Set<string>();
  for (const id of others) {
    const key = directory.keys[placeOf(directory, id)];
    if (key !== undefined) keys.add(key);
  }
  const { blocks, damages } = await readBlocks(transaction, directory, [...keys]);
  for (const rows of blocks.values()) {
    for (const row of rows) if (others.has(row.id)) entries.set(row.id, row);
  }
  return { entries, blocks, damages };
}
