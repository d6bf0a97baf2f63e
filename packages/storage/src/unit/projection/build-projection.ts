import { judgedBy } from '../known/known.ts';
import type { Change, UnitRecords } from '../records/unit-records.ts';
import { Projection, type ProjectionUpdate } from './projection.ts';
import { effectOfChanges, type ReadingContext, type ReadMany } from './read-changes.ts';
import { Scan } from './scan.ts';

/** Changes per read; a save made meanwhile waits for at most one read. */
const BATCH = 500;

/** Takes documents one by one and makes rows of them. */
interface Reader {
  add(change: Change, context: ReadingContext): void;
  finish(context: ReadingContext, readMany: ReadMany): Promise<ProjectionUpdate>;
  /** Told which records were put together afterwards. */
  leave?(childIds: Iterable<string>): void;
}

interface BuildOptions {
  database: UnitRecords;
  context: ReadingContext;
  readMany: ReadMany;
  lastSequence: number;
  /** Called after each page that was read. */
  onRead: (projection: Projection, changes: readonly Change[]) => void;
  reader?: Reader | undefined;
}

/**
 * Reads every document of a unit up to a sequence; later changes are caught up afterwards. Loaded
 * only when no rows were kept.
 */
export async function buildProjection({
  database,
  context,
  readMany,
  lastSequence,
  onRead,
  reader = new Scan(),
}: BuildOptions): Promise<Projection> {
  const projection = new Projection(context.today);
  let sequence = 0;
  while (sequence < lastSequence) {
    const batch = await database.changesSince(sequence, BATCH);
    // A document beyond the end was changed meanwhile and may already have been read.
    const changes = batch.changes.filter((change) => change.sequence <= lastSequence);
    for (const change of changes) reader.add(change, context);
    onRead(projection, changes);
    if (batch.changes.length < BATCH) break;
    sequence = batch.sequence;
  }
  projection.apply(await reader.finish(context, readMany));
  if (projection.groups.size > 0) {
    const together = [...projection.groups.keys()];
    projection.apply(await effectOfChanges(projection, [], context, readMany, together));
    reader.leave?.(together);
  }
  projection.sequence = lastSequence;
  projection.judged = judgedBy(context.known);
  return projection;
}
