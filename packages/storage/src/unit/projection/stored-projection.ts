import { type IsoDate, isIsoDate } from '@crece/domain';
import type { Judged } from '../known/known.ts';
import type { Document } from '../records/unit-records.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';
import type { TaskRef } from '../tasks/types.ts';
import { type ChildEntry, Projection, type SaidOfOthers } from './projection.ts';
import { idPrefixes, type Packed, RowUnpacker, restored } from './row-codec.ts';

/**
 * Increase it whenever rows, columns or the rules that fill them change: stored projections of
 * another version are rebuilt from the documents.
 */
export const PROJECTION_VERSION = 11;

/**
 * Everything except the head is one JSON text, which V8 reads faster than a stored object graph.
 */
export interface StoredProjection {
  version: number;
  /** Random id of the database; another database of the same name has another id. */
  instance: string;
  sequence: number;
  today: IsoDate;
  judged: Judged;
  body: string;
}

/**
 * An entry: the child's id if it has no row, otherwise its row; its screenings' ids in one text; 1
 * when the child's own document is pending.
 */
export type StoredChildEntry = [string | Packed, string, 0 | 1];

export interface StoredBody {
  words: unknown[];
  entries: StoredChildEntry[];
  mothers: Packed[];
  unreadable: UnreadableDocument[];
  /** Pending documents without an entry: mothers, removed records. */
  pending: string;
  /** Local sequences of all pending documents, in the order in which their ids are stored. */
  sequences: number[];
  several: [string, TaskRef | null][];
  /** Other versions of records with an open choice that affects an assessment. */
  versions: [string, readonly Document[]][];
  said: [string, SaidOfOthers][];
}

export const SEPARATOR = '\t';
export const PENDING = '*';

/** Unpacks ids; for a marked (pending) id it takes the next sequence of the list. */
class IdUnpacker {
  readonly #prefix: string;
  readonly #pending: Map<string, number>;
  readonly #sequences: readonly number[];
  #read = 0;

  constructor(prefix: string, pending: Map<string, number>, sequences: readonly number[]) {
    this.#prefix = prefix;
    this.#pending = pending;
    this.#sequences = sequences;
  }

  unpack(text: string): string[] {
    return text === '' ? [] : text.split(SEPARATOR).map((packed) => this.#unpackOne(packed));
  }

  /** Notes that an id is pending. */
  mark(id: string): void {
    const sequence = this.#sequences[this.#read];
    if (sequence === undefined) throw new Error('a sequence that is missing');
    this.#read += 1;
    this.#pending.set(id, sequence);
  }

  #unpackOne(packed: string): string {
    if (!packed.startsWith(PENDING)) return restored(packed, this.#prefix);
    const id = restored(packed.slice(PENDING.length), this.#prefix);
    this.mark(id);
    return id;
  }
}

function isStored(value: unknown): value is StoredProjection {
  if (typeof value !== 'object' || value === null) return false;
  const { version, sequence, today, judged, body } = value as Partial<StoredProjection>;
  return (
    version === PROJECTION_VERSION &&
    Number.isInteger(sequence) &&
    (sequence ?? -1) >= 0 &&
    typeof today === 'string' &&
    isIsoDate(today) &&
    typeof judged === 'object' &&
    typeof body === 'string'
  );
}

/**
 * The stored projection, without the screenings whose child is missing; null when it is missing,
 * damaged, of another version or of another database, and must be rebuilt.
 */
export function restoreProjection(
  value: unknown,
  stakeDB: string,
  instance: string,
  lastSequence: number,
): Projection | null {
  if (!isStored(value) || value.instance !== instance || value.sequence > lastSequence) return null;
  try {
    // Safe because this package wrote the text; the unpackers and the catch below check it.
    const body = JSON.parse(value.body) as StoredBody;
    const projection = new Projection(value.today);
    const prefixes = idPrefixes(stakeDB);
    const ids = new IdUnpacker(prefixes.screening, projection.pending, body.sequences);
    const rows = new RowUnpacker(body.words, prefixes);
    projection.restore(
      body.entries.map(([first, packedIds, isPending]): [string, ChildEntry] => {
        const screeningIds = ids.unpack(packedIds);
        const row = typeof first === 'string' ? undefined : rows.child(first);
        const id = typeof first === 'string' ? first : (row?.id ?? '');
        if (isPending === 1) ids.mark(id);
        return [id, { row, screeningIds }];
      }),
      body.mothers.map((packed) => rows.mother(packed)),
    );
    for (const document of body.unreadable) projection.unreadable.set(document.id, document);
    ids.unpack(body.pending);
    for (const [id, task] of body.several) projection.several.set(id, task);
    for (const [id, documents] of body.versions) projection.versions.set(id, documents);
    for (const [id, said] of body.said) projection.said.set(id, said);
    projection.judged = value.judged;
    projection.sequence = value.sequence;
    return projection;
  } catch {
    // With any error in the text, the documents are the source for a rebuild.
    return null;
  }
}
