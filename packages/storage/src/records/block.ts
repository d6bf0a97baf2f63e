import { generationOf } from '@crece/replication';
import { type Entry, type Fields, hashOfRevision, isSingle } from './entry.ts';
import type { LostRange } from './unit-records.ts';

/**
 * A run of documents in the order of their ids, each with a single leaf, under the id of the last one.
 * A block is never changed. A row whose id is in `docs`, too, is covered: it counts no more.
 */
export interface StoredBlock {
  /** Id of the first document. */
  first: string;
  /** Sequence of the first row; each row has the next one. */
  from: number;
  /** Sequence of the last row. */
  to: number;
  /** JSON of the rows. */
  text: string;
}

/** `ancestors`: hashes of the revisions before, newest first. */
type Row = [id: string, rev: string, deleted: 0 | 1, ancestors: string[], fields: Fields];

/** How many rows a block holds; fewer than `least` documents in a run stay in `docs`. */
export interface BlockSize {
  least: number;
  most: number;
}

/**
 * Measured with records of 600 bytes: blocks of 32 are written eight times as fast as single documents;
 * larger ones gain little more, and reading one document costs reading its block.
 */
export const BLOCK_SIZE: BlockSize = { least: 16, most: 32 };

/** Larger values IndexedDB of Chromium keeps in files of their own, which are slow and may get lost. */
const MOST_CHARACTERS = 24_000;

/** Documents of one kind lie in blocks of their own: new ones come at the end of their kind. */
function kindOf(id: string): string {
  return id.slice(0, id.indexOf('_') + 1);
}

/** A document that can be packed: its row as JSON. */
export interface PackedRow {
  readonly entry: Entry;
  readonly text: string;
}

/** The entry as a row; null when it has several leaves. */
export function packedRow(entry: Entry): PackedRow | null {
  if (!isSingle(entry)) return null;
  const { id, rev, deleted, fields, tree } = entry;
  const ancestors = 'ids' in tree ? tree.ids.slice(1) : [];
  const row: Row = [id, rev, deleted ? 1 : 0, ancestors, fields];
  return { entry, text: JSON.stringify(row) };
}

/** Even pieces of a run, of `most` rows and so many characters at most. */
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

/** Rows in the order of their ids, cut where the kind changes, in blocks; and those that are too few. */
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

/** A block of these rows whose first gets the sequence `from`. */
export function encodeBlock(rows: readonly PackedRow[], from: number): StoredBlock {
  return {
    first: rows[0]?.entry.id ?? '',
    from,
    to: from + rows.length - 1,
    text: `[${rows.map(({ text }) => text).join(',')}]`,
  };
}

function isRow(value: unknown): value is Row {
  if (!Array.isArray(value)) return false;
  const [id, rev, deleted, ancestors, fields] = value as unknown[];
  return (
    typeof id === 'string' &&
    typeof rev === 'string' &&
    (deleted === 0 || deleted === 1) &&
    Array.isArray(ancestors) &&
    typeof fields === 'object' &&
    fields !== null
  );
}

function rowsIn(text: string): Row[] | null {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) && rows.every(isRow) ? rows : null;
  } catch {
    return null;
  }
}

/** The documents of a block; null when it is damaged: then none of its rows is believed. */
export function decodeBlock(key: string, value: unknown): Entry[] | null {
  const { first, from, to, text } = value as Partial<StoredBlock>;
  if (typeof from !== 'number' || typeof to !== 'number' || typeof text !== 'string') return null;
  const rows = rowsIn(text);
  if (rows === null || rows.length !== to - from + 1) return null;
  const isInOrder = rows.every(([id], place) => place === 0 || (rows[place - 1]?.[0] ?? '') < id);
  if (!isInOrder || rows[0]?.[0] !== first || rows.at(-1)?.[0] !== key) return null;
  return rows.map(([id, rev, deleted, ancestors, fields], place) => ({
    id,
    sequence: from + place,
    rev,
    deleted: deleted === 1,
    fields,
    tree: { start: generationOf(rev), ids: [hashOfRevision(rev), ...ancestors] },
    others: new Map(),
  }));
}

/** What is lost with a damaged block; one that does not tell where it began costs all up to the one before. */
export function lostWith(key: string, value: unknown, before: string): LostRange {
  const { first } = value as Partial<StoredBlock>;
  const isCredible = typeof first === 'string' && first <= key && first > before;
  return { first: isCredible ? first : before, last: key };
}
