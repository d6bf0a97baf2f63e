import { decodeBlock, lostWith } from './block.ts';
import { decodeEntry, type Entry } from './entry.ts';
import type { Head } from './head.ts';
import type { SequencedStore, Transaction } from './key-value.ts';
import type { LostRange } from './unit-records.ts';

/** Keys of all blocks in ascending order, valid for one value of `Head.blocks`. */
export interface Directory {
  readonly version: number;
  readonly keys: readonly string[];
}

/** A block, or an entry of `docs`, that cannot be read. */
export interface Damage {
  readonly store: SequencedStore;
  readonly key: string;
  readonly lost: LostRange;
  /** Of an entry: what is stored, which is kept. A block's rows are on the server. */
  readonly raw?: unknown;
}

/** The directory; read again only when blocks were added or removed since. */
export async function readDirectory(
  transaction: Transaction,
  { blocks }: Head,
  remembered: Directory | null,
): Promise<Directory> {
  if (remembered?.version === blocks) return remembered;
  return { version: blocks, keys: await transaction.keys('blocks', {}) };
}

/**
 * Index of the only block that can hold an id: the first block whose last id is that id or higher.
 */
export function placeOf({ keys }: Directory, id: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Result of a lookup of ids. */
export interface Found {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The blocks read, by key: all that can hold one of the ids not read from `docs`. */
  readonly blocks: ReadonlyMap<string, readonly Entry[]>;
  readonly damages: readonly Damage[];
}

/** Reads and decodes blocks by key. */
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
      damages.push({ store: 'blocks', key, lost: lostWith(key, value, before) });
    }
  }
  return { blocks, damages };
}

/**
 * The ids that may be in `docs`. `isStretch`: the ids are a dense part of the order of all ids, so
 * one range query answers which of them exist.
 */
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

/** The strategy of a lookup. */
export type LookUp =
  /** Reads `docs` first, then the blocks for the ids not found there. */
  | 'docs-first'
  /**
   * For ids that are a dense part of the order of all ids: one range query first finds which of
   * them are in `docs`.
   */
  | 'stretch'
  /**
   * Reads `docs` and blocks in one round: for few ids, where a second round costs more than reading
   * too much.
   */
  | 'at-once';

/**
 * Finds documents in `docs`, else as a row of the block whose range contains the id. `ids` must be
 * sorted and unique.
 */
export async function lookUp(
  transaction: Transaction,
  directory: Directory,
  ids: readonly string[],
  how: LookUp = 'docs-first',
): Promise<Found> {
  if (how === 'at-once') {
    const reading = readBlocks(transaction, directory, keysFor(directory, ids));
    const [docs, blocks] = await Promise.all([readDocs(transaction, ids), reading]);
    return foundIn(ids, docs, blocks);
  }
  const asked = await idsInDocs(transaction, ids, how === 'stretch');
  const docs = await readDocs(transaction, asked);
  const others = ids.filter((id) => !docs.entries.has(id));
  const blocks = await readBlocks(transaction, directory, keysFor(directory, others));
  return foundIn(others, docs, blocks);
}

/** Entries of `docs` by id, those of them that exist. */
export async function readDocs(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Pick<Found, 'entries' | 'damages'>> {
  const entries = new Map<string, Entry>();
  const damages: Damage[] = [];
  const values = await Promise.all(ids.map((id) => transaction.get('docs', id)));
  for (const [index, id] of ids.entries()) {
    const raw = values[index];
    const entry = raw === undefined ? undefined : decodeEntry(id, raw);
    if (entry) entries.set(id, entry);
    else if (entry === null)
      damages.push({ store: 'docs', key: id, lost: { first: id, last: id }, raw });
  }
  return { entries, damages };
}

/** Keys of the blocks that can hold these ids. */
function keysFor(directory: Directory, ids: readonly string[]): string[] {
  const keys = new Set(ids.map((id) => directory.keys[placeOf(directory, id)]));
  return [...keys].filter((key) => key !== undefined);
}

/** The entries of `docs`, plus the requested rows of blocks whose id is not among them. */
function foundIn(
  ids: readonly string[],
  docs: Pick<Found, 'entries' | 'damages'>,
  { blocks, damages }: Pick<Found, 'blocks' | 'damages'>,
): Found {
  const entries = new Map(docs.entries);
  const wanted = new Set(ids);
  for (const rows of blocks.values()) {
    for (const row of rows)
      if (wanted.has(row.id) && !docs.entries.has(row.id)) entries.set(row.id, row);
  }
  return { entries, blocks, damages: [...docs.damages, ...damages] };
}
