import { type Child, kindOfId } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { Inside } from '../stake/inside.ts';
import { fieldOf } from './fields.ts';
import { type Companion, companionOf } from './follow.ts';
import { isSameRemoval } from './question.ts';
import { revive } from './revive.ts';

/** Documents looked at in one read. */
const PAGE = 500;

/** Whether a deleted winner may be a screening of the child: the stub that a merge left says nothing. */
function mayBelongTo(childId: string, document: object): boolean {
  return fieldOf(document, 'owner') === childId || fieldOf(document, 'why') === 'merged';
}

/**
 * The screenings that were removed in one act with their child, as they come back. Nothing lists
 * removed records, so the whole unit is read: bringing back a child is rare.
 */
export async function revivedWith(
  inside: Inside,
  child: Child,
  removal: LeafDocument,
): Promise<Companion[]> {
  const found: Companion[] = [];
  let from = 0;
  for (;;) {
    const { changes, sequence } = await inside.store.changesSince(from, PAGE);
    for (const { id, deleted, document } of changes) {
      if (!deleted || kindOfId(id) !== 'scr' || !mayBelongTo(child._id, document)) continue;
      const revived = revive(await inside.store.leaves(id));
      const isOfChild = revived !== null && fieldOf(revived.removal, 'owner') === child._id;
      if (!isOfChild || !isSameRemoval(revived.removal, removal)) continue;
      const companion = companionOf(inside, revived, child);
      if (companion !== null) found.push(companion);
    }
    if (changes.length === 0 || sequence <= from) return found;
    from = sequence;
  }
}
