/**
 * The form in which a first download brings documents. Those of one kind resemble each other: as JSON most of
 * their text is names of fields, and values that stood there before. Here the values of each field stand together
 * in a column, and what repeats or follows from the document's id is left out. A stream is a series of blocks,
 * each a line of JSON, of which each needs those before it.
 */

/**
 * The fields of a document in their order: for each name the number of the column with its value, or the
 * shape of the object that it holds. A number alone: all fields together are a value of that column.
 */
export type Shape = number | { readonly [name: string]: Shape };

/** The values of one column in a block, in the order of its documents. */
export type Column =
  /** None of these documents has the field. */
  | null
  /** As they are. */
  | readonly unknown[]
  /** Places in the column's list of words, which `new` goes on with. Later blocks know the words. */
  | { readonly new: readonly unknown[]; readonly at: readonly number[] }
  /** Instants (`2026-06-01T12:00:00.000Z`): milliseconds after the time in the document's id. */
  | { readonly ms: readonly number[] }
  /** Days (`2026-06-01`): days after the day of the time in the document's id, in UTC. */
  | { readonly days: readonly number[] };

export interface PackedBlock {
  /** Those that no block before had, numbered through all blocks from 0. */
  readonly shapes: readonly Shape[];
  /** First those of `COLUMNS`, which every revision has; a shape names the others. */
  readonly columns: readonly Column[];
  /** The hashes of all revisions and their ancestors, each of `HASH_DIGITS`, newest first. */
  readonly hashes: string;
}

export const COLUMNS = {
  /** Number of the shape. */
  shape: 0,
  /** The document's id; empty: one more leaf of the document before. */
  id: 1,
  /** The revision's generation. */
  generation: 2,
  /** How many of `hashes` are its own and its ancestors'; a list: these are (of another length). */
  ancestry: 3,
} as const;

export const HASH_DIGITS = 32;
export const DAY_MS = 86_400_000;

/** Names that are never a column: two are columns of every document, one would make no field. */
export const NO_FIELDS: ReadonlySet<string> = new Set(['_id', '_rev', '_revisions', '__proto__']);

/** The time in an id of our records (`chld_<unit>_<milliseconds>_<random>`); 0 in any other. */
export function timeIn(id: string): number {
  return Number(/_(\d{13})_/.exec(id)?.[1] ?? 0);
}
