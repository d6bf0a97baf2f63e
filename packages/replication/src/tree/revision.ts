/** The two parts of a revision id: `3-9f…` is generation 3 with the hash `9f…`. */
export interface ParsedRevision {
  /** Position in the history; the first revision has 1. */
  generation: number;
  hash: string;
}

// CouchDB and PouchDB write 32 digits (MD5). Longer and shorter hashes of foreign writers are
// accepted, capital letters are not: CouchDB treats `A` and `a` as the same revision, but comparing
// text does not.
const REVISION = /^([1-9]\d{0,15})-([0-9a-f]{1,64})$/;

/**
 * The parts of a revision id, or `null` when it is invalid: the generation must be a whole number
 * from 1 that a double represents exactly, the hash 1 to 64 lower-case hexadecimal digits.
 */
export function parseRevision(revision: string): ParsedRevision | null {
  const [, digits = '', hash = ''] = REVISION.exec(revision) ?? [];
  const generation = Number(digits);
  return hash === '' || !Number.isSafeInteger(generation) ? null : { generation, hash };
}

/** Generation of a valid revision id: 12 for `12-9f…`. */
export function generationOf(revision: string): number {
  return Number.parseInt(revision, 10);
}

/**
 * Whether these revision ids form a path: at least one, newest first, each one generation below the
 * previous one: `['3-c', '2-b', '1-a']`.
 */
export function isAncestry(revisions: readonly string[]): boolean {
  let expected: number | null = null;
  for (const revision of revisions) {
    const parsed = parseRevision(revision);
    if (parsed === null || (expected !== null && parsed.generation !== expected)) return false;
    expected = parsed.generation - 1;
  }
  return expected !== null;
}

/**
 * Orders revision ids from oldest to newest, by generation and then by hash as text; this order
 * decides among living leaves. Negative, zero or positive, as for sorting.
 */
export function compareRevisions(a: string, b: string): number {
  const generations = generationOf(a) - generationOf(b);
  if (generations !== 0 || a === b) return generations;
  // Equal generations mean equal digits before the hyphen, so comparing the whole text compares the
  // hashes.
  return a < b ? -1 : 1;
}
