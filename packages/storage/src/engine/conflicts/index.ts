import type { ChildRow } from '../../unit/projection/types.ts';
import { taskOf } from '../../unit/tasks/tasks.ts';
import type { Task } from '../../unit/tasks/types.ts';
import type { EngineParts } from '../core/engine.ts';

export { movedTo, putBack, readRemoved, readRemovedFile, readRemovedMother } from './put-back.ts';
export { choose, confirmRemoval, keep } from './settle.ts';

function nameOf(row: ChildRow | undefined): string {
  return row === undefined ? '' : `${row.firstName} ${row.lastName}`.trim();
}

/** The data that the conflict screen shows about a record; null when no question is open. */
export async function readTask(engine: EngineParts, id: string): Promise<Task | null> {
  const leaves = await engine.store.leaves(id);
  return taskOf(leaves, (childId) => nameOf(engine.rowOf(childId)), engine.deviceIds());
}
