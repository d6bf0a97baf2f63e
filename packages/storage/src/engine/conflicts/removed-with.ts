import { type Child, kindOfId } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { fieldOf } from '../../unit/tasks/fields.ts';
import type { EngineParts } from '../core/engine.ts';
import { type Companion, companionOf } from './follow.ts';
import { isSameRemoval } from './question.ts';
import { removalOf, revive } from './revive.ts';

/** Maximum number of documents per read. */
const PAGE = 500;

/**
 * Whether a deleted winner may be a screening of the child. The stub written by a merge does not
 * say, so it may.
 */
function mayBelongTo(childId: string, document: object): boolean {
  return fieldOf(document, 'owner') === childId || fieldOf(document, 'why') === 'merged';
}

/**
 * The leaves of each screening that was removed in the same act as its child. No index lists
 * removed records, so it reads the whole unit; restoring a removed child is rare.
 */
export async function removedWith(
  store: Pick<UnitRecords, 'changesSince' | 'leavesOfMany'>,
  childId: string,
  removal: LeafDocument,
): Promise<CarriedDocument[][]> {
  const found: CarriedDocument[][] = [];
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    const candidates = changes.filter(
      ({ id, deleted, document }) =>
        deleted && kindOfId(id) === 'scr' && mayBelongTo(childId, document),
    );
    for (const leaves of await store.leavesOfMany(candidates.map(({ id }) => id))) {
      const own = removalOf(orderedLeaves(leaves).leaves);
      const isOfChild = own !== null && fieldOf(own, 'owner') === childId;
      if (isOfChild && isSameRemoval(own, removal)) found.push(leaves);
    }
    if (changes.length === 0 || sequence <= from) return found;
    from = sequence;
  }
}

/** The screenings removed in the same act as their child, ready to be restored. */
export async function revivedWith(
  engine: EngineParts,
  child: Child,
  removal: LeafDocument,
): Promise<Companion[]> {
  const removed = await removedWith(engine.store, child._id, removal);
  return removed.flatMap((leaves) => {
    const revived = revive(leaves);
    return revived === null ? [] : (companionOf(engine, revived, child) ?? []);
  });
}
