import { kindOfId } from '@crece/domain';
import type { Change, Taken, UnitRecords } from '../records/unit-records.ts';
import type { Projection, ProjectionUpdate } from './projection.ts';
import { effectOfChanges, type ReadingContext, type ReadMany } from './read-changes.ts';
import { Scan } from './scan.ts';

/** Changes per read. */
const BATCH = 500;

/**
 * Maximum number of changes kept in memory until they are processed; further ones are read again.
 */
const MOST_HANDED = 20_000;

/** Changes of one transaction; all sequences of the range belong to them. */
interface Handed {
  from: number;
  to: number;
  changes: readonly Change[];
}

interface FollowOptions {
  database: UnitRecords;
  context: ReadingContext;
  readMany: ReadMany;
  apply: (update: ProjectionUpdate) => void;
}

/**
 * Follows a unit that is being filled. Records stored in this tab are handed over directly instead
 * of being read back, and each child's row grows by what was added, without its other screenings
 * being read again. Any change that is not a new document takes the regular way, and so do its
 * child's records from then on.
 */
export class Filling {
  readonly #scan = new Scan();
  readonly #seen = new Set<string>();
  /** Children whose records take the regular way. */
  readonly #apart = new Set<string>();
  #handed: Handed[] = [];
  #handedCount = 0;

  /** Adds a document of a unit that is read as a whole. */
  add(change: Change, context: ReadingContext): void {
    this.#seen.add(change.id);
    this.#scan.add(change, context);
  }

  /** Returns the rows of everything added, once the whole unit was read. */
  finish(context: ReadingContext, readMany: ReadMany): Promise<ProjectionUpdate> {
    return this.#scan.finish(context, readMany);
  }

  /** Leaves records to the regular way: they are of one child, which the scan cannot know. */
  leave(childIds: Iterable<string>): void {
    for (const id of childIds) this.#apart.add(id);
  }

  /** Hands over what was just written in one transaction. */
  hand({ changes, range }: Taken): void {
    if (range === null || this.#handedCount + changes.length > MOST_HANDED) return;
    const [from, to] = range;
    this.#handed.push({ from, to, changes });
    this.#handedCount += changes.length;
  }

  /** Processes everything since the projection's sequence; returns the changes. */
  async follow(projection: Projection, options: FollowOptions): Promise<readonly Change[]> {
    const { database } = options;
    const all: Change[] = [];
    let { sequence } = projection;
    for (;;) {
      const handed = this.#next(sequence);
      if (handed !== undefined && handed.from === sequence + 1) {
        all.push(...handed.changes);
        sequence = handed.to;
        continue;
      }
      const limit = handed === undefined ? BATCH : Math.min(BATCH, handed.from - sequence - 1);
      const page = await database.changesSince(sequence, limit);
      all.push(...page.changes);
      sequence = page.sequence;
      if (page.changes.length < limit) break;
    }
    await this.#takeIn(projection, newest(all), options);
    projection.sequence = sequence;
    return all;
  }

  /** The earliest changes handed over and not yet processed. */
  #next(sequence: number): Handed | undefined {
    this.#handed = this.#handed.filter(({ from }) => from > sequence);
    this.#handedCount = this.#handed.reduce((sum, { changes }) => sum + changes.length, 0);
    return this.#handed[0];
  }

  async #takeIn(
    projection: Projection,
    changes: readonly Change[],
    { context, readMany, apply }: FollowOptions,
  ): Promise<void> {
    let ordinary = changes.filter(({ id }) => this.#seen.has(id));
    let fresh = changes.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) this.#seen.add(id);
    for (;;) {
      const isApart = (change: Change): boolean => this.#apart.has(childNamed(change));
      ordinary = ordinary.concat(fresh.filter(isApart));
      fresh = fresh.filter((change) => !isApart(change));
      if (ordinary.length === 0) break;
      const update = await effectOfChanges(projection, ordinary, context, readMany);
      for (const childId of update.entries.keys()) this.#apart.add(childId);
      apply(update);
      ordinary = [];
    }
    for (const change of fresh) this.#scan.add(change, context);
    apply(await this.#scan.finish(context, readMany, (id) => projection.pending.has(id)));
    const together = [...projection.groups.keys()].filter((id) => !this.#apart.has(id));
    if (together.length === 0) return;
    apply(await effectOfChanges(projection, [], context, readMany, together));
    this.leave(together);
  }
}

/** Id of the child that a change belongs to. */
function childNamed({ id, document }: Change): string {
  return kindOfId(id) === 'scr' ? String(document['owner']) : id;
}

/** The newest of several changes of each document. */
function newest(changes: readonly Change[]): Change[] {
  const byId = new Map<string, Change>();
  for (const change of changes) {
    byId.delete(change.id);
    byId.set(change.id, change);
  }
  return [...byId.values()];
}
