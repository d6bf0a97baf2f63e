import type { RawListed } from './couch-answers.ts';
import type { RawDocument } from './couch-documents.ts';
import type { DatabaseRequests } from './database-requests.ts';

/** What CouchDB itself keeps among local documents. */
const OWN_NOTES = /^_local\/(?:shard-sync|purge)-/;

/** Local documents whose ids begin with `prefix`, in the order of their ids, as they arrive. */
export async function* localsOf(
  requests: DatabaseRequests,
  prefix: string,
): AsyncGenerator<RawDocument, void> {
  const start = `_local/${prefix}`;
  const rows = requests.elements({
    method: 'GET',
    path: '_local_docs',
    query: { include_docs: true, start_key: JSON.stringify(start) },
    isQuestion: true,
  });
  let hasBegun = false;
  for await (const row of rows) {
    const { id = '', doc } = row as RawListed;
    const isAsked = id.startsWith(start);
    if (hasBegun && !isAsked) return;
    hasBegun = isAsked;
    // Up to version 3.3 CouchDB also lists its own notes.
    if (!isAsked || OWN_NOTES.test(id)) continue;
    if (doc !== null && doc !== undefined) yield doc;
  }
}
