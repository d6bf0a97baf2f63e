import { isInvented, type SyncState } from '@crece/storage';

/**
 * Where a record stands: two values wait for a choice; it was removed elsewhere; the server refused
 * it; it exists only here; it was invented for the demonstration and is never sent; the server has it.
 */
export type RecordState = 'task' | 'removed' | 'refused' | 'here' | 'invented' | 'server';

/**
 * What may be said about a record, the most pressing first. `null` where nothing is proven: before
 * its first complete synchronisation a unit says of no record that the server has it.
 */
export function recordState(
  { tasks, refused, stamp }: SyncState,
  record: { readonly _id: string; readonly device?: string },
  isPending: boolean,
): RecordState | null {
  const { _id: id } = record;
  const task = tasks.find((each) => each.id === id);
  if (task !== undefined) return task.kind === 'removed' ? 'removed' : 'task';
  if (refused.some((each) => each.id === id)) return 'refused';
  if (isPending) return 'here';
  if (isInvented(record)) return 'invented';
  return stamp === null ? null : 'server';
}

/** What a row of the children's list says beside "only on this device". */
export type RowAlert = Extract<RecordState, 'task' | 'removed' | 'refused'>;

/** The children, by id, of whom something waits for a person: their own record or a screening. */
export function rowAlerts({ tasks, refused }: SyncState): ReadonlyMap<string, RowAlert> {
  const alerts = new Map<string, RowAlert>();
  for (const { id, childId } of refused) alerts.set(childId ?? id, 'refused');
  for (const { id, childId, kind } of tasks) {
    alerts.set(childId ?? id, kind === 'removed' ? 'removed' : 'task');
  }
  return alerts;
}

/** How many records of a unit wait for somebody, each counted once. */
export function waitingCount({
  sync,
  orphans,
  unreadable,
}: {
  sync: SyncState;
  orphans: readonly { _id: string }[];
  unreadable: readonly { id: string }[];
}): number {
  return new Set([
    ...sync.tasks.map(({ id }) => id),
    ...sync.refused.map(({ id }) => id),
    ...orphans.map(({ _id }) => _id),
    ...unreadable.map(({ id }) => id),
  ]).size;
}
