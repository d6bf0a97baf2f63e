import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '@crece/domain';
import { CouchClient, CouchRefusal, type SizedElement } from '../../store/couchdb/couch-client.ts';
import { StoreUnavailable } from '../../store/document-store.ts';
import { CliError } from '../cli-error.ts';
import type { DocumentSource, SourceItem } from './document-source.ts';

const PAGE_ROWS = 500;
const NOT_FOUND = 404;
/** Pauses before each retry of a broken answer, as long as no new document comes. */
const PAUSES_MS = [500, 2_000, 5_000];
const FIRST_CHILD = 'chld_';
const LAST_CHILD = 'chld_\uffff';

interface Range {
  readonly from?: string;
  readonly to?: string;
}

function rowId({ value }: SizedElement): string {
  const id = isRecord(value) ? (value['id'] ?? value['key']) : undefined;
  return typeof id === 'string' ? id : '';
}

function refusalOf(error: unknown): CouchRefusal | null {
  if (error instanceof CouchRefusal) return error;
  const cause = error instanceof StoreUnavailable ? error.cause : null;
  return cause instanceof CouchRefusal ? cause : null;
}

/** Whether a retry can help: the connection broke, or there was no answer in time. */
function isPassing(error: unknown): boolean {
  return error instanceof StoreUnavailable && refusalOf(error) === null;
}

/** A refusal of CouchDB as a sentence. */
function faultOf(error: unknown, address: string): unknown {
  const refusal = refusalOf(error);
  if (refusal === null) return error;
  const isMissing = refusal.status === NOT_FOUND;
  return new CliError(isMissing ? `There is no database at ${address}.` : refusal.message, 1);
}

/** The typed address of a database, with the account in it. */
export function databaseUrl(text: string): URL {
  const url = URL.parse(text);
  // The message does not repeat the text, which may contain a password.
  const isOne =
    url !== null && ['http:', 'https:'].includes(url.protocol) && !['', '/'].includes(url.pathname);
  if (isOne && url.search === '' && url.hash === '') return url;
  throw new CliError(
    '--from is the address of a database, like http://user:password@old-server:5984/la_paz.',
    2,
  );
}

/**
 * A database of a running CouchDB, read in pages by id. After a broken answer it continues from the
 * last document received.
 */
export function couchDocuments(url: URL): DocumentSource & { readonly address: string } {
  const client = new CouchClient(url);

  async function* page(from: string | undefined, to: string | undefined, limit: number) {
    yield* client.sizedElements({
      method: 'GET',
      path: '_all_docs',
      query: {
        include_docs: true,
        // Conflicts are reported only: the import takes the version that the older system shows.
        conflicts: true,
        limit,
        start_key: from === undefined ? undefined : JSON.stringify(from),
        end_key: to === undefined ? undefined : JSON.stringify(to),
      },
      isQuestion: true,
    });
  }

  async function* rows({ from, to }: Range): AsyncGenerator<SourceItem> {
    let last: string | undefined;
    let line = 0;
    for (let failures = 0; ; ) {
      let count = 0;
      try {
        // The first row of a later page is the last row of the page before.
        for await (const row of page(last ?? from, to, PAGE_ROWS)) {
          count += 1;
          const id = rowId(row);
          if (last !== undefined && id === last) continue;
          failures = 0;
          last = id;
          line += 1;
          yield { line, bytes: row.length, value: row.value };
        }
        if (count < PAGE_ROWS) return;
      } catch (error) {
        const pause = PAUSES_MS[failures];
        if (!isPassing(error) || pause === undefined) throw faultOf(error, client.address);
        failures += 1;
        await delay(pause);
      }
    }
  }

  return {
    address: client.address,
    children: () => rows({ from: FIRST_CHILD, to: LAST_CHILD }),
    all: () => rows({}),
  };
}
