import { kindOfId, readDocument } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { type ChildRecords, childFileOf } from '../../unit/writes/child-records.ts';
import type { Act } from '../../unit/writes/provenance.ts';
import type { ChildFile } from '../../unit/writes/types.ts';
import type { EngineParts } from '../core/engine.ts';
import type { Outcome } from './carry-out.ts';
import { carryOut } from './carry-out.ts';
import { alone, companionsOf, followChild, followScreening } from './follow.ts';
import { isSameRemoval } from './question.ts';
import { revivedWith } from './removed-with.ts';
import { type Revived, removalOf, revive } from './revive.ts';
import type { Settlement } from './settlement.ts';

/** The record that a removal keeps, for showing; null when it is not removed or nothing is left of it. */
export async function readRemoved(engine: EngineParts, id: string): Promise<LeafDocument | null> {
  return removalOf(orderedLeaves(await engine.store.leaves(id)).leaves);
}

/** A child's file with what was removed of it as it was before; null when nothing was. */
export async function readRemovedFile(
  engine: EngineParts,
  childId: string,
  screeningId?: string,
): Promise<ChildFile | null> {
  const records = await engine.writer.recordsToSave(childId, screeningId);
  return records?.removed === undefined ? null : childFileOf(records, engine.isPending);
}

/** The child's living screenings: those that were added elsewhere stood without a child until now. */
async function waitingRecords(engine: EngineParts, revived: Revived): Promise<ChildRecords | null> {
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
  return { child, screenings, documents };
}

async function outcomeOf(engine: EngineParts, revived: Revived, act: Act): Promise<Outcome> {
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
  const companions = [...kept, ...(await revivedWith(engine, child, revived.removal))];
  return followChild(revived, child, { records, companions, assessAgain: false }, act);
}

/**
 * Brings back a record that is removed on every version: its last content stands, a child comes with
 * the screenings that went with it. Throws `not-found` when nothing of the content is left; a record
 * that lives is left alone.
 */
export async function putBack(engine: EngineParts, id: string, act: Act): Promise<void> {
  await carryOut(engine, id, async () => {
    const leaves = await engine.store.leaves(id);
    const revived = revive(leaves);
    if (revived !== null) {
      const follow = (settlement: Settlement): Promise<Outcome> =>
        outcomeOf(engine, { ...revived, ...settlement }, act);
      return { settlement: revived, follow };
    }
    const isLiving = leaves[0] !== undefined && leaves[0]._deleted !== true;
    if (!isLiving) throw new StorageError('not-found');
    return null;
  });
  // A removal that the server had refused waits for nobody any more: lists show that at once.
  await engine.ledger.waitingToOffer();
}
