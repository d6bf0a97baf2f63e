import { groupsOf, joinSameAs, sameIds } from '@crece/domain';
import { erasureOf, isEmptyVersion, isErasure } from '@crece/replication';
import type { DocumentStore, Replicated } from '../store/document-store.ts';

/** How often versions are looked for that others wrote meanwhile. */
const ROUNDS = 20;
const AT_ONCE = 200;

const living = ({ document }: Replicated): boolean => document._deleted !== true;

/** The records that all versions of a record together say to be of the same child. */
function saidSame(versions: readonly Replicated[]): readonly string[] {
  const sameAs = versions.reduce<ReturnType<typeof joinSameAs>>(
    (said, { document }) => joinSameAs(said, document['sameAs']),
    undefined,
  );
  return sameIds({ sameAs });
}

/**
 * The records of a unit that belong to these: they themselves, the other records of the same child,
 * and every record that names one of them as owner in any of its versions, removed ones too. Reads the
 * whole unit.
 */
export async function belongingTo(
  store: DocumentStore,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const said: [string, readonly string[]][] = [];
  const owned = new Map<string, string[]>();
  for await (const versions of store.snapshot({ tombstones: true })) {
    const id = versions[0]?.document._id;
    if (id === undefined) continue;
    said.push([id, saidSame(versions)]);
    const owners = new Set(versions.map(({ document: { owner } }) => owner));
    for (const owner of owners) {
      if (typeof owner === 'string') owned.set(owner, [...(owned.get(owner) ?? []), id]);
    }
  }
  const groups = groupsOf(said);
  const records = new Set([...ids].flatMap((id) => groups.get(id) ?? [id]));
  return new Set([...records, ...[...records].flatMap((id) => owned.get(id) ?? [])]);
}

/** Whether nothing of a record is left in its versions, and they say that it was erased. */
export function isErased(versions: readonly Replicated[]): boolean {
  return (
    versions.every(({ document }) => isEmptyVersion(document)) &&
    versions.some(({ document }) => isErasure(document))
  );
}

/** All versions of these records; those that the unit does not have are left out. */
async function versionsOf(store: DocumentStore, ids: readonly string[]): Promise<Replicated[][]> {
  const found: Replicated[][] = [];
  while (found.length < ids.length) {
    const asked = ids.slice(found.length, found.length + AT_ONCE);
    found.push(
      ...(await store.readManyRevisions(asked.map((id) => ({ id, revs: 'leaves' as const })))),
    );
  }
  return found.filter(({ length }) => length > 0);
}

/** The version to be replaced next: those with content first, then any, for the word `erased`. */
function nextOf(versions: readonly Replicated[]): Replicated | undefined {
  return versions.find(({ document }) => !isEmptyVersion(document)) ?? versions[0];
}

/**
 * Puts an empty deletion on every version of these records, deleted ones too, because those keep
 * what was removed. A version that somebody writes meanwhile gets one as well. Returns how many
 * records were changed; a second call changes none.
 */
export async function emptyRecords(store: DocumentStore, ids: readonly string[]): Promise<number> {
  const changed = new Set<string>();
  for (let round = 0; ; round += 1) {
    const open = (await versionsOf(store, ids)).filter((versions) => !isErased(versions));
    if (open.length === 0) return changed.size;
    // A record with many versions gives up one in each round.
    const isStuck = round > ROUNDS + Math.max(...open.map(({ length }) => length));
    if (isStuck) throw new Error('a record is written again and again while it is erased');
    const next = open.flatMap((versions) => nextOf(versions) ?? []);
    const results = await store.write(next.map(({ document }) => erasureOf(document)));
    for (const result of results) if (result.ok) changed.add(result.id);
  }
}

/** Whether a unit still has something of these records. */
export async function hasAnyOf(store: DocumentStore, ids: readonly string[]): Promise<boolean> {
  return (await versionsOf(store, ids)).some(
    (versions) => versions.some(living) || !isErased(versions),
  );
}
