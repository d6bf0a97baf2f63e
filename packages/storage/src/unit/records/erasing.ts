import { erasureOf, isEmptyVersion, isErasure } from '@crece/replication';
import type { WriteContext } from './context.ts';
import { setAside, unreadKeys } from './damage.ts';
import { ancestryIn, carriedLeaves, type Entry, straight } from './entry.ts';
import { writeHead } from './head.ts';
import { writtenRevision } from './incoming.ts';
import { type Damage, lookUp } from './lookup.ts';
import { encodeBlock, packedRow } from './packing.ts';
import { putEntry } from './taking.ts';
import type { Taken } from './unit-records.ts';

export { followed } from './followed-blocks.ts';

/** Whether nothing is left of a record, and it says that it was erased. */
function isErased(entry: Entry): boolean {
  const leaves = carriedLeaves(entry);
  return leaves.every(isEmptyVersion) && leaves.some(isErasure);
}

/**
 * The record as an erasure leaves it: one deletion without content. If the server's own is here, it is
 * that one; else one on the winning revision, which is the same on every device.
 */
function erased(entry: Entry, sequence: number, limit: number): Entry {
  const { id, rev: parent } = entry;
  const known = carriedLeaves(entry).find(isErasure)?._rev;
  const { ancestry, fields } = writtenRevision(erasureOf({ _id: id, _rev: parent }));
  const path =
    known === undefined
      ? [ancestry[0] ?? '', ...ancestryIn(entry, parent)]
      : ancestryIn(entry, known);
  const tree = straight(path.slice(0, limit));
  return { id, sequence, rev: path[0] ?? '', deleted: true, fields, tree, others: new Map() };
}

/**
 * A row that is covered keeps its content in its block until that is written anew. It is erased too,
 * and not just emptied: should its entry in `docs` be damaged, the row counts again.
 */
function emptyRows(
  { transaction, limit }: WriteContext,
  blocks: ReadonlyMap<string, readonly Entry[]>,
  ids: ReadonlySet<string>,
): void {
  for (const [key, rows] of blocks) {
    if (!rows.some((row) => ids.has(row.id) && !isErased(row))) continue;
    const emptied = rows.map((row) =>
      ids.has(row.id) && !isErased(row) ? erased(row, row.sequence, limit) : row,
    );
    const packed = emptied.flatMap((row) => packedRow(row) ?? []);
    transaction.put('blocks', key, encodeBlock(packed, rows[0]?.sequence ?? 0));
  }
}

/** Erases records; see `UnitRecords.erase`. */
export async function eraseEntries(
  before: WriteContext,
  ids: readonly string[],
): Promise<Taken & { damages: readonly Damage[] }> {
  const wanted = new Set(ids);
  const sorted = [...wanted].sort();
  // All blocks that may hold one of them, also where `docs` covers the row.
  const found = await lookUp(before.transaction, before.directory, sorted, 'at-once');
  const context = setAside(before, found.damages);
  const { transaction, head, limit } = context;
  const start = head.sequence;
  const changes = sorted
    .flatMap((id) => found.entries.get(id) ?? [])
    .filter((entry) => !isErased(entry))
    .map((entry, place) => putEntry(transaction, erased(entry, start + place + 1, limit)));
  emptyRows(context, found.blocks, wanted);
  for (const key of await unreadKeys(transaction, wanted)) transaction.delete('meta', key);
  const sequence = start + changes.length;
  if (changes.length > 0) writeHead(transaction, { ...head, sequence });
  return {
    written: changes.length,
    changes,
    range: changes.length > 0 ? [start + 1, sequence] : null,
    damages: found.damages,
  };
}
