import { isGraduated, withYoungest } from '@crece/domain';
import { firstKey, type StoredFirst } from './first-part.ts';
import type { Projection } from './projection.ts';
import { idPrefixes } from './row-codec.ts';
import { RowPacker, shortened } from './row-packer.ts';
import {
  PENDING,
  PROJECTION_VERSION,
  SEPARATOR,
  type StoredBody,
  type StoredChildEntry,
  type StoredProjection,
} from './stored-projection.ts';
import type { ChildRow } from './types.ts';

/** So many children lie in the first part: several windows of a phone. */
const FIRST_ROWS = 50;

/** With more pending documents than this, the first part would not be small. */
const MOST_PENDING = 500;

/** Where the rows of a projection belong. */
interface Place {
  stakeDB: string;
  instance: string;
}

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

/** The projection of some of its children as one record for the device's store. */
function storeProjection(
  projection: Projection,
  { stakeDB, instance }: Place,
  parts: Pick<Projection, 'mothers' | 'unreadable' | 'versions'> & {
    children: readonly ChildRow[];
    /** Ids of entries without a row. */
    rowless: readonly string[];
  },
): StoredProjection {
  const { pending } = projection;
  const prefixes = idPrefixes(stakeDB);
  const ids = new IdPacker(prefixes.screening, pending);
  const rows = new RowPacker(prefixes);
  const others = new Set(pending.keys());
  const entries: StoredChildEntry[] = [];
  const add = (id: string, row: ChildRow | undefined): void => {
    const screeningIds = projection.screeningIdsOf(id);
    for (const each of [id, ...screeningIds]) others.delete(each);
    const first = row === undefined ? id : rows.child(row);
    entries.push([first, ids.pack(screeningIds), ids.flag(id)]);
  };
  // In list order, so that reading needs no sorting.
  for (const row of parts.children) add(row.id, row);
  for (const id of parts.rowless) add(id, undefined);
  const body: StoredBody = {
    entries,
    mothers: parts.mothers.map((row) => rows.mother(row)),
    words: rows.words,
    unreadable: [...parts.unreadable.values()],
    pending: ids.pack(others),
    sequences: ids.sequences,
    several: [...projection.several],
    versions: [...parts.versions],
    said: [...projection.said],
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

/** The first part; undefined (none is kept) when it would be empty or large. */
function storeFirst(projection: Projection, place: Place): StoredFirst | undefined {
  const { children, today, pending, unreadable, orphans } = projection;
  if (children.length === 0 || pending.size > MOST_PENDING) return undefined;
  const { wards } = projection;
  return {
    ...storeProjection(projection, place, {
      children: children.slice(0, FIRST_ROWS),
      rowless: [],
      mothers: [],
      unreadable: new Map(),
      versions: new Map(),
    }),
    total: children.filter((row) => !isGraduated(withYoungest(row), row.newest, today)).length,
    wards,
    unreadable: [...unreadable.keys(), ...[...orphans.values()].flat().map(({ _id }) => _id)],
  };
}

/** The projection as two records for the device's store, by key; they are stored together. */
export function keptRecords(
  projection: Projection,
  place: Place & { name: string },
): ReadonlyMap<string, StoredProjection | undefined> {
  const { children, entries, mothers, unreadable, versions } = projection;
  const rowless = [...entries].flatMap(([id, { row }]) => (row === undefined ? [id] : []));
  const parts = { children, rowless, mothers, unreadable, versions };
  return new Map([
    [place.name, storeProjection(projection, place, parts)],
    [firstKey(place.name), storeFirst(projection, place)],
  ]);
}
