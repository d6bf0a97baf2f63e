import { type Groups, groupsOf, joinSameAs, sameIds } from '@crece/domain';
import type { DocumentStore } from '../store/document-store.ts';

const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;

/**
 * The children of a unit that have several records, each with those that live there: a record of the
 * same child may have been erased, or have yet to come. No index lists them: it reads the unit.
 */
export async function groupsOfUnit(store: Pick<DocumentStore, 'list'>): Promise<Groups> {
  const said: [string, readonly string[]][] = [];
  const living = new Set<string>();
  for await (const { _id, sameAs } of store.list(CHILDREN)) {
    living.add(_id);
    if (sameAs !== undefined) said.push([_id, sameIds({ sameAs: joinSameAs(sameAs, undefined) })]);
  }
  return new Map(
    [...groupsOf(said)].map(([id, members]) => [id, members.filter((each) => living.has(each))]),
  );
}

/** All records of the same child, the one that leads first. `groups`: those of the unit. */
export async function recordIdsOf(
  store: Pick<DocumentStore, 'list' | 'readMany'>,
  childId: string,
  groups?: Groups,
): Promise<readonly string[]> {
  const members = (groups ?? (await groupsOfUnit(store))).get(childId);
  if (members === undefined) return [childId];
  const here = await store.readMany(members);
  return members.filter((id) => here.has(id));
}
