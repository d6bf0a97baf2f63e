import { CouchRefusal, type Request } from './couch-client.ts';

/** The feed from its beginning. */
export const START = '0';
const BAD_REQUEST = 400;

/** Whether CouchDB could not read the sequence from which a feed was requested. */
export function isUnreadable(error: unknown, since: string): boolean {
  return error instanceof CouchRefusal && error.status === BAD_REQUEST && since !== START;
}

/** Requests revisions with their ancestry; without `rev` every leaf. */
export function revisionsRequest(docs: readonly { id: string; rev?: string }[]): Request {
  return {
    method: 'POST',
    path: '_bulk_get',
    query: { revs: true },
    body: JSON.stringify({ docs }),
    isQuestion: true,
  };
}

/** The items of a JSON list. */
export function joined(chunk: readonly { text: string }[]): string {
  return chunk.map(({ text }) => text).join(',');
}

/** Requests the feed after a sequence, with every leaf. */
export function feedRequest(since: string, limit?: number): Request {
  return {
    method: 'GET',
    path: '_changes',
    query: { style: 'all_docs', since, limit },
    isQuestion: true,
  };
}
