import { canonical, withoutFields } from '@crece/domain';
import { isRemoval, keepsRecord, type LeafDocument } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import { ancestryCarried, orderedLeaves, type VersionQuestion } from '../../unit/tasks/examine.ts';
import { alsoEnding, type Settlement } from './settlement.ts';

/** Fields that only a removal has. */
const REMOVAL_NAMES = ['_deleted', 'why', 'removedAt', 'removedBy', 'movedTo'] as const;

/** A record that is removed in every version, in the form in which it can be restored. */
export interface Revived extends Settlement {
  /** The removal that keeps the record's content. */
  readonly removal: LeafDocument;
}

/**
 * The removal that keeps the content of a document without a living version; null when none does.
 */
export function removalOf(leaves: readonly LeafDocument[]): LeafDocument | null {
  if (leaves[0]?._deleted !== true) return null;
  return leaves.find(isRemoval) ?? null;
}

/** The same, also for a record that moved to another unit: what a form about it is saved on. */
export function deletionOf(leaves: readonly LeafDocument[]): LeafDocument | null {
  if (leaves[0]?._deleted !== true) return null;
  return removalOf(leaves) ?? leaves.find(keepsRecord) ?? null;
}

/**
 * A removed or moved record as it was before, at the revision that was removed; null in the same
 * cases as `deletionOf`.
 */
export function beforeRemoval(carried: readonly CarriedDocument[]): Document | null {
  const removal = deletionOf(orderedLeaves(carried).leaves);
  const leaf = carried.find(({ _rev }) => _rev === removal?._rev);
  if (removal === null || leaf === undefined) return null;
  const { _id, _rev: _removal, ...body } = removal;
  const [, before] = ancestryCarried(leaf);
  return {
    ...withoutFields(body, REMOVAL_NAMES),
    _id,
    ...(before === undefined ? {} : { _rev: before }),
    stamp: withoutFields(Object(removal['stamp']), REMOVAL_NAMES),
  };
}

/**
 * How to restore a removed record; null when a version is living or no content is left. Other
 * removals of the record end, because an open one would at once ask whether to keep it. A removal
 * that keeps other values stays open, so that a person is asked about them.
 */
export function revive(carried: readonly CarriedDocument[]): Revived | null {
  const { leaves, commonOf } = orderedLeaves(carried);
  const removal = removalOf(leaves);
  if (removal === null) return null;
  const { _id, _rev } = removal;
  const stored: LeafDocument = canonical({ ...withoutFields(removal, REMOVAL_NAMES), _id, _rev });
  const others = leaves.filter((leaf) => leaf !== removal);
  const removals = others.map(
    (other): VersionQuestion => ({
      kind: 'removed',
      winner: stored,
      other,
      common: commonOf(removal, other),
      contested: [],
    }),
  );
  return { ...alsoEnding({ body: stored, stored, ends: [] }, removals), removal };
}
