import type { DocumentRefusal } from '@crece/contract';
import { can, kindOfId, MOVED, REMOVAL_RIGHTS } from '@crece/domain';
import { isErasure } from '@crece/replication';
import type { Leaf, RevisionCheck } from '../../store/document-store.ts';
import type { UnitRequest } from '../unit-request.ts';
import type { Decisions } from './decisions.ts';
import { boundRefusal, type LookedUp } from './tree-bounds.ts';

/**
 * Whether a batch removes a record: no leaf of it lives afterwards, and before the batch one lived
 * or the record was unknown. Deleting one leaf while another lives is a merge.
 */
export function removesRecord(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  const [was] = before;
  return after[0]?.deleted === true && (was === undefined || !was.deleted);
}

/** What the rule knows of the unit and of who pushes. */
export type RuleOfUnit = Pick<
  UnitRequest,
  'account' | 'place' | 'isOfOtherUnit' | 'isOfErased' | 'isErased'
>;

/** What the rule keeps during one request. */
export interface RuleNotes {
  /** Called for each deletion that removes its record and is allowed to. */
  onRemoval(id: string, rev: string): void;
  /** Children whose removal was refused in this request. */
  readonly refusedChildren: Set<string>;
  /** Called for each leap that is refused only because it was not looked up. */
  onLeap(id: string, rev: string): void;
  readonly lookedUp: LookedUp;
  /** What the batch decides about records of one child. */
  readonly decisions: Pick<Decisions, 'changes'>;
  /** Records that moved, as the batch says, to a unit that does not have them. */
  readonly withoutHome: ReadonlySet<string>;
  /** Called for each revision of a record of which no version lived before. */
  onDeletedBefore(id: string): void;
}

/**
 * The check of rights and tree limits for what an account pushes. All revisions that a batch brings
 * for one record see the same leaves, so one decision holds for all of them: otherwise a revision
 * refused beside a deletion could make it look like a merge. When a child's removal is refused, the
 * removals of its screenings are refused too; so the child must be checked first.
 */
export function createPushRule(
  { account, place, isOfOtherUnit, isOfErased, isErased }: RuleOfUnit,
  notes: RuleNotes,
): RevisionCheck {
  const { onRemoval, onLeap, refusedChildren, lookedUp, decisions, withoutHome } = notes;
  const mayRemoveChildren = can(account, REMOVAL_RIGHTS.chld, place);
  return (candidate): DocumentRefusal | null => {
    const { document: offered } = candidate.revision;
    if (isOfErased(offered)) return 'erased';
    // An empty deletion of what was erased needs no right: it is what the erasure wrote elsewhere.
    if (isErased(offered._id)) return boundRefusal(candidate, lookedUp, onLeap);
    // Phones drop what was never sent at this word, so nobody but the server may say it.
    if (isErasure(offered)) return 'forbidden-content';
    const bound = boundRefusal(candidate, lookedUp, onLeap);
    if (bound !== null) return bound;
    const { revision, before, after } = candidate;
    const { document } = revision;
    // What came here before this rule stays editable and removable.
    if (before.length === 0 && isOfOtherUnit(document._id)) return 'other-unit';
    // Merging takes a record out of all lists, as removing does. Nothing of the record is taken then:
    // a deletion beside a version that is refused would remove it.
    if (!mayRemoveChildren && decisions.changes(document._id, after)) return 'merging';
    if (document['why'] === MOVED && withoutHome.has(document._id)) return 'moving';
    if (before[0]?.deleted === true) notes.onDeletedBefore(document._id);
    if (document._deleted !== true || !removesRecord(before, after)) return null;
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
