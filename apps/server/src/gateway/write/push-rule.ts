import type { DocumentRefusal } from '@crece/contract';
import { type Account, type ActionPlace, can, kindOfId, REMOVAL_RIGHTS } from '@crece/domain';
import type { Leaf, RevisionCheck } from '../../store/document-store.ts';
import { boundRefusal, type LeavesBrought } from './tree-bounds.ts';

/**
 * Whether a batch removes a record: nothing of it lives afterwards, and something did before, or it
 * was never here. Deleting one leaf while another lives is a merge.
 */
export function isRemoval(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  const [was] = before;
  return after[0]?.deleted === true && (was === undefined || !was.deleted);
}

/** What a rule remembers of one request. */
export interface RuleNotes {
  /** Hears of each deletion that removes its record with the right to it. */
  onRemoval(id: string, rev: string): void;
  /** Children whose removal was refused. */
  readonly refusedChildren: Set<string>;
  /** Leaves that the account brought, of records that are full; `null`: not known yet. */
  readonly brought: LeavesBrought | null;
}

/**
 * The rule about trees for what an account pushes. All revisions that a batch brings for one record
 * see the same leaves, hence the decision about them is one: what is refused beside a deletion
 * cannot make it look like a merge. Visits that go with a child stay with it when it stays; the
 * child must be asked about first.
 */
export function createPushRule(
  { account, place }: { account: Account; place: ActionPlace },
  { onRemoval, refusedChildren, brought }: RuleNotes,
): RevisionCheck {
  return (candidate): DocumentRefusal | null => {
    const bound = boundRefusal(candidate, brought);
    if (bound !== null) return bound;
    const { revision, before, after } = candidate;
    const { document } = revision;
    if (document._deleted !== true || !isRemoval(before, after)) return null;
    const { _id: id, _rev: rev, owner } = document;
    const kind = kindOfId(id);
    const goesWithChild = typeof owner === 'string' && refusedChildren.has(owner);
    if (kind === null || goesWithChild || !can(account, REMOVAL_RIGHTS[kind], place)) {
      if (kind === 'chld') refusedChildren.add(id);
      return 'removal';
    }
    onRemoval(id, rev);
    return null;
  };
}
