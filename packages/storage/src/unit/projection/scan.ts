import {
  type Child,
  compareScreenings,
  futureDated,
  kindOfId,
  readDocument,
  type Screening,
  type StandingScreening,
  standingScreening,
} from '@crece/domain';
import { isUnsent } from '../known/known.ts';
import type { Change, Document } from '../records/unit-records.ts';
import { emptyUpdate, type ProjectionUpdate } from './projection.ts';
import {
  ofUnknownKind,
  ownerNamed,
  type ReadingContext,
  type ReadMany,
  saidBy,
} from './read-changes.ts';
import { childRow, isNewestToMeasure, motherRow, type ScreeningsInRow, slipsOf } from './rows.ts';
import type { SlipOfRow } from './types.ts';

interface Group extends ScreeningsInRow {
  ids: string[];
  standing: StandingScreening[];
  slips: SlipOfRow[];
  /** Screenings that arrived before their child, whose birth date and sex they need. */
  early: Screening[];
  /** Screenings of older systems that may need their child's sex to be readable. */
  unread: Document[];
}

/**
 * Reads a whole unit in any order of documents and keeps only the newest screening of each child,
 * so that a unit of 40,000 screenings fits into the memory of a cheap phone. Each id may be added
 * once. Several records of one child each get a row: whoever applies the update makes one of them
 * (`effectOfChanges`).
 */
export class Scan {
  readonly #children = new Map<string, Child>();
  readonly #groups = new Map<string, Group>();
  #update = emptyUpdate();
  /** Children with additions since rows were last made. */
  #touched = new Set<string>();

  add(change: Change, context: ReadingContext): void {
    const { id, deleted, document } = change;
    const update = this.#update;
    const kind = kindOfId(id);
    if (kind === null) {
      if (!deleted) update.unreadable.set(id, ofUnknownKind(document));
      return;
    }
    const pending = isUnsent(change, context.known);
    if (pending) update.pending.set(id, change.sequence);
    if (deleted) return;
    const read = readDocument(document, context);
    if (kind === 'scr') {
      const owner = ownerNamed(document, read);
      if (owner === undefined) {
        if (read.kind === 'unreadable') update.unreadable.set(id, read);
        return;
      }
      const group = this.#groupOf(owner);
      group.ids.push(id);
      this.#touched.add(owner);
      if (read.kind === 'screening')
        addScreening(group, read.screening, context, this.#children.get(owner));
      else group.unread.push(document);
    } else if (read.kind === 'child') {
      this.#children.set(id, read.child);
      this.#touched.add(id);
      const said = read.child.sameAs === undefined ? null : saidBy(read.child);
      if (said !== null) update.said.set(id, said);
    } else if (read.kind === 'mother') {
      update.mothers.set(id, motherRow(read.mother, pending));
    } else if (read.kind === 'unreadable') {
      update.unreadable.set(id, read);
    }
  }

  /**
   * What was added since the last call, with the rows of the children concerned. `readMany` is
   * called only for screenings whose child is missing; `wasPending` answers for documents added
   * before.
   */
  async finish(
    context: ReadingContext,
    readMany: ReadMany,
    wasPending: (id: string) => boolean = () => false,
  ): Promise<ProjectionUpdate> {
    const update = this.#update;
    const touched = this.#touched;
    this.#update = emptyUpdate();
    this.#touched = new Set();
    const isPending = (id: string): boolean => update.pending.has(id) || wasPending(id);
    for (const childId of touched) {
      const child = this.#children.get(childId);
      const group = this.#groups.get(childId) ?? newGroup();
      for (const document of group.unread) {
        const read = readDocument(document, { ...context, sexOf: () => child?.gender });
        update.unreadable.set(document._id, read.kind === 'unreadable' ? read : null);
        if (read.kind === 'screening' && child !== undefined) {
          addScreening(group, read.screening, context, child);
        }
      }
      if (child !== undefined) {
        for (const screening of group.early.splice(0)) addStanding(group, screening, child);
      }
      // Without the child they stay in the list and are tried again.
      if (child !== undefined) group.unread = [];
      const screeningIds = [...group.ids];
      const hasPending = [childId, ...screeningIds].some(isPending);
      if (child !== undefined) group.all = await this.#before(group, child, context, readMany);
      const row = child && childRow(child, group, hasPending, context.today);
      group.all = null;
      update.entries.set(childId, { row, screeningIds });
      update.orphans.set(childId, []);
      if (row !== undefined) continue;
      const orphans: Screening[] = [];
      for (const document of (await readMany(screeningIds)).values()) {
        const read = readDocument(document, context);
        if (read.kind === 'screening') orphans.push(read.screening);
      }
      update.orphans.set(childId, orphans);
    }
    return update;
  }

  /** All screenings, for the few children whose newest one cannot be assessed. */
  async #before(
    group: Group,
    child: Child,
    context: ReadingContext,
    readMany: ReadMany,
  ): Promise<readonly Screening[] | null> {
    if (group.count < 2 || !isNewestToMeasure(group.newest, child)) return null;
    const found: Screening[] = [];
    for (const document of (await readMany(group.ids)).values()) {
      const read = readDocument(document, { ...context, sexOf: () => child.gender });
      if (read.kind === 'screening') found.push(read.screening);
    }
    return found;
  }

  #groupOf(owner: string): Group {
    const known = this.#groups.get(owner);
    if (known !== undefined) return known;
    const group = newGroup();
    this.#groups.set(owner, group);
    return group;
  }
}

function addStanding(group: Group, screening: Screening, child: Child): void {
  group.standing.push(standingScreening(screening, child));
}

function addScreening(
  group: Group,
  screening: Screening,
  { today }: ReadingContext,
  child: Child | undefined,
): void {
  group.count += 1;
  group.slips.push(...slipsOf(screening));
  if (child === undefined) group.early.push(screening);
  else addStanding(group, screening, child);
  if (futureDated(screening, today)) group.futureDated += 1;
  else if (group.newest === null || compareScreenings(screening, group.newest) > 0) {
    group.newest = screening;
  }
}

function newGroup(): Group {
  return {
    ids: [],
    count: 0,
    newest: null,
    futureDated: 0,
    standing: [],
    slips: [],
    all: null,
    early: [],
    unread: [],
  };
}
