import type { LeafDocument } from './merge/compare-fields.ts';

/** For so many days a removed record can be put back from the unit's list. */
export const REMOVED_KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** What a removal has beside the record's own fields. */
const ABOUT_REMOVAL: readonly string[] = ['why', 'stamp', 'removedAt', 'removedBy'];

/** Whether a version has any content of the record; an erasure or a foreign deletion has none. */
export function hasContent(leaf: LeafDocument): boolean {
  return Object.keys(leaf).some((name) => !name.startsWith('_') && !ABOUT_REMOVAL.includes(name));
}

/** Whether a version is a person's removal that keeps the record: no merge, move or erasure. */
export function isRemoval(leaf: LeafDocument): boolean {
  return leaf._deleted === true && leaf['why'] === 'removed' && hasContent(leaf);
}

/** Whether a removal is one of the last `REMOVED_KEPT_DAYS` days. */
export function isKeptRemoval(leaf: LeafDocument, now: Date): boolean {
  if (!isRemoval(leaf)) return false;
  const at = Date.parse(String(leaf['removedAt']));
  return now.getTime() - at < REMOVED_KEPT_DAYS * DAY_MS;
}
