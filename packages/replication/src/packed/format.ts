/**
 * The format in which a first download sends documents. Documents of one kind are similar: as JSON,
 * most of their text is field names and values that occurred before. In this format the values of
 * each field are together in a column, and values that repeat or follow from the document's id are
 * left out. A stream is a series of blocks. Each block is one line of JSON and needs all earlier
 * blocks.
 */

/**
 * The fields of a document in their order: for each name, the number of the column with its value,
 * or the shape of the object in that field. A number alone: all fields together are one value of
 * that column.
 */
export type Shape = number | { readonly [name: string]: Shape };

/** The values of one column in a block, in the order of its documents. */
export type PackedColumn =
  /** No document of the block has the field. */
  | null
  /** The values themselves. */
  | readonly unknown[]
  /**
   * Places in the column's list of words; `new` is appended to that list. Later blocks may use
   * these words.
   */
  | { readonly new: readonly unknown[]; readonly at: readonly number[] }
  /** Instants (`2026-06-01T12:00:00.000Z`): milliseconds after the time in the document's id. */
  | { readonly ms: readonly number[] }
  /** Days (`2026-06-01`): days after the day of the time in the document's id, in UTC. */
  | { readonly days: readonly number[] };

export interface PackedBlock {
  /** The shapes that no earlier block has. Shapes are numbered through all blocks from 0. */
  readonly shapes: readonly Shape[];
  /** First the columns of `COLUMNS`, which every revision has; shapes refer to the others. */
  readonly columns: readonly PackedColumn[];
  /** The hashes of all revisions and their ancestors, each `HASH_DIGITS` long, newest first. */
  readonly hashes: string;
}

export const COLUMNS = {
  /** Number of the shape. */
  shape: 0,
  /** The document's id; empty for a further leaf of the previous document. */
  id: 1,
  /** The revision's generation. */
  generation: 2,
  /**
   * How many of `hashes` belong to the revision and its ancestors. A list contains the hashes
   * themselves, when their length differs.
   */
  ancestry: 3,
} as const;

export const HASH_DIGITS = 32;
export const DAY_MS = 86_400_000;

/**
 * Names that are never a column: `_id` and `_rev` are in columns of every document, `_revisions` is
 * rebuilt, and `__proto__` would not create a field.
 */
export const NO_FIELDS: ReadonlySet<string> = new Set(['_id', '_rev', '_revisions', '__proto__']);

/**
 * The time in the id of our records (`chld_<unit>_<milliseconds>_<random>`); 0 for any other id.
 */
export function timeIn(id: string): number {
  return Number(/_(\d{13})_/.exec(id)?.[1] ?? 0);
}
