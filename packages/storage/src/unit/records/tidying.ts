import type { BlockSize } from './block.ts';
import type { WriteContext } from './context.ts';
import { setAside } from './damage.ts';
import { changeOf, type Entry } from './entry.ts';
import { writeHead } from './head.ts';
import type { Transaction } from './key-value.ts';
import { type Damage, type Directory, placeOf, readBlocks, readDocs } from './lookup.ts';
import { type PackedRow, packedRow, splitRows } from './packing.ts';
import { putEntry, putRuns } from './taking.ts';
import type { Change, IsSettled, Tidied } from './unit-records.ts';

/** A block is rewritten when more than this share of its rows is covered. */
const COVERED_SHARE = 1 / 5;

/**
 * Maximum number of documents handled in one transaction, not counting those within the range of
 * one block.
 */
const MOST_AT_ONCE = 512;

/** A block together with the documents of `docs` between the previous block and its own end. */
interface Stretch {
  /** Key of the block; null for the stretch after the last block. */
  readonly key: string | null;
  readonly ids: readonly string[];
}

/** The first stretch after `after` with at least `least` documents, which may be worth packing. */
async function nextStretch(
  transaction: Transaction,
  directory: Directory,
  after: string,
  least: number,
): Promise<Stretch | null> {
  const ids = await transaction.keys('docs', { from: after });
  for (let start = 0; start < ids.length; ) {
    const place = placeOf(directory, ids[start] ?? '');
    const key = directory.keys[place] ?? null;
    let end = start + 1;
    while (end < ids.length && (key === null || (ids[end] ?? '') <= key)) end += 1;
    const within = ids.slice(start, end).filter((id) => id !== after);
    if (within.length >= least) return { key, ids: within };
    start = end;
  }
  return null;
}

/** What tidying does with a stretch. */
interface Plan {
  /** Rows for new blocks, in the order of their ids. */
  readonly rows: readonly PackedRow[];
  /** Ids of those rows that are in `docs` now. */
  readonly inDocs: ReadonlySet<string>;
}

/**
 * The plan for a stretch: documents with one leaf that the server has, and the rows of the block
 * that still count. Null when packing is not worth it, or when a row that the server does not have
 * would get a new sequence.
 */
function planOf(
  inBlock: readonly Entry[],
  docs: readonly Entry[],
  isSettled: IsSettled,
  size: BlockSize,
): Plan | null {
  const covering = new Set(docs.map(({ id }) => id));
  const left = inBlock.filter(({ id }) => !covering.has(id));
  if (!left.every(({ id, sequence }) => isSettled(id, sequence))) return null;
  const settled = docs.filter(({ id, sequence }) => isSettled(id, sequence));
  const rows = [...left, ...settled]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((entry) => packedRow(entry) ?? []);
  const inDocs = new Set(settled.map(({ id }) => id));
  const isWorn = inBlock.length - left.length > inBlock.length * COVERED_SHARE;
  const gained = splitRows(rows, size)
    .blocks.flat()
    .filter(({ entry }) => inDocs.has(entry.id));
  return isWorn || gained.length >= size.least ? { rows, inDocs } : null;
}

/** Tidies the next stretch after `after`; see `UnitRecords.tidy`. */
export async function tidyStretch(
  before: WriteContext,
  isSettled: IsSettled,
  after: string,
): Promise<Tidied & { damages: readonly Damage[] }> {
  const { transaction, size } = before;
  // In a full block, this many covered rows exceed the share.
  const worth = Math.max(1, Math.floor(size.least * COVERED_SHARE));
  const stretch = await nextStretch(transaction, before.directory, after, worth);
  const nothing = { written: 0, changes: [], range: null };
  if (stretch === null) return { ...nothing, next: null, damages: [] };
  const { blocks, damages: inBlocks } = await readBlocks(
    transaction,
    before.directory,
    stretch.key === null ? [] : [stretch.key],
  );
  const { key, ids, inBlock } = bounded(stretch, blocks.get(stretch.key ?? '') ?? []);
  const next = key ?? ids.at(-1) ?? null;
  const docs = await readDocs(transaction, ids);
  const damages = [...inBlocks, ...docs.damages];
  const context = setAside(before, damages);
  const plan = planOf(inBlock, [...docs.entries.values()], isSettled, size);
  if (plan === null) return { ...nothing, next, damages };
  const changes = carryOut(context, plan, inBlock.length > 0 ? key : null);
  const { sequence } = context.head;
  const range = changes.length > 0 ? ([sequence + 1, sequence + changes.length] as const) : null;
  return { written: 0, changes, range, next, damages };
}

/** The stretch, or its first part when many documents precede the block. */
function bounded(
  { key, ids }: Stretch,
  inBlock: readonly Entry[],
): Stretch & { inBlock: readonly Entry[] } {
  const last = ids[MOST_AT_ONCE - 1];
  const first = inBlock[0]?.id;
  const isLong = last !== undefined && (first === undefined || last < first);
  return isLong
    ? { key: null, ids: ids.slice(0, MOST_AT_ONCE), inBlock: [] }
    : { key, ids, inBlock };
}

/** Carries out the plan in place of the block `replaced`; returns the documents that moved. */
function carryOut(context: WriteContext, plan: Plan, replaced: string | null): Change[] {
  const { transaction, head } = context;
  if (replaced !== null) transaction.delete('blocks', replaced);
  const { entries, rest } = putRuns(context, [plan.rows], head.sequence);
  for (const { id } of entries) if (plan.inDocs.has(id)) transaction.delete('docs', id);
  const changes = entries.map(changeOf);
  // Too few rows for a block: rows of the old block move to `docs`; the other documents are already
  // there.
  for (const { entry } of rest) {
    if (plan.inDocs.has(entry.id)) continue;
    const sequence = head.sequence + changes.length + 1;
    changes.push(putEntry(transaction, { ...entry, sequence }));
  }
  const sequence = head.sequence + changes.length;
  writeHead(transaction, { ...head, sequence, blocks: head.blocks + 1 });
  return changes;
}
