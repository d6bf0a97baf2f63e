import {
  addPath,
  commonGeneration,
  emptyTree,
  endOf,
  isPutBack,
  type LeafDocument,
  leavesOf,
  type MergedDeletion,
  planMerge,
} from '@crece/replication';
import type { CarriedDocument } from '../records/carried-document.ts';

/** Two versions of a record that a person must choose between. */
export interface VersionQuestion {
  /** `values`: both are living and a field differs; `removed`: the other one is a removal. */
  readonly kind: 'values' | 'removed';
  readonly winner: LeafDocument;
  readonly other: LeafDocument;
  /** Generation of their newest common revision; 0 when none is known. */
  readonly common: number;
  /** Every contested field, sorted, including computed ones. */
  readonly contested: readonly string[];
}

/** A merge that needs no person's choice: a child of the winner, and the end of the other leaf. */
export interface MergeStep {
  readonly body: LeafDocument | null;
  readonly deleteOther: MergedDeletion | null;
}

/** What the leaves of one document require. */
export interface Examined {
  readonly winner: LeafDocument;
  /** The first merge to write; afterwards the leaves are examined again. */
  readonly step: MergeStep | null;
  readonly questions: readonly VersionQuestion[];
}

/** Protocol fields that belong to the version itself; the others describe its context. */
const KEPT_PROTOCOL_NAMES: ReadonlySet<string> = new Set(['_id', '_rev', '_deleted']);

/** The version as it was written, without fields that reading adds. */
export function bodyCarried(carried: CarriedDocument): LeafDocument {
  const fields = Object.entries(carried).filter(
    ([name]) => !name.startsWith('_') || KEPT_PROTOCOL_NAMES.has(name),
  );
  return { ...Object.fromEntries(fields), _id: carried._id, _rev: carried._rev };
}

/** A version and its ancestors, newest first: `['3-c', '2-b', '1-a']`. */
export function ancestryCarried({ _revisions: { start, ids } }: CarriedDocument): string[] {
  return ids.map((hash, age) => `${start - age}-${hash}`);
}

/**
 * The leaves sorted with the winner first. `commonOf`: generation of the newest revision that two
 * leaves have in common.
 */
export function orderedLeaves(carried: readonly CarriedDocument[]): {
  leaves: readonly LeafDocument[];
  commonOf: (a: LeafDocument, b: LeafDocument) => number;
} {
  let tree = emptyTree;
  const bodies = new Map<string, LeafDocument>();
  for (const leaf of carried) {
    tree = addPath(tree, ancestryCarried(leaf), { deleted: leaf._deleted === true }).tree;
    bodies.set(leaf._rev, bodyCarried(leaf));
  }
  return {
    leaves: leavesOf(tree).flatMap(({ rev }) => bodies.get(rev) ?? []),
    commonOf: (a, b) => commonGeneration(tree, a._rev, b._rev),
  };
}

/**
 * Plans every leaf other than the winner, in order. Only the first merge is a step: the next one is
 * planned with the winner that it produces, so that every device writes the same revisions.
 */
export function examine(carried: readonly CarriedDocument[]): Examined | null {
  const { leaves, commonOf } = orderedLeaves(carried);
  const [winner, ...others] = leaves;
  if (winner === undefined) return null;
  let step: MergeStep | null = null;
  const questions: VersionQuestion[] = [];
  for (const other of others) {
    const common = commonOf(winner, other);
    const plan = planMerge(winner, other, common);
    if (plan.kind === 'settled') continue;
    if (plan.kind === 'merged') {
      step ??= { body: plan.body, deleteOther: plan.deleteOther };
      continue;
    }
    if (plan.kind === 'removed' && isPutBack(other, leaves, commonOf)) {
      step ??= { body: null, deleteOther: endOf(other) };
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
