import { canonical, MOVED } from '@crece/domain';
import { generationOf } from '../tree/revision.ts';
import {
  compareFields,
  isOnlyMerged,
  type LeafDocument,
  ownValue,
  stampsOf,
  type TakenField,
} from './compare-fields.ts';

/**
 * The deletion that ends a leaf after its content was merged into another; it contains no other
 * fields.
 */
export interface MergedDeletion {
  readonly _id: string;
  /** The leaf that is deleted. */
  readonly _rev: string;
  readonly _deleted: true;
  readonly why: 'merged';
}

/**
 * What a device must do about one leaf besides the winner. A `body` is written exactly as it is as
 * a child of the winner (named in its `_rev`), and then becomes the winner.
 */
export type MergePlan =
  /**
   * Nothing: a merge or a move ended the other leaf, or every leaf of the document is deleted. What
   * was changed beside a move follows the record to its new home.
   */
  | { readonly kind: 'settled' }
  /** Merged without a question. `body` is `null` when the winner already has everything. */
  | {
      readonly kind: 'merged';
      readonly body: LeafDocument | null;
      readonly deleteOther: MergedDeletion;
    }
  /** Both leaves stay open until a person chooses; uncontested fields are taken anyway. */
  | {
      readonly kind: 'contested';
      readonly body: LeafDocument | null;
      /** Sorted by name. */
      readonly fields: readonly string[];
    }
  /** Removed in the other leaf and living here: a person answers "keep" or "remove". */
  | {
      readonly kind: 'removed';
      /** Fields to choose as well when the record is kept. */
      readonly fields: readonly string[];
    };

/**
 * The winner's next revision: fields from the other leaf, and stamps for the fields that count as
 * changed.
 */
function nextOf(
  winner: LeafDocument,
  taken: readonly TakenField[],
  stamped: readonly string[],
): LeafDocument {
  const takes = new Set(taken.map(({ name }) => name));
  const generation = generationOf(winner._rev) + 1;
  const stamp = Object.fromEntries([
    ...Object.entries(stampsOf(winner)),
    ...stamped.map((name): [string, unknown] => [name, generation]),
  ]);
  const fields = Object.fromEntries([
    ...Object.entries(winner).filter(([name]) => !takes.has(name)),
    ...taken.map(({ name, value }): [string, unknown] => [name, value]),
  ]);
  return canonical({ ...fields, _id: winner._id, _rev: winner._rev, stamp });
}

const namesOf = (taken: readonly TakenField[]) => taken.map(({ name }) => name);

/** The deletion that ends a leaf whose content another one has. */
export function endOf(leaf: LeafDocument): MergedDeletion {
  return { _deleted: true, _id: leaf._id, _rev: leaf._rev, why: 'merged' };
}

/**
 * Plans the merge of another leaf into the winner. `commonGeneration` is that of their newest
 * common revision (0: none). The result depends on neither device, person nor time, so that every
 * device plans and writes identical revisions. With several other leaves, plan them one after
 * another in the order of `leavesOf`, each with the winner that the previous merge produced.
 */
export function planMerge(
  winner: LeafDocument,
  other: LeafDocument,
  commonGeneration: number,
): MergePlan {
  if (winner._deleted === true) return { kind: 'settled' };
  // A removal has `why: 'removed'`; an erasure or a foreign writer may leave no reason. Only
  // `merged` marks a merge, and `moved` a move.
  const isRemoved = other._deleted === true;
  if (isRemoved && (other['why'] === 'merged' || other['why'] === MOVED))
    return { kind: 'settled' };
  const { taken, contested } = compareFields(winner, other, commonGeneration);
  // What was typed before the removal is taken like any other change.
  const isSettled = contested.length === 0 && isOnlyMerged(winner, commonGeneration);
  if (isRemoved && !isSettled) return { kind: 'removed', fields: contested };
  const body = taken.length === 0 ? null : nextOf(winner, taken, namesOf(taken));
  return contested.length === 0
    ? { kind: 'merged', body, deleteOther: endOf(other) }
    : { kind: 'contested', body, fields: contested };
}

/**
 * A person's choice, ready to be written: the winner's next revision, and the deletion of the other
 * leaf.
 */
export interface SettledContest {
  /** Without the person's provenance; a screening is reassessed before it is written. */
  readonly body: LeafDocument;
  readonly deleteOther: MergedDeletion;
}

/**
 * Resolves a contest, or rejects a removal. Contested fields get the value of the chosen side
 * (`fromOther` names those taken from the other leaf); the other fields are merged. Every contested
 * field is stamped, even when the winner's value stays: if somebody else chose differently at the
 * same time, the two choices must meet as a contest, not as one change that wins silently.
 */
export function settleContest(
  winner: LeafDocument,
  other: LeafDocument,
  commonGeneration: number,
  fromOther: Iterable<string>,
): SettledContest {
  const { taken, contested } = compareFields(winner, other, commonGeneration);
  const chosen = new Set(fromOther);
  const takes = contested
    .filter((name) => chosen.has(name))
    .map((name) => ({ name, value: ownValue(other, name) }));
  const body = nextOf(winner, [...taken, ...takes], [...namesOf(taken), ...contested]);
  return { body, deleteOther: endOf(other) };
}
