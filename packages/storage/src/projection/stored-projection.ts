import { type IsoDate, isIsoDate } from '@crece/domain';
import type { ChildRow, UnreadableDocument } from '../types.ts';
import { type Entry, Projection } from './projection.ts';
import {
  idPrefixes,
  type Packed,
  RowPacker,
  RowUnpacker,
  restored,
  shortened,
} from './row-codec.ts';

/**
 * Raise it whenever rows, columns or the rules that fill them change: stored projections of another
 * version are rebuilt from the documents.
 */
export const PROJECTION_VERSION = 1;

/** Everything but the head is one JSON text: V8 reads it quicker than a stored object graph. */
interface StoredProjection {
  version: number;
  /** Id that the database got when it was made: another database of the same name has another. */
  instance: string;
  sequence: number;
  today: IsoDate;
  body: string;
}

/**
 * An entry: the child's id when it has no row, else its row; its screenings' ids in one text; 1 when
 * the child's own document is pending.
 */
type StoredEntry = [string | Packed, string, 0 | 1];

interface StoredBody {
  words: unknown[];
  entries: StoredEntry[];
  mothers: Packed[];
  unreadable: UnreadableDocument[];
  /** Pending documents that stand in no entry: mothers, removed records. */
  pending: string;
}

const SEPARATOR = '\t';
const PENDING = '*';

/** Packs ids into one text and back; a pending one is marked. */
class IdPacker {
  readonly #prefix: string;
  readonly #pending: Set<string>;

  constructor(prefix: string, pending: Set<string>) {
    this.#prefix = prefix;
    this.#pending = pending;
  }

  pack(ids: Iterable<string>): string {
    return Array.from(ids, (id) => {
      if (id.includes(SEPARATOR)) throw new Error(`an id that cannot be packed: ${id}`);
      const short = shortened(id, this.#prefix);
      return this.#pending.has(id) ? PENDING + short : short;
    }).join(SEPARATOR);
  }

  unpack(text: string): string[] {
    return text === '' ? [] : text.split(SEPARATOR).map((packed) => this.#unpackOne(packed));
  }

  #unpackOne(packed: string): string {
    if (!packed.startsWith(PENDING)) return restored(packed, this.#prefix);
    const id = restored(packed.slice(PENDING.length), this.#prefix);
    this.#pending.add(id);
    return id;
  }
}

/** The projection as one record to keep. */
export function storeProjection(
  projection: Projection,
  stakeDb: string,
  instance: string,
): StoredProjection {
  const { pending } = projection;
  const prefixes = idPrefixes(stakeDb);
  const ids = new IdPacker(prefixes.screening, pending);
  const rows = new RowPacker(prefixes);
  const others = new Set(pending);
  const entries: StoredEntry[] = [];
  const add = (id: string, row: ChildRow | undefined, screeningIds: readonly string[]): void => {
    for (const each of [id, ...screeningIds]) others.delete(each);
    const first = row === undefined ? id : rows.child(row);
    entries.push([first, ids.pack(screeningIds), pending.has(id) ? 1 : 0]);
  };
  // In list order, so that reading needs no sorting.
  for (const row of projection.children) add(row.id, row, projection.screeningIdsOf(row.id));
  for (const [id, { row, screeningIds }] of projection.entries) {
    if (row === undefined) add(id, row, screeningIds);
  }
  const body: StoredBody = {
    entries,
    mothers: projection.mothers.map((row) => rows.mother(row)),
    words: rows.words,
    unreadable: [...projection.unreadable.values()],
    pending: ids.pack(others),
  };
  return {
    version: PROJECTION_VERSION,
    instance,
    sequence: projection.sequence,
    today: projection.today,
    body: JSON.stringify(body),
  };
}

function isStored(value: unknown): value is StoredProjection {
  if (typeof value !== 'object' || value === null) return false;
  const { version, sequence, today, body } = value as Partial<StoredProjection>;
  return (
    version === PROJECTION_VERSION &&
    Number.isInteger(sequence) &&
    (sequence ?? -1) >= 0 &&
    typeof today === 'string' &&
    isIsoDate(today) &&
    typeof body === 'string'
  );
}

/**
 * The projection that was kept, without the screenings whose child is missing; null when it is
 * missing, damaged, of another version or of another database: it is rebuilt then.
 */
export function restoreProjection(
  value: unknown,
  stakeDb: string,
  instance: string,
  lastSequence: number,
): Projection | null {
  if (!isStored(value) || value.instance !== instance || value.sequence > lastSequence) return null;
  try {
    // The gate of what this file wrote: the checks of the unpackers and the catch below.
    const body = JSON.parse(value.body) as StoredBody;
    const projection = new Projection(value.today);
    const prefixes = idPrefixes(stakeDb);
    const ids = new IdPacker(prefixes.screening, projection.pending);
    const rows = new RowUnpacker(body.words, prefixes);
    projection.restore(
      body.entries.map(([first, packedIds, isPending]): [string, Entry] => {
        const screeningIds = ids.unpack(packedIds);
        const row = typeof first === 'string' ? undefined : rows.child(first);
        const id = typeof first === 'string' ? first : (row?.id ?? '');
        if (isPending === 1) projection.pending.add(id);
        return [id, { row, screeningIds }];
      }),
      body.mothers.map((packed) => rows.mother(packed)),
    );
    for (const document of body.unreadable) projection.unreadable.set(document.id, document);
    ids.unpack(body.pending);
    projection.sequence = value.sequence;
    return projection;
  } catch {
    // Whatever is wrong with the text, the documents have the truth.
    return null;
  }
}
