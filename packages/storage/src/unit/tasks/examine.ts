import {
  addPath,
  commonGeneration,
  emptyTree,
  type LeafDocument,
  leavesOf,
  type MergedDeletion,
  planMerge,
} from '@crece/replication';
import type { CarriedDocument } from '../records/carried-document.ts';

/** Two versions of a record that a person must be asked about. */
export interface Question {
  /** `values`: both live and a field differs; `removed`: the other one is a removal. */
  readonly kind: 'values' | 'removed';
  readonly winner: LeafDocument;
  readonly other: LeafDocument;
  /** Generation of their newest common revision; 0 when none is known. */
  readonly common: number;
  /** Every contested field, sorted, computed ones among them. */
  readonly contested: readonly string[];
}

/** What can be written without asking anybody: a child of the winner, the end of the other leaf. */
export interface MergeStep {
  readonly body: LeafDocument | null;
  readonly deleteOther: MergedDeletion | null;
}

/** What the leaves of one document ask for. */
export interface Examined {
  readonly winner: LeafDocument;
  /** The first merge to write; the leaves are examined anew after it. */
  readonly step: MergeStep | null;
  readonly questions: readonly Question[];
}

/** The protocol's names that belong to the version itself; the others tell of its surroundings. */
const KEPT_PROTOCOL_NAMES: ReadonlySet<string> = new Set(['_id', '_rev', '_deleted']);

/** The version as it was written, without what a reading adds to it. */
export function bodyOf(carried: CarriedDocument): LeafDocument {
  const fields = Object.entries(carried).filter(
    ([name]) => !name.startsWith('_') || KEPT_PROTOCOL_NAMES.has(name),
  );
  return { ...Object.fromEntries(fields), _id: carried._id, _rev: carried._rev };
}

/** A version and its ancestors, newest first: `['3-c', '2-b', '1-a']`. */
export function ancestryOf({ _revisions: { start, ids } }: CarriedDocument): string[] {
  return ids.map((hash, age) => `${start - age}-${hash}`);
}

/** Leaves in order, the winner first, and how far back each has its history in common with another. */
export function orderedLeaves(carried: readonly CarriedDocument[]): {
  leaves: readonly LeafDocument[];
  commonOf: (a: LeafDocument, b: LeafDocument) => number;
} {
  let tree = emptyTree;
  const bodies = new Map<string, LeafDocument>();
  for (const leaf of carried) {
    tree = addPath(tree, ancestryOf(leaf), { deleted: leaf._deleted === true }).tree;
    bodies.set(leaf._rev, bodyOf(leaf));
  }
  return {
    leaves: leavesOf(tree).flatMap(({ rev }) => bodies.get(rev) ?? []),
    commonOf: (a, b) => commonGeneration(tree, a._rev, b._rev),
  };
}

/**
 * Plans every leaf beside the winner, in their order. Only the first merge is a step: the next is
 * planned with the winner as that one leaves it, so that every device writes the same revisions.
 */
export function examine(carried: readonly CarriedDocument[]): Examined | null {
  const { leaves, commonOf } = orderedLeaves(carried);
  const [winner, ...others] = leaves;
  if (winner === undefined) return null;
  let step: MergeStep | null = null;
  const questions: Question[] = [];
  for (const other of others) {
    const common = commonOf(winner, other);
    const plan = planMerge(winner, other, common);
    if (plan.kind === 'settled') continue;
    if (plan.kind === 'merged') {
      step ??= { body: plan.body, deleteOther: plan.deleteOther };
      continue;
    }
    const kind = plan.kind === 'contested' ? 'values' : 'removed';
    questions.push({ kind, winner, other, common, contested: plan.fields });
    if (plan.kind === 'contested' && plan.body !== null) {
      step ??= { body: plan.body, deleteOther: null };
    }
  }
  return { winner, step, questions };
}
