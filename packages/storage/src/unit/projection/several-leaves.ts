import type { Known } from '../known/known.ts';
import { isFact, isFromFile, mayBeOurs } from '../known/ledger-state.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import { taskRefOf, versionsOf } from '../tasks/tasks.ts';
import type { Projection } from './projection.ts';

/** Documents per transaction; a person's save waits for one transaction. */
const READS_AT_ONCE = 50;

/** The result of reading leaves. */
export interface ReadLeaves {
  /** Children and mothers whose mark "only on this device" may have changed. */
  marked: ReadonlySet<string>;
  /** Records with a choice about their assessment, open now or until now. */
  contested: ReadonlySet<string>;
}

/**
 * Reads all leaves of documents: only they show which question a person must answer, and whether a
 * leaf is unsent. Returns the ids of the children and mothers concerned.
 */
export async function readSeveral(
  projection: Projection,
  database: UnitRecords,
  ids: readonly string[],
  { ledger, deviceIds }: Known,
): Promise<ReadLeaves> {
  const titleOf = (childId: string): string => {
    const row = projection.entries.get(projection.leadOf(childId))?.row;
    return row === undefined ? '' : `${row.firstName} ${row.lastName}`;
  };
  const marks = new Map<string, number | null>();
  const contested = new Set<string>();
  for (let start = 0; start < ids.length; start += READS_AT_ONCE) {
    const part = ids.slice(start, start + READS_AT_ONCE);
    const read = await database.leavesOfMany(part);
    for (const [index, leaves] of read.entries()) {
      const id = part[index] ?? '';
      const mayBeUnsent = leaves.some(
        (leaf) =>
          (mayBeOurs(leaf, deviceIds) || isFromFile(ledger, id, leaf._rev)) &&
          !isFact(ledger, id, leaf._rev),
      );
      if (!mayBeUnsent && ledger.waiting[id] === undefined) marks.set(id, null);
      if (leaves.length > 1) projection.several.set(id, taskRefOf(leaves, titleOf));
      const versions = versionsOf(leaves);
      if (versions.length === 0 && !projection.versions.has(id)) continue;
      contested.add(id);
      if (versions.length > 0) projection.versions.set(id, versions);
      else projection.versions.delete(id);
    }
  }
  return { marked: projection.mark(marks), contested };
}
