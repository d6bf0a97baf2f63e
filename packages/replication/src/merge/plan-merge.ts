import { canonical } from '@crece/domain';
import { generationOf } from '../tree/revision.ts';
import { compareFields, type LeafDocument, stampsOf } from './compare-fields.ts';

/** The deletion that ends a leaf whose content lives on in another: it says nothing else. */
export interface MergedDeletion {
  readonly _id: string;
  /** The leaf that is deleted. */
  readonly _rev: string;
  readonly _deleted: true;
  readonly why: 'merged';
}

/**
 * What a device has to do about one leaf beside the winner. A `body` is written as a child of the
 * winner (its `_rev` names it) exactly as it is, and is the winner from then on.
 */
export type MergePlan =
  /** Nothing: the other leaf was ended by a merge, or the document is deleted on every leaf. */
  | { readonly kind: 'settled' }
  /** Nobody needs to be asked. `body` is `null` when the winner has everything already. */
  | {
      readonly kind: 'merged';
      readonly body: LeafDocument | null;
      readonly deleteOther: MergedDeletion;
    }
  /** Both leaves stay open until a person chooses; what is not contested is taken all the same. */
  | {
      readonly kind: 'contested';
      readonly body: LeafDocument | null;
      /** Sorted by name. */
      readonly fields: readonly string[];
    }
  /** Removed on the other side, living here: a person says "keep" or "remove". */
  | {
      readonly kind: 'removed';
      /** What must be chosen, too, when the record is kept. */
      readonly fields: readonly string[];
    };

/** The winner's next revision: fields taken over from the other side, stamps for those that count as changed. */
function nextOf(
  winner: LeafDocument,
  other: LeafDocument,
  taken: readonly string[],
  stamped: readonly string[],
): LeafDocument {
  const takes = new Set(taken);
  const generation = generationOf(winner._rev) + 1;
  const stamp = Object.fromEntries([
    ...Object.entries(stampsOf(winner)),
    ...stamped.map((name): [string, unknown] => [name, generation]),
  ]);
  const fields = Object.fromEntries([
    ...Object.entries(winner).filter(([name]) => !takes.has(name)),
    ...Object.entries(other).filter(([name]) => takes.has(name)),
  ]);
  return canonical({ ...fields, _id: winner._id, _rev: winner._rev, stamp });
}

function endOf(leaf: LeafDocument): MergedDeletion {
  return { _deleted: true, _id: leaf._id, _rev: leaf._rev, why: 'merged' };
}

/**
 * Plans the merge of another leaf into the winner, `commonGeneration` being that of their newest
 * common revision (0: none). It knows nothing of the device, the person or the time, so that every
 * device plans, and writes, the identical revisions. With several leaves beside the winner plan one
 * after another in the order of `leavesOf`, each with the winner as the one before has left it.
 */
export function planMerge(
  winner: LeafDocument,
  other: LeafDocument,
  commonGeneration: number,
): MergePlan {
  if (winner._deleted === true) return { kind: 'settled' };
  // A removal says `removed`, an erasure or a foreign writer perhaps nothing: none of them is a merge.
  const isRemoved = other._deleted === true;
  if (isRemoved && other['why'] === 'merged') return { kind: 'settled' };
  const { taken, contested } = compareFields(winner, other, commonGeneration);
  if (isRemoved) return { kind: 'removed', fields: contested };
  const body = taken.length === 0 ? null : nextOf(winner, other, taken, taken);
  return contested.length === 0
    ? { kind: 'merged', body, deleteOther: endOf(other) }
    : { kind: 'contested', body, fields: contested };
}

/** A person's choice, ready to be written: the winner's next revision, and the end of the other leaf. */
export interface SettledContest {
  /** Without the person's provenance; a screening is assessed anew before it is written. */
  readonly body: LeafDocument;
  readonly deleteOther: MergedDeletion;
}

/**
 * Ends a contest, or a removal that is not wanted: contested fields get the value of the side that
 * was chosen (`fromOther` names those of the other leaf), the rest is merged. Every contested field
 * is stamped, also where the winner's value stays: had somebody else chosen otherwise meanwhile, the
 * two choices must meet as a contest and not as a change and nothing.
 */
export function settleContest(
  winner: LeafDocument,
  other: LeafDocument,
  commonGeneration: number,
  fromOther: Iterable<string>,
): SettledContest {
  const { taken, contested } = compareFields(winner, other, commonGeneration);
  const chosen = new Set(fromOther);
  const takes = [...taken, ...contested.filter((name) => chosen.has(name))];
  const body = nextOf(winner, other, takes, [...taken, ...contested]);
  return { body, deleteOther: endOf(other) };
}
