import { MOVED } from '@crece/domain';
import { type LeafDocument, stampsOf } from './merge/compare-fields.ts';

/** For so many days a removed record can be put back from the unit's list. */
export const REMOVED_KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** What a removal has beside the record's own fields. */
const ABOUT_REMOVAL: readonly string[] = [
  'why',
  'stamp',
  'removedAt',
  'removedBy',
  'movedTo',
  'movedFrom',
];

/** Whether a version has any content of the record; an erasure or a foreign deletion has none. */
export function hasContent(leaf: LeafDocument): boolean {
  return Object.keys(leaf).some((name) => !name.startsWith('_') && !ABOUT_REMOVAL.includes(name));
}

/**
 * Whether a version is a deletion that keeps its record: removed by a person, or moved to another
 * unit. Who was typing about it meanwhile can still save.
 */
export function keepsRecord(leaf: LeafDocument): boolean {
  const isKept = leaf['why'] === 'removed' || leaf['why'] === MOVED;
  return leaf._deleted === true && isKept && hasContent(leaf);
}

/** Whether a version is a person's removal that keeps the record: no merge, move or erasure. */
export function isRemoval(leaf: LeafDocument): boolean {
  return leaf._deleted === true && leaf['why'] === 'removed' && hasContent(leaf);
}

/**
 * Whether a removal was put back by somebody who knew of it. One that went to another unit and came
 * back is a revision of its own there, beside what was written on the first one; its stamp says at
 * which generation it was made. `leaves`: those of the record; `commonOf`: of two of them.
 */
export function isPutBack(
  removal: LeafDocument,
  leaves: readonly LeafDocument[],
  commonOf: (a: LeafDocument, b: LeafDocument) => number,
): boolean {
  const { removedAt: made } = stampsOf(removal);
  if (typeof made !== 'number' || made < 1) return false;
  return leaves.some(
    (leaf) =>
      leaf !== removal &&
      (leaf._deleted !== true || leaf['why'] === 'merged') &&
      commonOf(leaf, removal) >= made,
  );
}

/** Whether a removal is one of the last `REMOVED_KEPT_DAYS` days. */
export function isKeptRemoval(leaf: LeafDocument, now: Date): boolean {
  if (!isRemoval(leaf)) return false;
  const at = Date.parse(String(leaf['removedAt']));
  return now.getTime() - at < REMOVED_KEPT_DAYS * DAY_MS;
}

/** Words for why a version is deleted that say nothing of the record. */
const WITHOUT_RECORD: readonly unknown[] = ['erased', 'merged'];

function fieldsOf(leaf: LeafDocument): string[] {
  return Object.keys(leaf).filter((name) => !name.startsWith('_'));
}

/** Whether a version is what an erasure leaves: a deletion with that word, and nothing else. */
export function isErasure(leaf: LeafDocument): boolean {
  return leaf._deleted === true && leaf['why'] === 'erased' && fieldsOf(leaf).length === 1;
}

/** Whether a version holds nothing of its record, not even who removed it. */
export function isEmptyVersion(leaf: LeafDocument): boolean {
  if (leaf._deleted !== true) return false;
  return fieldsOf(leaf).every((name) => name === 'why' && WITHOUT_RECORD.includes(leaf[name]));
}

/** The deletion that erases a version. The same on every device, so that all make one revision. */
export function erasureOf({ _id, _rev }: { _id: string; _rev: string }) {
  return { _deleted: true as const, _id, _rev, why: 'erased' };
}
