import type { AllDocsQuery } from '@crece/contract';
import { tally } from '../../base/tally.ts';
import {
  ANSWER_CHARACTERS,
  type DocumentStore,
  type ListQuery,
  type Replicated,
  type StoredDocument,
} from '../../store/document-store.ts';
import { MOST_AT_ONCE, readInBatches } from './batches.ts';
import { conflictsAmong, leavesIn } from './revisions.ts';

const PULLED = tally('crece_pulled_records_total', { by: 'all-docs' });

type Options = Pick<AllDocsQuery, 'include_docs' | 'conflicts'>;

/** The beginning of a row, without its last brace. */
function beginningOf({ _id: id, _rev: rev }: StoredDocument): string {
  return JSON.stringify({ id, key: id, value: { rev } }).slice(0, -1);
}

function endOf(document: string, leaves: readonly Replicated[]): string {
  const conflicts = conflictsAmong(leavesIn(leaves));
  if (conflicts.length === 0) return `,"doc":${document}}`;
  return `,"doc":${document.slice(0, -1)},"_conflicts":${JSON.stringify(conflicts)}}}`;
}

function rowOf(document: StoredDocument, leaves: readonly Replicated[], options: Options): string {
  const beginning = beginningOf(document);
  if (!options.include_docs) return `${beginning}}`;
  return beginning + endOf(JSON.stringify(document), options.conflicts ? leaves : []);
}

function rowOfKey(key: string, leaves: readonly Replicated[], options: Options): string {
  const [winner] = leaves;
  if (winner === undefined) return JSON.stringify({ key, error: 'not_found' });
  const { _rev: rev, _deleted: deleted } = winner.document;
  if (deleted === undefined) return rowOf(winner.document, leaves, options);
  const doc = options.include_docs ? { doc: null } : {};
  return JSON.stringify({ id: key, key, value: { rev, deleted }, ...doc });
}

/** The range of the list that a query selects, before rows are skipped and counted. */
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

async function* listed(
  store: DocumentStore,
  query: AllDocsQuery,
): AsyncGenerator<StoredDocument, void> {
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
    yield document;
    left -= 1;
    if (left === 0) return;
  }
}

interface Waiting {
  id: string;
  revs: 'leaves';
  beginning: string;
  document: string;
}

/**
 * The rows of documents with their conflicts; the leaves of several documents are read in one
 * batch.
 */
async function* withConflicts(
  store: DocumentStore,
  documents: AsyncIterable<StoredDocument>,
): AsyncGenerator<string, void> {
  async function* rows(waiting: readonly Waiting[]): AsyncGenerator<string, void> {
    for await (const [{ beginning, document }, leaves] of readInBatches(store, waiting)) {
      yield beginning + endOf(document, leaves);
    }
  }
  let waiting: Waiting[] = [];
  let characters = 0;
  for await (const one of documents) {
    const document = JSON.stringify(one);
    waiting.push({ id: one._id, revs: 'leaves', beginning: beginningOf(one), document });
    characters += document.length;
    if (waiting.length < MOST_AT_ONCE && characters < ANSWER_CHARACTERS) continue;
    yield* rows(waiting);
    [waiting, characters] = [[], 0];
  }
  yield* rows(waiting);
}

async function* listedRows(
  store: DocumentStore,
  query: AllDocsQuery,
): AsyncGenerator<string, void> {
  const documents = listed(store, query);
  if (query.include_docs && query.conflicts) yield* withConflicts(store, documents);
  else for await (const document of documents) yield rowOf(document, [], query);
}

async function* looked(
  store: DocumentStore,
  keys: readonly string[],
  query: AllDocsQuery,
): AsyncGenerator<string, void> {
  const ordered = query.descending ? keys.toReversed() : keys;
  const end = query.limit === undefined ? undefined : query.skip + query.limit;
  const questions = ordered.slice(query.skip, end).map((id) => ({ id, revs: 'leaves' as const }));
  for await (const [{ id }, leaves] of readInBatches(store, questions)) {
    yield rowOfKey(id, leaves, query);
  }
}

/** The body of an answer to `_all_docs`: the winning, living documents by id, or the given keys. */
export async function* allDocs(
  store: DocumentStore,
  query: AllDocsQuery,
  keys: readonly string[] | null,
): AsyncGenerator<string, void> {
  const { docCount, updateSeq } = await store.info();
  const sequence = query.update_seq ? `,"update_seq":${JSON.stringify(updateSeq)}` : '';
  yield `{"total_rows":${docCount},"offset":null${sequence},"rows":[\n`;
  let separator = '';
  for await (const row of keys === null ? listedRows(store, query) : looked(store, keys, query)) {
    yield separator + row;
    separator = ',\n';
    PULLED.add(1);
  }
  yield '\n]}\n';
}
