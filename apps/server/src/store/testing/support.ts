import { expect, onTestFinished } from 'vitest';
import type {
  DocumentStore,
  Leaf,
  Replicated,
  StoredDocument,
  StoreInfo,
  Stores,
  WriteResult,
} from '../document-store.ts';

export type OpenStores = () => Promise<Stores>;

/** Known deviations of a server used in the tests; SQLite has none. */
export interface ServerFaults {
  /** Fields called `__proto__` inside other objects are lost. */
  losesProto?: true;
  /** Lists of the whole database end after the ids that begin with `ÿ`. */
  endsAtY?: true;
  /**
   * CouchDB with several shards (q) and copies (n): the feed is in order only within each shard, a
   * sequence may be another text each time it is told, and a new database begins above 0.
   */
  isCluster?: true;
  /**
   * Questions that are about neither copies nor sequences are handed on to a server that answers them
   * in a run of its own: they are not asked again.
   */
  asksOneServer?: true;
  /** Lists lag behind writes for a moment. */
  lagsBehind?: true;
}

export const UNIT = 'unit_la_paz';

/** A unit's database for one test. */
export async function aStore(openStores: OpenStores): Promise<DocumentStore> {
  const stores = await openStores();
  onTestFinished(() => stores.close());
  return stores.open(UNIT);
}

/** Collects all items. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The database says the same of itself; a cluster tells one sequence in several texts. */
export async function expectSameInfo(
  store: DocumentStore,
  { updateSeq, ...counts }: StoreInfo,
): Promise<void> {
  const { updateSeq: now, ...same } = await store.info();
  expect(same).toEqual(counts);
  expect(store.compareSequences(now, updateSeq)).toBe(0);
}

export function idsOf(documents: readonly { _id: string }[]): string[] {
  return documents.map(({ _id }) => _id);
}

/** The revision that a write made; throws when the write was refused. */
export function revOf(result: WriteResult | undefined): string {
  if (result?.ok !== true) throw new Error(`not written: ${JSON.stringify(result)}`);
  return result.rev;
}

/** Writes one document and returns its revision. */
export async function put(
  store: DocumentStore,
  id: string,
  fields: { readonly [field: string]: unknown } = {},
  rev?: string,
): Promise<string> {
  const [result] = await store.write([
    { ...fields, _id: id, ...(rev === undefined ? {} : { _rev: rev }) },
  ]);
  return revOf(result);
}

/** Deletes one document and returns the revision of its deletion. */
export async function remove(store: DocumentStore, id: string, rev: string): Promise<string> {
  const [result] = await store.write([{ _id: id, _rev: rev, _deleted: true }]);
  return revOf(result);
}

/** A revision as replication brings it: `replicated('a', ['2-b', '1-a'], { name: 'Ana' })`. */
export function replicated(
  id: string,
  ancestry: readonly string[],
  fields: { readonly [field: string]: unknown } = {},
): Replicated {
  const document: StoredDocument = { ...fields, _id: id, _rev: ancestry[0] ?? '' };
  return { document, ancestry };
}

/** A deletion as replication brings it. */
export function deletion(id: string, ancestry: readonly string[]): Replicated {
  return replicated(id, ancestry, { _deleted: true });
}

export const living = (rev: string): Leaf => ({ rev, deleted: false });
export const deleted = (rev: string): Leaf => ({ rev, deleted: true });

/** `doc_0000`, `doc_0001`, …: ids in numeric order. */
export function manyIds(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `doc_${String(i).padStart(4, '0')}`);
}
