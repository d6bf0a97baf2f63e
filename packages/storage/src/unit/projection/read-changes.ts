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

/** What reading documents into the projection depends on. */
export interface ReadingContext {
  timeZone: string;
  today: IsoDate;
  known: Known;
}

/** Reads the living documents among ids. */
export type ReadMany = (ids: readonly string[]) => Promise<Map<string, Document>>;

/** A document of no kind that we know: listed, so that somebody sees it. */
export function ofUnknownKind(document: Document): UnreadableDocument {
  return { id: document._id, codes: ['unknown-kind'], raw: document };
}

/** The child a screening document names, readable or not. */
export function ownerNamed(document: Document, read: ReadDocument): string | undefined {
  if (read.kind === 'screening') return read.screening.owner;
  const owner = document['owner'];
  return typeof owner === 'string' && owner !== '' ? owner : undefined;
}

/** A first revision can never have named another child before; asking would need the whole index. */
function isFirstRevision(document: Document): boolean {
  return document._rev?.startsWith('1-') === true;
}

/** The children that changes touch, each with the ids of its screenings as they are after them. */
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

  /** Takes a screening from the child it was under and puts it under the one it names now. */
  screening(document: Document, named: string | undefined, deleted: boolean): void {
    const { _id: id } = document;
    const isPlaced = named !== undefined && this.child(named).has(id);
    const before = isPlaced || isFirstRevision(document) ? named : this.#projection.ownerOf(id);
    if (before !== undefined) this.child(before).delete(id);
    if (named !== undefined && !deleted) this.child(named).add(id);
  }
}

/**
 * What changed documents make of the projection. Every child that a change touches is read anew with
 * all its screenings, so that the outcome never depends on the order of changes.
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
      // One that names a child is judged with it, by whose sex it may be readable.
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
    // It may have moved since the changes were read.
    if (ownerNamed(document, read) !== childId) continue;
    living.push(id);
    if (read.kind === 'screening') screenings.push(read.screening);
    update.unreadable.set(id, read.kind === 'unreadable' ? read : null);
  }
  const hasPending = [childId, ...living].some(isPending);
  const inRow = screeningsInRow(screenings, child, context.today);
  const choices = openChoices(versions, context.timeZone);
  const row = child && childRow(child, inRow, hasPending, choices);
  const isKnown = row !== undefined || living.length > 0;
  update.entries.set(childId, isKnown ? { row, screeningIds: living } : null);
  update.orphans.set(childId, row === undefined ? screenings : []);
}
