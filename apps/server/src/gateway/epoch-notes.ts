import type {
  DraftDocument,
  StakeStore,
  StoredDocument,
  WriteResult,
} from '../store/stake-store.ts';

/** A revision that was there when a sequence was noted. */
export interface Witness {
  readonly id: string;
  readonly rev: string;
}

/** How far a unit had come. */
export interface SequenceNote {
  readonly sequence: string;
  /** Kept where sequences alone say too little (`isCounted`). */
  readonly witness: Witness | null;
}

/** From what is kept to what shall be; `null` leaves it as it is. */
export type Next = (kept: StoredDocument | null) => Record<string, unknown> | null;

const PREFIX = 'sync_sequence_';
/** Another process that writes the same document wins at most so often in a row. */
const TRIES = 5;

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

function noteIn(kept: StoredDocument | null): SequenceNote | null {
  const sequence = textOf(kept, 'sequence');
  if (sequence === null) return null;
  const [id, rev] = [textOf(kept, 'witness'), textOf(kept, 'rev')];
  return { sequence, witness: id === null || rev === null ? null : { id, rev } };
}

/**
 * What was noted of a unit. Notes stand in documents that do not replicate: they are true of these
 * files alone, and a store of another kind counts otherwise.
 */
export async function readNote(store: StakeStore, stakeDb: string): Promise<SequenceNote | null> {
  return noteIn(await store.readLocal(PREFIX + stakeDb));
}

/** Notes something else of a unit; `null` leaves the note as it is. */
export function replaceNote(
  store: StakeStore,
  stakeDb: string,
  next: (kept: SequenceNote | null) => SequenceNote | null,
): Promise<void> {
  const id = PREFIX + stakeDb;
  const read = (): Promise<StoredDocument | null> => store.readLocal(id);
  return replaceDocument(
    id,
    read,
    (draft) => store.writeLocal(draft),
    (kept) => {
      const note = next(noteIn(kept));
      if (note === null) return null;
      const { sequence, witness } = note;
      return witness === null ? { sequence } : { sequence, witness: witness.id, rev: witness.rev };
    },
  );
}

/** Forgets a unit. */
export async function dropNote(store: StakeStore, stakeDb: string): Promise<void> {
  const kept = await store.readLocal(PREFIX + stakeDb);
  if (kept === null) return;
  await store.writeLocal({ _id: kept._id, _rev: kept._rev, _deleted: true });
}

/** The units of which something is noted. */
export async function notedUnits(store: StakeStore): Promise<string[]> {
  const units: string[] = [];
  for await (const { _id } of store.listLocal(PREFIX)) units.push(_id.slice(PREFIX.length));
  return units;
}

/** A revision of a unit that came after what was noted of it. */
export async function newWitness(
  unit: StakeStore,
  note: SequenceNote | null,
): Promise<Witness | null> {
  for await (const { id, leaves } of unit.changes({ since: note?.sequence ?? '0', limit: 1 })) {
    const [winner] = leaves;
    if (winner !== undefined) return { id, rev: winner.rev };
  }
  return null;
}

/** Whether a unit still has a revision. */
export async function hasWitness(unit: StakeStore, { id, rev }: Witness): Promise<boolean> {
  return (await unit.missingRevisions(new Map([[id, [rev]]]))).size === 0;
}
