/** A revision id in its two parts: `3-9f…` is the third generation with the hash `9f…`. */
export interface ParsedRevision {
  /** Edits since the first revision, which has 1. */
  generation: number;
  hash: string;
}

// CouchDB and PouchDB make 32 digits (MD5). Longer and shorter hashes of foreign writers are read;
// capitals are not: CouchDB takes `A` and `a` for the same revision, a comparison of text does not.
const REVISION = /^([1-9]\d{0,15})-([0-9a-f]{1,64})$/;

/**
 * The parts of a revision id, or `null` when it is none: the generation is a whole number from 1
 * that a double holds exactly, the hash 1 to 64 hexadecimal digits in lower case.
 */
export function parseRevision(revision: string): ParsedRevision | null {
  const [, digits = '', hash = ''] = REVISION.exec(revision) ?? [];
  const generation = Number(digits);
  return hash === '' || !Number.isSafeInteger(generation) ? null : { generation, hash };
}

/** Generation of a well-formed revision id: 12 for `12-9f…`. */
export function generationOf(revision: string): number {
  return Number.parseInt(revision, 10);
}

/**
 * Whether these are revision ids as a path must have them: one at least, newest first, each one
 * generation below the one before: `['3-c', '2-b', '1-a']`.
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
 * Orders revision ids from oldest to newest, by generation and then by hash as text: what decides
 * among living leaves. Negative, zero or positive, as for sorting.
 */
export function compareRevisions(a: string, b: string): number {
  const generations = generationOf(a) - generationOf(b);
  if (generations !== 0 || a === b) return generations;
  // Same generation, hence the same digits in front: the whole text compares as its hash does.
  return a < b ? -1 : 1;
}
