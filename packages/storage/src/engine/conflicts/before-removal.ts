import { generationOf } from '@crece/replication';
import type { Document, UnitRecords, Written } from '../../unit/records/unit-records.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { recordsOf } from '../../unit/writes/child-records.ts';
import type { OverRemovals } from '../../unit/writes/unit-writer.ts';
import { removedWith } from './removed-with.ts';
import { beforeRemoval, removalOf } from './revive.ts';

/**
 * A child with its screenings, those as they were that were removed meanwhile; null when the child is
 * not here and no removal keeps it. What a person typed over it ends as it would have ended, had the
 * removal arrived a moment later: beside it.
 */
export const recordsBeforeRemoval: OverRemovals['recordsBeforeRemoval'] = async (
  { database, timeZone },
  { childId, living, waitingIds, editedId },
) => {
  const documents = new Map(living?.documents);
  if (living === null) {
    const leaves = await database.leaves(childId);
    const removal = removalOf(orderedLeaves(leaves).leaves);
    if (removal === null) return null;
    for (const each of [leaves, ...(await removedWith(database, childId, removal))]) {
      const before = beforeRemoval(each);
      if (before !== null) documents.set(before._id, before);
    }
    for (const [id, waiting] of await database.readMany(waitingIds)) documents.set(id, waiting);
  }
  // It may have been removed before its child was.
  if (editedId !== undefined && !documents.has(editedId)) {
    const before = beforeRemoval(await database.leaves(editedId));
    if (before !== null) documents.set(editedId, before);
  }
  const records = recordsOf(documents, childId, timeZone);
  return records && { ...records, removed: living === null ? 'child' : 'screening' };
};

/** A record alone as it was before its removal; null when it is not removed or nothing is left of it. */
export async function documentBeforeRemoval(
  database: UnitRecords,
  id: string,
): Promise<Document | null> {
  return beforeRemoval(await database.leaves(id));
}

/** Thirty-two hexadecimal digits that no other revision has. */
function newHash(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Writes documents as the next revision of the one that each names, a leaf or not, in one durable
 * transaction: beside a removal of it, both stand.
 */
export async function writeBeside(
  database: UnitRecords,
  documents: readonly Document[],
): Promise<Written[]> {
  const revisions = documents.map((document) => {
    const { _rev: parent } = document;
    const start = parent === undefined ? 1 : generationOf(parent) + 1;
    const ids = [
      newHash(),
      ...(parent === undefined ? [] : [parent.slice(parent.indexOf('-') + 1)]),
    ];
    return { ...document, _rev: `${start}-${ids[0]}`, _revisions: { start, ids } };
  });
  await database.take(revisions, { isOnServer: false, durability: 'strict' });
  return revisions.map(({ _id: id, _rev: rev }) => ({ id, rev }));
}
