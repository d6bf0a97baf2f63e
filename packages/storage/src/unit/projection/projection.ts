import { futureDated, type Groups, groupsOf, type IsoDate, type Screening } from '@crece/domain';
import type { Judged } from '../known/known.ts';
import type { SyncState } from '../known/types.ts';
import type { Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import type { TaskRef } from '../tasks/types.ts';
import { applyToSorted, compareRows, type RowChange } from './sorted-rows.ts';
import type { ChildRow, DecidedPairs, MotherRow, UnitSnapshot } from './types.ts';

/** The data under a child id: its row, unless the child is missing, and its screenings. */
export interface ChildEntry {
  row: ChildRow | undefined;
  screeningIds: readonly string[];
}

/** What a child's record says of other records. */
export interface SaidOfOthers {
  /** They are of the same child. */
  same: readonly string[];
  /** They are of other children. */
  other: readonly string[];
}

/** What records say of one another, as groups of records of one child. */
export function groupsSaid(said: Iterable<readonly [string, SaidOfOthers]>): Groups {
  return groupsOf(Array.from(said, ([id, { same }]) => [id, same]));
}

/** The effect of a set of changes on the projection. */
export interface ProjectionUpdate {
  /** Entries by child id; null removes one. */
  entries: Map<string, ChildEntry | null>;
  mothers: Map<string, MotherRow | null>;
  unreadable: Map<string, UnreadableDocument | null>;
  /** Screenings whose child is missing, by that child's id; an empty list removes an entry. */
  orphans: Map<string, readonly Screening[]>;
  /** Local sequences of records that exist only on this device; null: the record is not pending. */
  pending: Map<string, number | null>;
  /** What children's records say of others; null: nothing. */
  said: Map<string, SaidOfOthers | null>;
}

export function emptyUpdate(): ProjectionUpdate {
  return {
    entries: new Map(),
    mothers: new Map(),
    unreadable: new Map(),
    orphans: new Map(),
    pending: new Map(),
    said: new Map(),
  };
}

function setOrDelete<K, V>(map: Map<K, V>, key: K, value: V | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

/**
 * The columns that lists need of a unit, in memory: the children with their newest screening, the
 * mothers, which screenings belong to which child, unreadable documents, pending records. Valid for
 * `sequence` of the database and for `today`.
 */
export class Projection {
  sequence = 0;
  /** The day used to decide what is "dated after tomorrow". */
  today: IsoDate;
  readonly entries = new Map<string, ChildEntry>();
  readonly unreadable = new Map<string, UnreadableDocument>();
  readonly orphans = new Map<string, readonly Screening[]>();
  /** Local sequences of the documents that exist only on this device. */
  readonly pending = new Map<string, number>();
  /** The knowledge by which pending records were last judged. */
  judged: Judged;
  /** Documents with several leaves, with the question for a person, if any. */
  readonly several = new Map<string, TaskRef | null>();
  /**
   * For documents whose open choice affects an assessment: the other versions of the record,
   * because lists show the most severe outcome.
   */
  readonly versions = new Map<string, readonly Document[]>();
  /** What records say of others: only those about which something was decided. */
  readonly said = new Map<string, SaidOfOthers>();
  #groups: Groups | null = null;
  #pairs: DecidedPairs | null = null;
  #children: readonly ChildRow[] = [];
  #mothers: readonly MotherRow[] = [];
  readonly #motherRows = new Map<string, MotherRow>();
  #ownerOf: Map<string, string> | null = null;

  constructor(today: IsoDate, judged: Judged = { lineage: '', scanned: 0, devices: '' }) {
    this.today = today;
    this.judged = judged;
  }

  get children(): readonly ChildRow[] {
    return this.#children;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0 && this.mothers.length === 0;
  }

  /** Number of records in lists. */
  get documents(): number {
    const children = this.#children.reduce(
      (sum, { screeningCount }) => sum + 1 + screeningCount,
      0,
    );
    return children + this.#mothers.length;
  }

  get mothers(): readonly MotherRow[] {
    return this.#mothers;
  }

  /** Groups of several records of one child, by the id of each of them. */
  get groups(): Groups {
    this.#groups ??= groupsSaid(this.said);
    return this.#groups;
  }

  /** All records that are of the same child as this one, the smallest id first. */
  recordIdsOf(childId: string): readonly string[] {
    return this.groups.get(childId) ?? [childId];
  }

  /** The record that leads: the one with a row. Of records that are not here, the one asked about. */
  leadOf(childId: string): string {
    const members = this.groups.get(childId);
    return members?.find((id) => this.entries.get(id)?.row !== undefined) ?? childId;
  }

  screeningIdsOf(childId: string): readonly string[] {
    return this.entries.get(this.leadOf(childId))?.screeningIds ?? [];
  }

  /** The child under which a screening was last seen. The index is built at the first call. */
  ownerOf(screeningId: string): string | undefined {
    if (this.#ownerOf === null) {
      this.#ownerOf = new Map();
      for (const [childId, { screeningIds }] of this.entries) {
        for (const id of screeningIds) this.#ownerOf.set(id, childId);
      }
    }
    return this.#ownerOf.get(screeningId);
  }

  /**
   * Children whose newest screening may change on that day: those with a screening dated after
   * tomorrow, or whose newest one is (the clock was set back).
   */
  *childrenToCheck(today: IsoDate): Iterable<string> {
    for (const { id, dateToCheck, newest } of this.#children) {
      if (dateToCheck || (newest !== undefined && futureDated(newest, today))) yield id;
    }
  }

  /** Applies changes. */
  apply(update: ProjectionUpdate): void {
    for (const [id, said] of update.said) {
      if (said === null && !this.said.has(id)) continue;
      setOrDelete(this.said, id, said);
      this.#groups = null;
    }
    this.#pairs = null;
    const childChanges: RowChange<ChildRow>[] = [];
    for (const [childId, entry] of update.entries) {
      const before = this.entries.get(childId);
      this.#reindex(childId, before, entry);
      setOrDelete(this.entries, childId, entry);
      if (before?.row !== undefined || entry?.row !== undefined) {
        childChanges.push({ before: before?.row, after: entry?.row });
      }
    }
    const motherChanges: RowChange<MotherRow>[] = [];
    for (const [id, row] of update.mothers) {
      const before = this.#motherRows.get(id);
      if (before === undefined && row === null) continue;
      motherChanges.push({ before, after: row ?? undefined });
      setOrDelete(this.#motherRows, id, row);
    }
    for (const [id, document] of update.unreadable) setOrDelete(this.unreadable, id, document);
    for (const [owner, screenings] of update.orphans) {
      setOrDelete(this.orphans, owner, screenings.length === 0 ? null : screenings);
    }
    for (const [id, sequence] of update.pending) setOrDelete(this.pending, id, sequence);
    this.#children = applyToSorted(this.#children, childChanges);
    this.#mothers = applyToSorted(this.#mothers, motherChanges);
  }

  /**
   * Applies what became pending or was acknowledged, without reading a document; returns the ids of
   * the children and mothers concerned.
   */
  mark(pending: ReadonlyMap<string, number | null>): Set<string> {
    const owners = new Set<string>();
    for (const [id, sequence] of pending) {
      setOrDelete(this.pending, id, sequence);
      owners.add(this.entries.has(id) ? id : (this.ownerOf(id) ?? this.leadOf(id)));
    }
    const update = emptyUpdate();
    for (const id of owners) {
      const entry = this.entries.get(id);
      const isPending = this.isPendingWith(id);
      if (entry?.row !== undefined && entry.row.pending !== isPending) {
        update.entries.set(id, { ...entry, row: { ...entry.row, pending: isPending } });
      }
      const mother = this.#motherRows.get(id);
      if (mother !== undefined && mother.pending !== isPending) {
        update.mothers.set(id, { ...mother, pending: isPending });
      }
    }
    this.apply(update);
    return owners;
  }

  /** Whether a document, a record of the same child or a screening under it exists only here. */
  isPendingWith(id: string): boolean {
    return [...this.recordIdsOf(id), ...this.screeningIdsOf(id)].some((each) =>
      this.pending.has(each),
    );
  }

  /** What was decided about pairs of records, for the screens; absent when nothing was. */
  get pairs(): DecidedPairs | undefined {
    if (this.said.size === 0) return undefined;
    this.#pairs ??= {
      leads: new Map([...this.groups.keys()].map((id) => [id, this.leadOf(id)])),
      apart: new Map([...this.said].map(([id, { other }]) => [id, other])),
    };
    return this.#pairs;
  }

  /** The open questions for people, sorted by title. */
  tasks(): readonly TaskRef[] {
    return [...this.several.values()]
      .filter((task) => task !== null)
      .sort((a, b) => (a.title + a.id < b.title + b.id ? -1 : 1));
  }

  /** Wards found in the data, trimmed, sorted, each once. */
  get wards(): readonly string[] {
    const wards = new Set<string>();
    for (const { ward } of this.#children) if (ward !== undefined) wards.add(ward.trim());
    for (const { ward } of this.#mothers) if (ward !== undefined) wards.add(ward.trim());
    wards.delete('');
    return [...wards].sort((a, b) => a.localeCompare(b));
  }

  /** The data for the screens; the arrays of rows are shared with the projection. */
  snapshot(sync: SyncState): UnitSnapshot {
    const { pairs } = this;
    return {
      state: 'ready',
      children: this.#children,
      mothers: this.#mothers,
      wards: this.wards,
      unreadable: [...this.unreadable.values()],
      orphans: [...this.orphans.values()].flat(),
      pending: this.pending.size,
      sync,
      ...(pairs === undefined ? {} : { pairs }),
    };
  }

  /** Fills an empty projection with stored rows, which are already sorted. */
  restore(entries: Iterable<[string, ChildEntry]>, mothers: readonly MotherRow[]): void {
    const children: ChildRow[] = [];
    for (const [id, entry] of entries) {
      this.entries.set(id, entry);
      if (entry.row !== undefined) children.push(entry.row);
    }
    this.#children = children;
    this.#mothers = mothers;
    for (const row of mothers) this.#motherRows.set(row.id, row);
    if (!isSorted(children) || !isSorted(mothers)) throw new Error('rows out of order');
  }

  #reindex(childId: string, before: ChildEntry | undefined, after: ChildEntry | null): void {
    if (this.#ownerOf === null) return;
    for (const id of before?.screeningIds ?? []) {
      if (this.#ownerOf.get(id) === childId) this.#ownerOf.delete(id);
    }
    for (const id of after?.screeningIds ?? []) this.#ownerOf.set(id, childId);
  }
}

function isSorted(rows: readonly { id: string; searchKey: string }[]): boolean {
  return rows.every((row, index) => {
    const next = rows[index + 1];
    return next === undefined || compareRows(row, next) < 0;
  });
}
