import {
  type Child,
  compareScreenings,
  futureDated,
  kindOfId,
  readDocument,
  type Screening,
} from '@crece/domain';
import type { Change, Document } from '../unit/unit-database.ts';
import { emptyUpdate, type ProjectionUpdate } from './projection.ts';
import {
  isPending,
  ofUnknownKind,
  ownerNamed,
  type ReadingContext,
  type ReadMany,
} from './read-changes.ts';
import { childRow, motherRow, type ScreeningsInRow } from './rows.ts';

interface Group extends ScreeningsInRow {
  ids: string[];
  hasPending: boolean;
  /** Screenings of older systems may need their child's sex to be readable. */
  unread: Document[];
}

/**
 * Reads a whole unit, document by document in any order, keeping of each child's screenings no more
 * than the newest: a unit of 40,000 screenings fits into a cheap phone. Each id may be added once.
 */
export class Scan {
  readonly #context: ReadingContext;
  readonly #update = emptyUpdate();
  readonly #children = new Map<string, { child: Child; isPending: boolean }>();
  readonly #groups = new Map<string, Group>();

  constructor(context: ReadingContext) {
    this.#context = context;
  }

  add({ id, deleted, document }: Change): void {
    const kind = kindOfId(id);
    if (kind === null) {
      const unknown = deleted ? null : ofUnknownKind(document);
      if (unknown !== null) this.#update.unreadable.set(id, unknown);
      return;
    }
    const pending = isPending(document, this.#context);
    if (pending) this.#update.pending.set(id, true);
    if (deleted) return;
    const read = readDocument(document, this.#context);
    if (kind === 'scr') {
      const owner = ownerNamed(document, read);
      if (owner === undefined) {
        if (read.kind === 'unreadable') this.#update.unreadable.set(id, read);
        return;
      }
      const group = this.#groupOf(owner);
      group.ids.push(id);
      group.hasPending ||= pending;
      if (read.kind === 'screening') this.#addScreening(group, read.screening);
      else group.unread.push(document);
    } else if (read.kind === 'child') {
      this.#children.set(id, { child: read.child, isPending: pending });
    } else if (read.kind === 'mother') {
      this.#update.mothers.set(id, motherRow(read.mother, pending));
    } else if (read.kind === 'unreadable') {
      this.#update.unreadable.set(id, read);
    }
  }

  /** The whole projection; `readMany` is asked only for screenings whose child is not here. */
  async finish(readMany: ReadMany): Promise<ProjectionUpdate> {
    for (const [childId, { child, isPending: childPending }] of this.#children) {
      const group = this.#groups.get(childId) ?? newGroup();
      this.#readAgain(group, child);
      this.#groups.delete(childId);
      const row = childRow(child, group, childPending || group.hasPending);
      this.#update.entries.set(childId, { row, screeningIds: group.ids });
    }
    for (const [owner, group] of this.#groups) {
      this.#readAgain(group, undefined);
      this.#update.entries.set(owner, { row: undefined, screeningIds: group.ids });
      const orphans: Screening[] = [];
      for (const document of (await readMany(group.ids)).values()) {
        const read = readDocument(document, this.#context);
        if (read.kind === 'screening') orphans.push(read.screening);
      }
      this.#update.orphans.set(owner, orphans);
    }
    return this.#update;
  }

  #groupOf(owner: string): Group {
    const known = this.#groups.get(owner);
    if (known !== undefined) return known;
    const group = newGroup();
    this.#groups.set(owner, group);
    return group;
  }

  #addScreening(group: Group, screening: Screening): void {
    group.count += 1;
    if (futureDated(screening, this.#context.today)) group.hasFutureDated = true;
    else if (group.newest === null || compareScreenings(screening, group.newest) > 0) {
      group.newest = screening;
    }
  }

  #readAgain(group: Group, child: Child | undefined): void {
    for (const document of group.unread) {
      const read = readDocument(document, { ...this.#context, sexOf: () => child?.gender });
      if (read.kind === 'screening') this.#addScreening(group, read.screening);
      else if (read.kind === 'unreadable') this.#update.unreadable.set(document._id, read);
    }
  }
}

function newGroup(): Group {
  return { ids: [], count: 0, newest: null, hasFutureDated: false, hasPending: false, unread: [] };
}
