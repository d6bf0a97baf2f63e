import { generationOf } from '@crece/replication';
import type { Document, UnitRecords, Written } from '../../unit/records/unit-records.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { recordsOf } from '../../unit/writes/child-records.ts';
import type { OverRemovals } from '../../unit/writes/unit-writer.ts';
import { removedWith } from './removed-with.ts';
import { beforeRemoval, deletionOf } from './revive.ts';

/**
 * A child with its screenings; removed screenings are included as they were before their removal.
 * Null when the child is not here and no removal keeps its content. A person's edit over the
 * removal ends as if the removal had arrived a moment later: as a second version beside it.
 */
export const recordsBeforeRemoval: OverRemovals['recordsBeforeRemoval'] = async (
  { database, timeZone },
  { childId, living, waitingIds, editedId },
) => {
  const documents = new Map(living?.documents);
  let recordIds = [living?.child, ...(living?.others ?? [])].flatMap((each) => each?._id ?? []);
  if (living === null) {
    const leaves = await database.leaves(childId);
    const removal = deletionOf(orderedLeaves(leaves).leaves);
    if (removal === null) return null;
    const together = await removedWith(database, childId, removal);
    recordIds = [...together.recordIds];
    for (const each of [leaves, ...together.records, ...together.screenings]) {
      const before = beforeRemoval(each);
      if (before !== null) documents.set(before._id, before);
    }
    for (const [id, waiting] of await database.readMany(waitingIds)) documents.set(id, waiting);
  }
  // The screening may have been removed before its child was.
  if (editedId !== undefined && !documents.has(editedId)) {
    const before = beforeRemoval(await database.leaves(editedId));
    if (before !== null) documents.set(editedId, before);
  }
  const records = recordsOf(documents, recordIds, timeZone);
  return records && { ...records, removed: living === null ? 'child' : 'screening' };
};

/**
 * A single record as it was before its removal; null when it is not removed or its content is gone.
 */
export async function documentBeforeRemoval(
  database: UnitRecords,
  id: string,
): Promise<Document | null> {
  return beforeRemoval(await database.leaves(id));
}

/** A random revision hash of 32 hexadecimal digits. */
function newHash(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Writes documents as successors of the revision that each names, which need not be a leaf, in one
 * durable transaction. Next to a removal of that revision, both become leaves.
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
