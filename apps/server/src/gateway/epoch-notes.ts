import { randomUUID } from 'node:crypto';
import type {
  Change,
  DocumentStore,
  DraftDocument,
  StoredDocument,
  WriteResult,
} from '../store/document-store.ts';

/** A revision that a unit had when a sequence was noted. */
export type Witness = readonly [id: string, rev: string];

/** How far a unit had come. */
export interface SequenceNote {
  readonly sequence: string;
  /**
   * Kept where sequences alone say too little (`isCounted`), the newest first: the last revisions of
   * the latest writes. One that is gone means that all after it are.
   */
  readonly witnesses: readonly Witness[];
}

/** From what is kept to what shall be; `null` leaves it as it is. */
export type Next = (kept: StoredDocument | null) => Record<string, unknown> | null;

const PREFIX = 'sync_sequence_';
const OWN_ID = 'sync_store';
/** Another process that writes the same document wins at most so often in a row. */
const TRIES = 5;
/** Several: of writes that end at the same moment nobody knows which was the last in the feed. */
const MAX_WITNESSES = 8;

/** A text in a document; `null`: none, or an empty one. */
export function textOf(document: StoredDocument | null, field: string): string | null {
  const value = document?.[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Writes a document anew from what is kept, again when another process was quicker. */
export async function replaceDocument(
  id: string,
  read: () => Promise<StoredDocument | null>,
  write: (draft: DraftDocument) => Promise<WriteResult | undefined>,
  next: Next,
): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    const kept = await read();
    const fields = next(kept);
    if (fields === null) return;
    const rev = kept === null ? {} : { _rev: kept._rev };
    const written = await write({ ...fields, ...rev, _id: id });
    if (written?.ok === true) return;
  }
  throw new Error(`another process keeps writing ${id}`);
}

/**
 * The name of this very database, made when it has none. It stands in a document that does not
 * replicate: a database that was filled from a replica has none, or another.
 */
export async function ownIdOf(store: DocumentStore): Promise<string> {
  const read = (): Promise<StoredDocument | null> => store.readLocal(OWN_ID);
  let own = '';
  await replaceDocument(
    OWN_ID,
    read,
    (draft) => store.writeLocal(draft),
    (kept) => {
      const known = textOf(kept, 'store');
      own = known ?? randomUUID();
      return known === null ? { store: own } : null;
    },
  );
  // As it is kept: of two processes that begin at the same moment CouchDB lets the last one win.
  return textOf(await read(), 'store') ?? own;
}

function isWitness(value: unknown): value is Witness {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
  );
}

function noteIn(kept: StoredDocument | null): SequenceNote | null {
  const sequence = textOf(kept, 'sequence');
  if (sequence === null) return null;
  const witnesses: unknown = kept?.['witnesses'];
  return { sequence, witnesses: Array.isArray(witnesses) ? witnesses.filter(isWitness) : [] };
}

/**
 * What was noted of a unit. Notes stand in documents that do not replicate: they are true of these
 * files alone, and a store of another kind counts otherwise.
 */
export async function readNote(
  store: DocumentStore,
  stakeDB: string,
): Promise<SequenceNote | null> {
  return noteIn(await store.readLocal(PREFIX + stakeDB));
}

/** Notes something else of a unit; `null` leaves the note as it is. */
export function replaceNote(
  store: DocumentStore,
  stakeDB: string,
  next: (kept: SequenceNote | null) => SequenceNote | null,
): Promise<void> {
  const id = PREFIX + stakeDB;
  const read = (): Promise<StoredDocument | null> => store.readLocal(id);
  return replaceDocument(
    id,
    read,
    (draft) => store.writeLocal(draft),
    (kept) => {
      const note = next(noteIn(kept));
      return note === null ? null : { ...note };
    },
  );
}

/** Forgets a unit. */
export async function dropNote(store: DocumentStore, stakeDB: string): Promise<void> {
  const kept = await store.readLocal(PREFIX + stakeDB);
  if (kept === null) return;
  await store.writeLocal({ _id: kept._id, _rev: kept._rev, _deleted: true });
}

/** The units of which something is noted. */
export async function notedUnits(store: DocumentStore): Promise<string[]> {
  const units: string[] = [];
  for await (const { _id } of store.listLocal(PREFIX)) units.push(_id.slice(PREFIX.length));
  return units;
}

/** Witnesses with newer ones before them; the newest are all kept, of the others as many as fit. */
export function withNewer(
  newer: readonly Witness[],
  older: readonly Witness[],
): readonly Witness[] {
  return [...newer, ...older.slice(0, Math.max(0, MAX_WITNESSES - newer.length))];
}

/**
 * The newest change of a unit after a sequence, by all its leaves: the feed does not tell which of
 * them is new. None when nothing has changed since; `null`: it was over before the feed had ended.
 */
export async function newestWitnesses(
  unit: DocumentStore,
  since: string,
  isOver: () => boolean,
): Promise<readonly Witness[] | null> {
  let newest: Change | null = null;
  for await (const change of unit.changes({ since })) {
    if (isOver()) return null;
    newest = change;
  }
  if (newest === null) return [];
  const { id, leaves } = newest;
  return leaves.map(({ rev }) => [id, rev] as const);
}

/** Whether a unit still has every one of these revisions. */
export async function hasAll(unit: DocumentStore, witnesses: readonly Witness[]): Promise<boolean> {
  const asked = new Map<string, string[]>();
  for (const [id, rev] of witnesses) asked.set(id, [...(asked.get(id) ?? []), rev]);
  return (await unit.missingRevisions(asked)).size === 0;
}
