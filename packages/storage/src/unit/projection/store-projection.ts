import type { Projection } from './projection.ts';
import { idPrefixes } from './row-codec.ts';
import { RowPacker, shortened } from './row-packer.ts';
import {
  PENDING,
  PROJECTION_VERSION,
  SEPARATOR,
  type StoredBody,
  type StoredEntry,
  type StoredProjection,
} from './stored-projection.ts';
import type { ChildRow } from './types.ts';

/** Packs ids into one text; a pending id is marked, and its sequence is added to a list. */
class IdPacker {
  readonly sequences: number[] = [];
  readonly #prefix: string;
  readonly #pending: ReadonlyMap<string, number>;

  constructor(prefix: string, pending: ReadonlyMap<string, number>) {
    this.#prefix = prefix;
    this.#pending = pending;
  }

  pack(ids: Iterable<string>): string {
    return Array.from(ids, (id) => {
      if (id.includes(SEPARATOR)) throw new Error(`an id that cannot be packed: ${id}`);
      return (this.flag(id) === 1 ? PENDING : '') + shortened(id, this.#prefix);
    }).join(SEPARATOR);
  }

  /** Returns 1 for a pending id, and adds its sequence to the list. */
  flag(id: string): 0 | 1 {
    const sequence = this.#pending.get(id);
    if (sequence === undefined) return 0;
    this.sequences.push(sequence);
    return 1;
  }
}

/** The projection as one record for the device's store. */
export function storeProjection(
  projection: Projection,
  stakeDB: string,
  instance: string,
): StoredProjection {
  const { pending } = projection;
  const prefixes = idPrefixes(stakeDB);
  const ids = new IdPacker(prefixes.screening, pending);
  const rows = new RowPacker(prefixes);
  const others = new Set(pending.keys());
  const entries: StoredEntry[] = [];
  const add = (id: string, row: ChildRow | undefined, screeningIds: readonly string[]): void => {
    for (const each of [id, ...screeningIds]) others.delete(each);
    const first = row === undefined ? id : rows.child(row);
    entries.push([first, ids.pack(screeningIds), ids.flag(id)]);
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
    sequences: ids.sequences,
    several: [...projection.several],
    versions: [...projection.versions],
  };
  return {
    version: PROJECTION_VERSION,
    instance,
    sequence: projection.sequence,
    today: projection.today,
    judged: projection.judged,
    body: JSON.stringify(body),
  };
}
