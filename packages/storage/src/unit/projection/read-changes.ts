import {
  type Child,
  type Groups,
  type IsoDate,
  kindOfId,
  otherIds,
  type ReadDocument,
  readDocument,
  type Screening,
  type Sex,
  sameIds,
} from '@crece/domain';
import { isUnsent, type Known } from '../known/known.ts';
import type { Change, Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import { openChoices } from './open-choices.ts';
import {
  emptyUpdate,
  groupsSaid,
  type Projection,
  type ProjectionUpdate,
  type SaidOfOthers,
} from './projection.ts';
import { childRow, motherRow, screeningsInRow } from './rows.ts';

/** The settings on which reading documents into the projection depends. */
export interface ReadingContext {
  timeZone: string;
  today: IsoDate;
  known: Known;
}

/** Reads the living documents among the ids. */
export type ReadMany = (ids: readonly string[]) => Promise<Map<string, Document>>;

/** The list entry of a document of unknown kind. */
export function ofUnknownKind(document: Document): UnreadableDocument {
  return { id: document._id, codes: ['unknown-kind'], raw: document };
}

/** The child named by a screening document, whether readable or not. */
export function ownerNamed(document: Document, read: ReadDocument): string | undefined {
  if (read.kind === 'screening') return read.screening.owner;
  const owner = document['owner'];
  return typeof owner === 'string' && owner !== '' ? owner : undefined;
}

/** What a child's document says of other records; null: nothing. */
export function saidOfOthersIn(document: Document, context: ReadingContext): SaidOfOthers | null {
  if (document['sameAs'] === undefined) return null;
  const read = readDocument(document, context);
  return read.kind === 'child' ? saidBy(read.child) : null;
}

/** What a child says of other records; null: nothing. */
export function saidBy(child: Parameters<typeof sameIds>[0]): SaidOfOthers | null {
  const said = { same: sameIds(child), other: otherIds(child) };
  return said.same.length + said.other.length === 0 ? null : said;
}

/** The groups of records of one child after changes. */
function groupsAfter(projection: Projection, changed: ProjectionUpdate['said']): Groups {
  if (changed.size === 0) return projection.groups;
  const said = new Map<string, SaidOfOthers | null>([...projection.said, ...changed]);
  return groupsSaid([...said].flatMap(([id, each]) => (each === null ? [] : [[id, each]])));
}

/**
 * Whether it is a first revision, which cannot have named another child before; this avoids
 * building the index.
 */
function isFirstRevision(document: Document): boolean {
  return document._rev?.startsWith('1-') === true;
}

/** The children affected by changes, each with its screening ids after them. */
class Touched {
  readonly ids = new Map<string, Set<string>>();
  readonly #projection: Projection;

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  child(childId: string): Set<string> {
    const known = this.ids.get(childId);
    if (known !== undefined) return known;
    const ids = new Set(this.#projection.entries.get(childId)?.screeningIds);
    this.ids.set(childId, ids);
    return ids;
  }

  /** Adds the records that were of the same child before the changes, or are after them. */
  addGroups(after: Groups): void {
    // A map gives what is added while it is read, too.
    for (const id of this.ids.keys()) for (const other of this.#with(id, after)) this.child(other);
  }

  /** Ids of the screenings that may belong to a record's child. */
  screeningsWith(id: string, after: Groups): Iterable<string> {
    const records = this.#with(id, after);
    if (records.size === 1) return this.child(id);
    return new Set([...records].flatMap((each) => [...this.child(each)]));
  }

  #with(id: string, after: Groups): ReadonlySet<string> {
    return new Set([...this.#projection.recordIdsOf(id), ...(after.get(id) ?? [])]);
  }

  /** Moves a screening to the child that it names now. */
  screening(document: Document, named: string | undefined, deleted: boolean): void {
    const { _id: id } = document;
    const isPlaced = named !== undefined && this.child(named).has(id);
    const before = isPlaced || isFirstRevision(document) ? named : this.#projection.ownerOf(id);
    if (before !== undefined) this.child(before).delete(id);
    if (named !== undefined && !deleted) this.child(named).add(id);
  }
}

/**
 * The effect of changed documents on the projection. Every affected child is read again with all
 * its screenings, so that the result never depends on the order of changes.
 */
export async function effectOfChanges(
  projection: Projection,
  changes: readonly Change[],
  context: ReadingContext,
  readMany: ReadMany,
  alsoTouched: Iterable<string> = [],
): Promise<ProjectionUpdate> {
  const update = emptyUpdate();
  const touched = new Touched(projection);
  for (const childId of alsoTouched) touched.child(childId);
  for (const change of changes) {
    const { id, deleted, document } = change;
    const kind = kindOfId(id);
    if (kind === null) {
      update.unreadable.set(id, deleted ? null : ofUnknownKind(document));
      continue;
    }
    const pending = isUnsent(change, context.known);
    update.pending.set(id, pending ? change.sequence : null);
    if (kind === 'chld') {
      touched.child(id);
      const said = deleted ? null : saidOfOthersIn(document, context);
      if (said !== null || projection.said.has(id)) update.said.set(id, said);
      continue;
    }
    const read = readDocument(document, context);
    const unreadable = read.kind === 'unreadable' && !deleted ? read : null;
    if (kind === 'mthr') {
      const mother = read.kind === 'mother' && !deleted ? read.mother : null;
      update.mothers.set(id, mother && motherRow(mother, pending));
      update.unreadable.set(id, unreadable);
    } else {
      const named = ownerNamed(document, read);
      touched.screening(document, named, deleted);
      // A screening that names a child is read together with it, because the child's sex may make
      // it readable.
      update.unreadable.set(id, named === undefined ? unreadable : null);
    }
  }
  const groups = groupsAfter(projection, update.said);
  touched.addGroups(groups);
  const wanted = [...touched.ids].flatMap(([childId, ids]) => [childId, ...ids]);
  const documents = await readMany(wanted);
  const isPending = (id: string): boolean =>
    (update.pending.get(id) ?? (update.pending.has(id) ? null : projection.pending.get(id))) !=
    null;
  const reading = { documents, context, isPending, versions: projection.versions };
  const done = new Set<string>();
  for (const id of touched.ids.keys()) {
    if (done.has(id)) continue;
    const records = groups.get(id) ?? [id];
    for (const each of records) done.add(each);
    readGroup(update, records, (each) => touched.screeningsWith(each, groups), reading);
  }
  return update;
}

/** What was read of the documents of an update, and how to judge them. */
interface Reading {
  documents: ReadonlyMap<string, Document>;
  context: ReadingContext;
  isPending: (id: string) => boolean;
  versions: ReadonlyMap<string, readonly Document[]>;
}

/**
 * The entry of a child that may have several records: the first readable one leads, and the others
 * have no entry. Where none can be read, each record's screenings are without a child.
 */
function readGroup(
  update: ProjectionUpdate,
  records: readonly string[],
  screeningsWith: (id: string) => Iterable<string>,
  reading: Reading,
): void {
  const { documents, context } = reading;
  const isReadable = (id: string): boolean => {
    const document = documents.get(id);
    return document !== undefined && readDocument(document, context).kind === 'child';
  };
  const lead = records.length === 1 ? records[0] : records.find(isReadable);
  if (lead === undefined) {
    for (const id of records) readEntry(update, id, [id], screeningsWith(id), reading);
    return;
  }
  readEntry(update, lead, records, screeningsWith(lead), reading);
  for (const id of records) {
    if (id === lead) continue;
    const document = documents.get(id);
    const read = document === undefined ? null : readDocument(document, context);
    update.unreadable.set(id, read?.kind === 'unreadable' ? read : null);
    update.entries.set(id, null);
    update.orphans.set(id, []);
  }
}

function readEntry(
  update: ProjectionUpdate,
  childId: string,
  records: readonly string[],
  ids: Iterable<string>,
  { documents, context, isPending, versions }: Reading,
): void {
  const childDocument = documents.get(childId);
  const readChild = childDocument === undefined ? null : readDocument(childDocument, context);
  const child = readChild?.kind === 'child' ? readChild.child : undefined;
  update.unreadable.set(childId, readChild?.kind === 'unreadable' ? readChild : null);

  const sexOf = (): Sex | undefined => child?.gender;
  const screenings: Screening[] = [];
  const living: string[] = [];
  for (const id of ids) {
    const document = documents.get(id);
    if (document === undefined) continue;
    const read = readDocument(document, { ...context, sexOf });
    // The screening may have moved since the changes were read.
    if (!records.includes(ownerNamed(document, read) ?? '')) continue;
    living.push(id);
    if (read.kind === 'screening') screenings.push(read.screening);
    update.unreadable.set(id, read.kind === 'unreadable' ? read : null);
  }
  const hasPending = [...records, ...living].some(isPending);
  const choices = openChoices(versions, context.timeZone);
  const others = records.flatMap((id): Child[] => {
    const document = id === childId ? undefined : documents.get(id);
    const read = document === undefined ? null : readDocument(document, context);
    return read?.kind === 'child' ? [read.child] : [];
  });
  const inRow = {
    ...screeningsInRow(screenings, child, context.today, choices),
    others,
  };
  const row = child && childRow(child, inRow, hasPending, context.today, choices);
  const isKnown = row !== undefined || living.length > 0;
  update.entries.set(childId, isKnown ? { row, screeningIds: living } : null);
  update.orphans.set(childId, row === undefined ? screenings : []);
}
