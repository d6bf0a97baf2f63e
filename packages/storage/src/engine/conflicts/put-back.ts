import { type Home, kindOfId, type Mother, movedAway, readDocument } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { childFileOf, type StoredChildRecords } from '../../unit/writes/child-records.ts';
import { motherOf } from '../../unit/writes/mother-writes.ts';
import type { Act } from '../../unit/writes/provenance.ts';
import type { ChildFile } from '../../unit/writes/types.ts';
import type { EngineParts } from '../core/engine.ts';
import type { WrittenByAct } from './carry-out.ts';
import { carryOut } from './carry-out.ts';
import { alone, companionsOf, followChild, followScreening } from './follow.ts';
import { isSameRemoval } from './question.ts';
import { revivedWith, withRecords } from './removed-with.ts';
import { beforeRemoval, type Revived, removalOf, revive } from './revive.ts';
import type { Settlement } from './settlement.ts';

/**
 * The content that a removal keeps, for display; null when the record is not removed or its content
 * is gone.
 */
export async function readRemoved(engine: EngineParts, id: string): Promise<LeafDocument | null> {
  return removalOf(orderedLeaves(await engine.store.leaves(id)).leaves);
}

/** Where a record lives now that moved away; null: it did not, as far as this device knows. */
export async function movedTo(engine: EngineParts, id: string): Promise<Home | null> {
  return movedAway(await engine.store.leaves(id))?.home ?? null;
}

/** A child's file with its removed parts as they were before; null when nothing was removed. */
export async function readRemovedFile(
  engine: EngineParts,
  childId: string,
  screeningId?: string,
): Promise<ChildFile | null> {
  const records = await engine.writer.recordsToSave(childId, screeningId);
  return records?.removed === undefined ? null : childFileOf(records, engine.isPending);
}

/** A woman as she was before she was removed or moved; null when she is here or nothing of her is left. */
export async function readRemovedMother(
  { store, timeZone }: EngineParts,
  id: string,
): Promise<Mother | null> {
  const before = beforeRemoval(await store.leaves(id));
  return before && motherOf(before, timeZone);
}

/** The child's living screenings, which another device added while the child was removed. */
async function waitingRecords(
  engine: EngineParts,
  revived: Revived,
): Promise<StoredChildRecords | null> {
  const { timeZone, store } = engine;
  const { body } = revived;
  const read = readDocument(body, { timeZone });
  if (read.kind !== 'child') return null;
  const { child } = read;
  const documents = await store.readMany(engine.screeningIdsOf(child._id));
  const screenings = [...documents.values()].flatMap((document) => {
    const screening = readDocument(document, { timeZone, sexOf: () => child.gender });
    return screening.kind === 'screening' ? screening.screening : [];
  });
  return { child, others: [], screenings, documents };
}

async function outcomeOf(engine: EngineParts, revived: Revived, act: Act): Promise<WrittenByAct> {
  const kind = kindOfId(revived.body._id);
  if (kind === 'scr') return followScreening(engine, revived, act, null);
  const records = kind === 'chld' ? await waitingRecords(engine, revived) : null;
  if (records === null) return alone(act, revived);
  const { child } = records;
  const kept = await companionsOf(
    engine,
    records,
    ({ kind: asked, other }) => asked === 'removed' && isSameRemoval(other, revived.removal),
  );
  const together = await revivedWith(engine, child, revived.removal);
  const companions = [...kept, ...together.companions];
  const outcome = followChild(revived, child, { records, companions, assessAgain: false }, act);
  return withRecords(outcome, together.records, act);
}

/**
 * Restores a record that is removed in every version, with its last content; a child comes back
 * with the screenings removed in the same act. Throws `not-found` when no content is left. A living
 * record is left alone.
 */
export async function putBack(engine: EngineParts, id: string, act: Act): Promise<void> {
  await carryOut(engine, id, async () => {
    const leaves = await engine.store.leaves(id);
    const revived = revive(leaves);
    if (revived !== null) {
      const follow = (settlement: Settlement): Promise<WrittenByAct> =>
        outcomeOf(engine, { ...revived, ...settlement }, act);
      return { settlement: revived, follow };
    }
    const isLiving = leaves[0] !== undefined && leaves[0]._deleted !== true;
    if (!isLiving) throw new StorageError('not-found');
    return null;
  });
  // Drops the refused removal from the ledger, so that lists stop showing it at once.
  await engine.ledger.waitingToOffer();
}
