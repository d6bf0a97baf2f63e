import type { BlockRow, BlockSize, StoredBlock } from './block.ts';
import { type Entry, isSingle } from './entry.ts';

/** Chromium's IndexedDB keeps larger values in separate files, which are slow and may get lost. */
const MOST_CHARACTERS = 24_000;

/**
 * The prefix of an id. Each kind of document has its own blocks, so new documents come at the end
 * of their kind.
 */
function kindOf(id: string): string {
  return id.slice(0, id.indexOf('_') + 1);
}

/** A document that can be packed: its row as JSON. */
export interface PackedRow {
  readonly entry: Entry;
  readonly text: string;
}

/** The entry as a row; null when it has more than one leaf. */
export function packedRow(entry: Entry): PackedRow | null {
  if (!isSingle(entry)) return null;
  const { id, rev, deleted, fields, tree } = entry;
  const ancestors = 'ids' in tree ? tree.ids.slice(1) : [];
  const row: BlockRow = [id, rev, deleted ? 1 : 0, ancestors, fields];
  return { entry, text: JSON.stringify(row) };
}

/**
 * Divides a run into pieces of even size, each with at most `most` rows and `MOST_CHARACTERS`
 * characters.
 */
function evenly(rows: readonly PackedRow[], { least, most }: BlockSize): PackedRow[][] {
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
  const pieces = Math.max(
    Math.ceil(rows.length / most),
    Math.min(Math.ceil(characters / MOST_CHARACTERS), Math.floor(rows.length / least)),
  );
  const size = rows.length / pieces;
  return Array.from({ length: pieces }, (_, piece) =>
    rows.slice(Math.round(piece * size), Math.round((piece + 1) * size)),
  );
}

/**
 * Divides sorted rows into blocks, cut where the kind changes; `rest` has the rows of runs that are
 * too short for a block.
 */
export function splitRows(
  rows: readonly PackedRow[],
  size: BlockSize,
): { blocks: PackedRow[][]; rest: PackedRow[] } {
  const blocks: PackedRow[][] = [];
  const rest: PackedRow[] = [];
  for (let start = 0; start < rows.length; ) {
    const kind = kindOf(rows[start]?.entry.id ?? '');
    let end = start + 1;
    while (end < rows.length && kindOf(rows[end]?.entry.id ?? '') === kind) end += 1;
    const run = rows.slice(start, end);
    if (run.length < size.least) rest.push(...run);
    else blocks.push(...evenly(run, size));
    start = end;
  }
  return { blocks, rest };
}

/** Encodes rows as a block whose first row gets the sequence `from`. */
export function encodeBlock(rows: readonly PackedRow[], from: number): StoredBlock {
  return {
    first: rows[0]?.entry.id ?? '',
    from,
    to: from + rows.length - 1,
    text: `[${rows.map(({ text }) => text).join(',')}]`,
  };
}
