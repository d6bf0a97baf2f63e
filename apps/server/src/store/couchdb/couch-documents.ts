import type { Parts } from '../document.ts';
import type { Replicated, StoredDocument } from '../document-store.ts';

/** Large enough to be efficient, and small enough that other requests are served in between. */
const CHUNK_DOCUMENTS = 500;
const CHUNK_CHARACTERS = 4_000_000;

/** Design documents belong to the server: they are never listed, counted or replicated. */
export const DESIGN_PREFIX = '_design/';

export function isDesignId(id: string): boolean {
  return id.startsWith(DESIGN_PREFIX);
}

/**
 * An escaped lone surrogate: valid in JSON, but CouchDB refuses the whole request because of it.
 */
const HALF_CHARACTER = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

/** JSON with every lone surrogate (`JSON.stringify` escapes only those) replaced by U+FFFD. */
export function storableBody(body: string): string {
  if (!body.includes('\\ud')) return body;
  // The second pass is a safeguard for adjacent surrogates.
  return body.replace(HALF_CHARACTER, '$1\\ufffd').replace(HALF_CHARACTER, '$1\\ufffd');
}

/** The JSON of a document to send, from its parts; `path`: its revision with its ancestors. */
export function documentText(
  { id, deleted, body }: Parts,
  rev: string | null,
  path?: readonly string[],
): string {
  const head: Record<string, unknown> = { _id: id };
  if (rev !== null) head['_rev'] = rev;
  if (deleted) head['_deleted'] = true;
  if (path !== undefined) {
    const ids = path.map((revision) => revision.slice(revision.indexOf('-') + 1));
    head['_revisions'] = { start: Number.parseInt(path[0] ?? '', 10), ids };
  }
  const start = JSON.stringify(head).slice(0, -1);
  return body === '{}' ? `${start}}` : `${start},${storableBody(body).slice(1)}`;
}

/** Splits what is to be sent into chunks of a suitable size, in its order. */
export function chunksOf<Item extends { text: string }>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  let chunk: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const isFull =
      chunk.length >= CHUNK_DOCUMENTS || characters + item.text.length > CHUNK_CHARACTERS;
    if (chunk.length === 0 || isFull) {
      chunk = [];
      chunks.push(chunk);
      characters = 0;
    }
    chunk.push(item);
    characters += item.text.length;
  }
  return chunks;
}

export type RawDocument = Readonly<Record<string, unknown>> & { _id: string; _rev: string };

/** A document as CouchDB returns it, without the fields of the protocol. */
export function storedDocument(raw: RawDocument): StoredDocument {
  const { _attachments, _conflicts, _revisions, ...document } = raw;
  return document;
}

/** A revision with its ancestry, from a document that was requested with `revs=true`. */
export function replicatedDocument(raw: RawDocument): Replicated {
  const { start, ids } = raw['_revisions'] as { start: number; ids: string[] };
  return {
    document: storedDocument(raw),
    ancestry: ids.map((id, place) => `${start - place}-${id}`),
  };
}
