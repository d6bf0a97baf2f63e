import { decidingFields, kindOfId } from '@crece/domain';
import { addPath } from '../tree/add-path.ts';
import { commonGeneration, leavesOf } from '../tree/read-tree.ts';
import { emptyTree } from '../tree/revision-tree.ts';
import type { LeafDocument } from './compare-fields.ts';
import { planMerge } from './plan-merge.ts';

/** A leaf of a document with its revision and ancestors, newest first. */
export interface CarriedLeaf {
  readonly document: LeafDocument;
  readonly ancestry: readonly string[];
}

/** The winner with the contested fields taken from another leaf. */
function asOther(
  winner: LeafDocument,
  other: LeafDocument,
  contested: readonly string[],
): LeafDocument {
  const names = new Set(contested);
  const kept = Object.entries(winner).filter(([name]) => !names.has(name));
  const taken = Object.entries(other).filter(([name]) => names.has(name));
  return { ...Object.fromEntries([...kept, ...taken]), _id: winner._id, _rev: winner._rev };
}

/**
 * For each other leaf in conflict, the record with the contested fields of that leaf, if one of
 * these affects an assessment: a measure, a date, the birth date or the sex. Empty when no such
 * field waits for a person's choice.
 */
export function contestedVersions(carried: readonly CarriedLeaf[]): readonly LeafDocument[] {
  let tree = emptyTree;
  const bodies = new Map<string, LeafDocument>();
  for (const { document, ancestry } of carried) {
    tree = addPath(tree, ancestry, { deleted: document._deleted === true }).tree;
    bodies.set(document._rev, document);
  }
  const [winner, ...others] = leavesOf(tree).flatMap(({ rev }) => bodies.get(rev) ?? []);
  if (winner === undefined) return [];
  const deciding = decidingFields(kindOfId(winner._id));
  return others.flatMap((other) => {
    const plan = planMerge(winner, other, commonGeneration(tree, winner._rev, other._rev));
    const isDeciding = plan.kind === 'contested' && plan.fields.some((name) => deciding.has(name));
    return isDeciding ? [asOther(winner, other, plan.fields)] : [];
  });
}
