import { generationOf } from '@crece/replication';
import { type Entry, type Fields, hashOfRevision } from './entry.ts';
import type { LostRange } from './unit-records.ts';

/**
 * A block: consecutive documents in the order of their ids, each with a single leaf, stored under
 * the id of the last one. A block is never changed. A row whose id also exists in `docs` is
 * covered: it no longer counts.
 */
export interface StoredBlock {
  /** Id of the first document. */
  first: string;
  /** Sequence of the first row; each following row has the next number. */
  from: number;
  /** Sequence of the last row. */
  to: number;
  /** JSON of the rows. */
  text: string;
}

/** `ancestors`: hashes of the earlier revisions, newest first. */
export type BlockRow = [
  id: string,
  rev: string,
  deleted: 0 | 1,
  ancestors: string[],
  fields: Fields,
];

/** Number of rows in a block. A run of fewer than `least` documents stays in `docs`. */
export interface BlockSize {
  least: number;
  most: number;
}

/**
 * Measured with records of 600 bytes: blocks of 32 rows are written eight times as fast as single
 * documents. Larger blocks gain little more, and reading one document requires reading its whole
 * block.
 */
export const BLOCK_SIZE: BlockSize = { least: 16, most: 32 };

function isRow(value: unknown): value is BlockRow {
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

function rowsIn(text: string): BlockRow[] | null {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) && rows.every(isRow) ? rows : null;
  } catch {
    return null;
  }
}

/**
 * The documents of a block; null when the block is damaged, because then none of its rows can be
 * trusted.
 */
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

/**
 * The range of ids lost with a damaged block. When its first id is not credible, the range begins
 * at the block before.
 */
export function lostWith(key: string, value: unknown, before: string): LostRange {
  const { first } = value as Partial<StoredBlock>;
  const isCredible = typeof first === 'string' && first <= key && first > before;
  return { first: isCredible ? first : before, last: key };
}
