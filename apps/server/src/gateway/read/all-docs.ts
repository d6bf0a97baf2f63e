import type { ListQuery, StakeStore, StoredDocument } from '../../store/stake-store.ts';
import type { AllDocsQuery } from './parameters.ts';
import { conflictField } from './revisions.ts';

type Options = Pick<AllDocsQuery, 'include_docs' | 'conflicts'>;

async function rowOf(
  store: StakeStore,
  document: StoredDocument,
  options: Options,
): Promise<string> {
  const { _id: id, _rev: rev } = document;
  const row = { id, key: id, value: { rev } };
  if (!options.include_docs) return JSON.stringify(row);
  const conflicts = options.conflicts ? await conflictField(store, id) : {};
  return JSON.stringify({ ...row, doc: { ...document, ...conflicts } });
}

async function rowOfKey(store: StakeStore, key: string, options: Options): Promise<string> {
  const document = await store.read(key);
  if (document !== null) return rowOf(store, document, options);
  const [winner] = await store.leaves(key);
  if (winner === undefined) return JSON.stringify({ key, error: 'not_found' });
  const { rev, deleted } = winner;
  const doc = options.include_docs ? { doc: null } : {};
  return JSON.stringify({ id: key, key, value: { rev, deleted }, ...doc });
}

/** The part of the list that is asked for, before rows are skipped and counted. */
function rangeOf(query: AllDocsQuery): { range: ListQuery; excluded: string | null } {
  const first = query.key ?? query.startkey ?? query.start_key;
  const last = query.key ?? query.endkey ?? query.end_key;
  const [from, to] = query.descending ? [last, first] : [first, last];
  const isExcluded = !query.inclusive_end && query.key === undefined;
  return {
    range: {
      descending: query.descending,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
    excluded: isExcluded ? (last ?? null) : null,
  };
}

async function* listed(store: StakeStore, query: AllDocsQuery): AsyncGenerator<string, void> {
  const { range, excluded } = rangeOf(query);
  let { skip } = query;
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  if (left === 0) return;
  for await (const document of store.list(range)) {
    if (document._id === excluded) continue;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    yield await rowOf(store, document, query);
    left -= 1;
    if (left === 0) return;
  }
}

async function* looked(
  store: StakeStore,
  keys: readonly string[],
  query: AllDocsQuery,
): AsyncGenerator<string, void> {
  const ordered = query.descending ? keys.toReversed() : keys;
  const end = query.limit === undefined ? undefined : query.skip + query.limit;
  for (const key of ordered.slice(query.skip, end)) yield await rowOfKey(store, key, query);
}

/** The body of an answer to `_all_docs`: the winning, living documents by id, or those named. */
export async function* allDocs(
  store: StakeStore,
  query: AllDocsQuery,
  keys: readonly string[] | null,
): AsyncGenerator<string, void> {
  const { docCount, updateSeq } = await store.info();
  const sequence = query.update_seq ? `,"update_seq":${JSON.stringify(updateSeq)}` : '';
  yield `{"total_rows":${docCount},"offset":null${sequence},"rows":[\n`;
  let separator = '';
  for await (const row of keys === null ? listed(store, query) : looked(store, keys, query)) {
    yield separator + row;
    separator = ',\n';
  }
  yield '\n]}\n';
}
