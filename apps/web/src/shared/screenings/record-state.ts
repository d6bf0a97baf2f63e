import { isInvented, type SyncState } from '@crece/storage';

/**
 * The state of a record: two values in conflict; removed elsewhere; refused by the server; only
 * here; invented for the demonstration and never sent; on the server.
 */
export type RecordState = 'task' | 'removed' | 'refused' | 'here' | 'invented' | 'server';

/**
 * The state of a record, the most urgent first. `null` when unknown: before its first complete sync
 * no record of a unit counts as on the server.
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

/** The states that a row of the children list shows in addition to "only on this device". */
export type RowAlert = Extract<RecordState, 'task' | 'removed' | 'refused'> | 'unread' | 'moving';

/**
 * The children, by id, with a conflict, a refusal or a version that could not be read in their own
 * record or a screening; also those of `moving`, which are to move to another unit.
 */
export function rowAlerts(
  { tasks, refused }: SyncState,
  unreadable: readonly { id: string; childId?: string }[],
  moving: readonly { childId: string }[] = [],
): ReadonlyMap<string, RowAlert> {
  const alerts = new Map<string, RowAlert>();
  for (const { childId } of moving) alerts.set(childId, 'moving');
  for (const { id, childId } of unreadable) alerts.set(childId ?? id, 'unread');
  for (const { id, childId } of refused) alerts.set(childId ?? id, 'refused');
  for (const { id, childId, kind } of tasks) {
    alerts.set(childId ?? id, kind === 'removed' ? 'removed' : 'task');
  }
  return alerts;
}

/** Number of records of a unit that need a person, each counted once, and of removals in files. */
export function waitingCount({
  sync,
  orphans,
  unreadable,
}: {
  sync: SyncState;
  orphans: readonly { _id: string }[];
  unreadable: readonly { id: string }[];
}): number {
  const records = new Set([
    ...sync.tasks.map(({ id }) => id),
    ...sync.refused.map(({ id }) => id),
    ...orphans.map(({ _id }) => _id),
    ...unreadable.map(({ id }) => id),
  ]);
  return records.size + (sync.removalsInFiles ?? 0);
}
