import { parseRevision } from '@crece/replication';
import { isDocumentId } from '../document.ts';
import {
  ANSWER_CHARACTERS,
  type Replicated,
  type RevisionsAsked,
  StoreUnavailable,
} from '../document-store.ts';
import type { CouchDatabase } from './couch-database.ts';
import { inLeafOrder } from './revisions.ts';

/** Revisions asked for in one request; large ones end it earlier. */
const ENTRIES_AT_ONCE = 250;
/** Limit of questions about one document, whose answers cannot be split. */
const QUESTIONS_OF_ONE = 16;

interface Entry {
  id: string;
  rev?: string;
}

/**
 * The entries for `_bulk_get`: without `rev` for every leaf; invalid ids and revisions are left
 * out.
 */
function entriesOf({ id, revs }: RevisionsAsked): Entry[] {
  if (!isDocumentId(id)) return [];
  if (revs === 'leaves') return [{ id }];
  return revs.filter((rev) => parseRevision(rev) !== null).map((rev) => ({ id, rev }));
}

/** The requested revisions of a document: leaves with the winner first, or the named ones. */
function asAsked(found: readonly Replicated[], revs: 'leaves' | readonly string[]): Replicated[] {
  if (revs === 'leaves') return inLeafOrder(found);
  const byRev = new Map(found.map((revision) => [revision.document._rev, revision]));
  return revs.flatMap((rev) => byRev.get(rev) ?? []);
}

/** The first questions that fit one request; at least one. */
function firstOf(asked: readonly RevisionsAsked[]): readonly RevisionsAsked[] {
  const ofOne = new Map<string, number>();
  let entries = 0;
  const end = asked.findIndex((question, place) => {
    entries += entriesOf(question).length;
    const own = (ofOne.get(question.id) ?? 0) + 1;
    ofOne.set(question.id, own);
    return place > 0 && (entries > ENTRIES_AT_ONCE || own > QUESTIONS_OF_ONE);
  });
  return end < 0 ? asked : asked.slice(0, end);
}

/** The entries of each document, each revision once. */
function entriesById(asked: readonly RevisionsAsked[]): Map<string, Entry[]> {
  const byId = new Map<string, Entry[]>();
  for (const question of asked) {
    const known = byId.get(question.id) ?? [];
    const revs = new Set(known.map(({ rev }) => rev));
    const news = entriesOf(question).filter(({ rev }) => !revs.has(rev));
    byId.set(question.id, [...known, ...news]);
  }
  return byId;
}

/** The complete answers of the documents before `end`, up to the first one without an answer. */
function answeredBefore(
  end: number,
  ids: readonly string[],
  found: ReadonlyMap<string, Replicated[]>,
): Map<string, Replicated[]> {
  const answered = new Map<string, Replicated[]>();
  for (const id of ids.slice(0, end)) {
    const revisions = found.get(id);
    if (revisions === undefined) break;
    answered.set(id, revisions);
  }
  return answered;
}

/**
 * Reads documents until their length reaches the limit. CouchDB answers in the order asked, so the
 * documents before the one that is arriving are complete, even if the answer is cut there.
 */
async function readDocuments(
  database: CouchDatabase,
  byId: ReadonlyMap<string, readonly Entry[]>,
): Promise<Map<string, Replicated[]>> {
  const entries = [...byId.values()].flat();
  const ids = [...byId.keys()];
  const places = new Map(ids.map((id, place) => [id, place]));
  const found = new Map<string, Replicated[]>();
  for (const [id, own] of byId) if (own.length === 0) found.set(id, []);
  if (entries.length === 0) return found;
  let [characters, place, isInOrder] = [0, 0, true];
  try {
    for await (const row of database.revisionRows(entries)) {
      const next = places.get(row.id) ?? 0;
      isInOrder &&= next >= place;
      place = next;
      found.set(row.id, [...(found.get(row.id) ?? []), ...row.found]);
      characters += row.length;
      if (characters < ANSWER_CHARACTERS || !isInOrder) continue;
      const answered = answeredBefore(place, ids, found);
      if (answered.size > 0) return answered;
    }
  } catch (error) {
    const answered = answeredBefore(isInOrder ? place : 0, ids, found);
    if (!(error instanceof StoreUnavailable) || answered.size === 0) throw error;
    return answered;
  }
  // A document without an answer is unknown.
  for (const id of ids) if (!found.has(id)) found.set(id, []);
  return found;
}

/** Reads one document as a whole; the request is retried when its answer is cut. */
async function readOne(
  database: CouchDatabase,
  byId: ReadonlyMap<string, readonly Entry[]>,
): Promise<Map<string, Replicated[]>> {
  const found = await database.revisions([...byId.values()].flat());
  return new Map([...byId.keys()].map((id) => [id, found.get(id) ?? []]));
}

/** `DocumentStore.readManyRevisions` for CouchDB. */
export async function readFirst(
  database: CouchDatabase,
  asked: readonly RevisionsAsked[],
): Promise<Replicated[][]> {
  const first = firstOf(asked);
  const byId = entriesById(first);
  const found = await (first.length > 1 ? readDocuments(database, byId) : readOne(database, byId));
  const answers: Replicated[][] = [];
  for (const { id, revs } of first) {
    const revisions = found.get(id);
    if (revisions === undefined) break;
    answers.push(asAsked(revisions, revs));
  }
  return answers;
}
