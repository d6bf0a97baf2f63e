import { randomUUID } from 'node:crypto';
import type {
  DocumentChange,
  DocumentStore,
  DraftDocument,
  StoredDocument,
  WriteResult,
} from '../store/document-store.ts';

/** A revision that a unit had when a sequence was noted. */
export type Witness = readonly [id: string, rev: string];

/** How far a unit's sequence had come, and how a later start recognises a restore. */
export interface SequenceNote {
  readonly sequence: string;
  /**
   * The last revisions of the latest writes, newest first. Kept only where the sequence number
   * alone is not reliable (see `isCounted`). If one of them is missing later, every write after it
   * is gone too.
   */
  readonly witnesses: readonly Witness[];
}

/** Computes the new content of a document from the stored one; `null` leaves it unchanged. */
export type Next = (kept: StoredDocument | null) => Record<string, unknown> | null;

const PREFIX = 'sync_sequence_';
const OWN_ID = 'sync_store';
/** How often a write is tried when another process keeps changing the same document. */
const TRIES = 5;
/** More than one: when writes end at the same moment, their order in the feed is unknown. */
const MAX_WITNESSES = 8;

/** A text field of a document; `null` when there is no document, no such field or an empty text. */
export function textFieldOf(document: StoredDocument | null, field: string): string | null {
  const value = document?.[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Replaces a document by what `next` makes of it; repeats this after a conflict with another
 * process.
 */
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
 * The id of this database itself; created when missing. It is kept in a local document, which does
 * not replicate, so a database that was filled by replication has none or a different one.
 */
export async function ownIdOf(store: DocumentStore): Promise<string> {
  const read = (): Promise<StoredDocument | null> => store.readLocal(OWN_ID);
  let own = '';
  await replaceDocument(
    OWN_ID,
    read,
    (draft) => store.writeLocal(draft),
    (kept) => {
      const known = textFieldOf(kept, 'store');
      own = known ?? randomUUID();
      return known === null ? { store: own } : null;
    },
  );
  // Read back: when two processes create it at the same moment, CouchDB keeps the last write.
  return textFieldOf(await read(), 'store') ?? own;
}

function isWitness(value: unknown): value is Witness {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
  );
}

function noteIn(kept: StoredDocument | null): SequenceNote | null {
  const sequence = textFieldOf(kept, 'sequence');
  if (sequence === null) return null;
  const witnesses: unknown = kept?.['witnesses'];
  return { sequence, witnesses: Array.isArray(witnesses) ? witnesses.filter(isWitness) : [] };
}

/**
 * Reads the note of a unit. Notes are local documents, which do not replicate: they describe this
 * database only, and a store of another kind counts its sequences differently.
 */
export async function readNote(
  store: DocumentStore,
  stakeDB: string,
): Promise<SequenceNote | null> {
  return noteIn(await store.readLocal(PREFIX + stakeDB));
}

/** Replaces the note of a unit by what `next` makes of it; `null` leaves it unchanged. */
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

/** Deletes the note of a unit. */
export async function dropNote(store: DocumentStore, stakeDB: string): Promise<void> {
  const kept = await store.readLocal(PREFIX + stakeDB);
  if (kept === null) return;
  await store.writeLocal({ _id: kept._id, _rev: kept._rev, _deleted: true });
}

/** The units that have a note. */
export async function notedUnits(store: DocumentStore): Promise<string[]> {
  const units: string[] = [];
  for await (const { _id } of store.listLocal(PREFIX)) units.push(_id.slice(PREFIX.length));
  return units;
}

/**
 * Puts newer witnesses before older ones: all newer ones are kept, and older ones up to the limit.
 */
export function withNewer(
  newer: readonly Witness[],
  older: readonly Witness[],
): readonly Witness[] {
  return [...newer, ...older.slice(0, Math.max(0, MAX_WITNESSES - newer.length))];
}

/**
 * All leaves of the newest change of a unit after a sequence (the feed does not say which leaf is
 * new). Empty when nothing has changed since; `null` when `isOver` became true before the feed
 * ended.
 */
export async function newestWitnesses(
  unit: DocumentStore,
  since: string,
  isOver: () => boolean,
): Promise<readonly Witness[] | null> {
  let newest: DocumentChange | null = null;
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
