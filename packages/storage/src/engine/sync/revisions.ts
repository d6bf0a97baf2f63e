import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** One revision of one document. */
export interface Revision {
  readonly id: string;
  readonly rev: string;
}

/** A revision as one string, for sets and maps. */
export function keyOf({ id, rev }: Revision): string {
  return `${id} ${rev}`;
}

export function revisionOfDocument({ _id, _rev }: CarriedDocument): Revision {
  return { id: _id, rev: _rev };
}

export function keyOfDocument(document: CarriedDocument): string {
  return keyOf(revisionOfDocument(document));
}

/** Groups revisions by document, in the order of the first revision of each. */
export function byDocument(revisions: readonly Revision[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { id, rev } of revisions) {
    const revs = grouped.get(id);
    if (revs === undefined) grouped.set(id, [rev]);
    else revs.push(rev);
  }
  return grouped;
}

/**
 * Whether a document is that revision or a descendant of it: `3-c` with the ancestry 3-c, 2-b
 * covers `2-b`.
 */
export function covers({ _revisions: { start, ids } }: CarriedDocument, rev: string): boolean {
  const generation = Number.parseInt(rev, 10);
  return `${generation}-${ids[start - generation]}` === rev;
}
