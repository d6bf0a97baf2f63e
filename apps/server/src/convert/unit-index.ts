import { readDocument } from '@crece/domain';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';

const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;
const SCREENINGS = { from: 'scr_', to: 'scr_\uffff' } as const;

/**
 * The records of a unit and how they belong together; ids only, so that a large unit fits in
 * memory.
 */
export interface UnitIndex {
  /** Readable children, in the order of their ids. */
  readonly children: ReadonlySet<string>;
  /** Ids of the screenings, by the child that they name as owner. */
  readonly screeningsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Records with several living versions, which a person must resolve first. */
  readonly contested: ReadonlySet<string>;
  /** Children that cannot be read. */
  readonly unreadableChildren: number;
}

/** The child that a stored screening names; `null`: none. */
export function ownerOf(screening: StoredDocument): string | null {
  const { owner } = screening;
  return typeof owner === 'string' && owner.trim() !== '' ? owner.trim() : null;
}

async function contestedIn(store: DocumentStore): Promise<Set<string>> {
  const contested = new Set<string>();
  for await (const { id, leaves } of store.changes({ since: '0' })) {
    if (leaves.filter(({ deleted }) => !deleted).length > 1) contested.add(id);
  }
  return contested;
}

/** Reads a unit once. */
export async function indexUnit(store: DocumentStore, timeZone: string): Promise<UnitIndex> {
  const contested = await contestedIn(store);
  const children = new Set<string>();
  let unreadableChildren = 0;
  for await (const document of store.list(CHILDREN)) {
    if (readDocument(document, { timeZone }).kind === 'child') children.add(document._id);
    else unreadableChildren += 1;
  }
  const screeningsOf = new Map<string, Set<string>>();
  for await (const document of store.list(SCREENINGS)) {
    const owner = ownerOf(document) ?? '';
    const known = screeningsOf.get(owner);
    if (known === undefined) screeningsOf.set(owner, new Set([document._id]));
    else known.add(document._id);
  }
  return { children, screeningsOf, contested, unreadableChildren };
}
