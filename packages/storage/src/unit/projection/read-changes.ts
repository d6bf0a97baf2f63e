import {
  type IsoDate,
  kindOfId,
  type ReadDocument,
  readDocument,
  type Screening,
  type Sex,
} from '@crece/domain';
import { isUnsent, type Known } from '../known/known.ts';
import type { Change, Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import { openChoices } from './open-choices.ts';
import { emptyUpdate, type Projection, type ProjectionUpdate } from './projection.ts';
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
    const ids = new Set(this.#projection.screeningIdsOf(childId));
    this.ids.set(childId, ids);
    return ids;
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
export async function readChanges(
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
  const wanted = [...touched.ids].flatMap(([childId, ids]) => [childId, ...ids]);
  const documents = await readMany(wanted);
  const isPending = (id: string): boolean =>
    (update.pending.get(id) ?? (update.pending.has(id) ? null : projection.pending.get(id))) !=
    null;
  for (const [childId, ids] of touched.ids) {
    readEntry(update, childId, ids, documents, context, isPending, projection.versions);
  }
  return update;
}

function readEntry(
  update: ProjectionUpdate,
  childId: string,
  ids: Iterable<string>,
  documents: ReadonlyMap<string, Document>,
  context: ReadingContext,
  isPending: (id: string) => boolean,
  versions: ReadonlyMap<string, readonly Document[]>,
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
    if (ownerNamed(document, read) !== childId) continue;
    living.push(id);
    if (read.kind === 'screening') screenings.push(read.screening);
    update.unreadable.set(id, read.kind === 'unreadable' ? read : null);
  }
  const hasPending = [childId, ...living].some(isPending);
  const choices = openChoices(versions, context.timeZone);
  const inRow = screeningsInRow(screenings, child, context.today, choices);
  const row = child && childRow(child, inRow, hasPending, context.today, choices);
  const isKnown = row !== undefined || living.length > 0;
  update.entries.set(childId, isKnown ? { row, screeningIds: living } : null);
  update.orphans.set(childId, row === undefined ? screenings : []);
}
