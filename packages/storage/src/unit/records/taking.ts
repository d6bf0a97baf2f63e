import { compareRevisions } from '@crece/replication';
import type { WriteContext } from './context.ts';
import { setAside } from './damage.ts';
import { changeOf, type Entry, type NewRevision } from './entry.ts';
import { encodeEntry, singleEntry, withRevision } from './growing.ts';
import { writeHead } from './head.ts';
import type { Transaction } from './key-value.ts';
import { type Damage, type Found, lookUp, placeOf } from './lookup.ts';
import { encodeBlock, type PackedRow, packedRow, splitRows } from './packing.ts';
import type { Change, Taken } from './unit-records.ts';

/** Revisions of one document, oldest first; at least one. */
type Group = readonly [NewRevision, ...NewRevision[]];

/** Groups revisions by document, in the order of the ids. */
export function grouped(revisions: readonly NewRevision[]): Map<string, Group> {
  const sorted = [...revisions].sort((a, b) =>
    a.id === b.id
      ? compareRevisions(a.ancestry[0] ?? '', b.ancestry[0] ?? '')
      : a.id < b.id
        ? -1
        : 1,
  );
  const groups = new Map<string, [NewRevision, ...NewRevision[]]>();
  for (const revision of sorted) {
    const group = groups.get(revision.id);
    if (group === undefined) groups.set(revision.id, [revision]);
    else group.push(revision);
  }
  return groups;
}

/**
 * Divides new documents into runs that can be packed: no block lies between two documents of a run,
 * and no document is within the range of a block. The others are returned in `apart`.
 */
function runsOf(
  fresh: readonly NewRevision[],
  { directory, limit }: WriteContext,
  blocks: Found['blocks'],
): { runs: PackedRow[][]; apart: NewRevision[] } {
  const runs = new Map<number, PackedRow[]>();
  const apart: NewRevision[] = [];
  for (const revision of fresh) {
    const place = placeOf(directory, revision.id);
    const first = blocks.get(directory.keys[place] ?? '')?.[0]?.id;
    const isInside = first !== undefined && first <= revision.id;
    const row = isInside ? null : packedRow(singleEntry(revision, 0, limit));
    if (row === null) {
      apart.push(revision);
      continue;
    }
    const run = runs.get(place);
    if (run === undefined) runs.set(place, [row]);
    else run.push(row);
  }
  return { runs: [...runs.values()], apart };
}

/**
 * Stores runs of rows as blocks; returns the stored documents, and as `rest` the rows of runs that
 * were too short.
 */
export function putRuns(
  { transaction, size }: WriteContext,
  runs: readonly (readonly PackedRow[])[],
  last: number,
): { entries: Entry[]; rest: PackedRow[] } {
  const entries: Entry[] = [];
  const left: PackedRow[] = [];
  for (const run of runs) {
    const { blocks, rest } = splitRows(run, size);
    left.push(...rest);
    for (const rows of blocks) {
      const from = last + entries.length + 1;
      transaction.put('blocks', rows.at(-1)?.entry.id ?? '', encodeBlock(rows, from));
      entries.push(...rows.map(({ entry }, place) => ({ ...entry, sequence: from + place })));
    }
  }
  return { entries, rest: left };
}

/**
 * Stores revisions as they are. New documents that form runs become blocks; all others go into
 * `docs`, where they cover their row in a block, if there is one.
 */
export async function takeRevisions(
  before: WriteContext,
  groups: ReadonlyMap<string, Group>,
  mayPack: boolean,
): Promise<Taken & { damages: readonly Damage[] }> {
  const { transaction, limit } = before;
  const how = mayPack ? 'stretch' : 'docs-first';
  const found = await lookUp(transaction, before.directory, [...groups.keys()], how);
  const context = setAside(before, found.damages);
  const fresh: NewRevision[] = [];
  const ordinary: Group[] = [];
  for (const [id, group] of groups) {
    const isFresh = mayPack && group.length === 1 && !found.entries.has(id);
    if (isFresh) fresh.push(group[0]);
    else ordinary.push(group);
  }
  const { runs, apart } = runsOf(fresh, context, found.blocks);
  const start = context.head.sequence;
  const { entries: packed, rest } = putRuns(context, runs, start);
  const changes = packed.map(changeOf);
  let sequence = start + packed.length;
  for (const { entry } of rest) {
    sequence += 1;
    changes.push(putEntry(transaction, { ...entry, sequence }));
  }
  for (const group of [...apart.map((revision): Group => [revision]), ...ordinary]) {
    let entry: Entry | null = found.entries.get(group[0].id) ?? null;
    const last = sequence;
    for (const revision of group) {
      const next = withRevision(entry, revision, sequence + 1, limit);
      if (next === null) continue;
      sequence += 1;
      entry = next;
    }
    if (entry !== null && sequence > last) changes.push(putEntry(transaction, entry));
  }
  const written = sequence - start;
  if (written > 0) {
    const blocks = context.head.blocks + (packed.length > 0 ? 1 : 0);
    writeHead(transaction, { ...context.head, sequence, blocks });
  }
  return {
    written,
    changes,
    range: written > 0 ? [start + 1, sequence] : null,
    damages: found.damages,
  };
}

/** Puts a document into `docs`; returns it as a change. */
export function putEntry(transaction: Transaction, entry: Entry): Change {
  transaction.put('docs', entry.id, encodeEntry(entry));
  return changeOf(entry);
}
