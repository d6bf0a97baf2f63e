import type { Parts } from '../document.ts';
import type { Replicated, StoredDocument } from '../document-store.ts';

/** Requests of this size are large enough to be quick and small enough to be served among others. */
const CHUNK_DOCUMENTS = 500;
const CHUNK_CHARACTERS = 4_000_000;

/** Design documents are the server's own: they are never listed, counted or given away. */
export const DESIGN_PREFIX = '_design/';

export function isDesign(id: string): boolean {
  return id.startsWith(DESIGN_PREFIX);
}

/** An escaped half of a pair: JSON can say it, CouchDB refuses the whole request for it. */
const HALF_CHARACTER = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi;

/** JSON with every half character replaced by the sign for what cannot be read. */
export function storableBody(body: string): string {
  if (!body.includes('\\ud')) return body;
  // Twice: of two halves in a row the second has the first in front of it, not a text.
  return body.replace(HALF_CHARACTER, '$1\\ufffd').replace(HALF_CHARACTER, '$1\\ufffd');
}

/** The JSON of a document to send, from its parts; `path`: its revision with those before it. */
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

/** Cuts what is to be sent into chunks of a fitting size, in its order. */
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

/** A document as CouchDB gives it, without what belongs to the protocol alone. */
export function storedDocument(raw: RawDocument): StoredDocument {
  const { _attachments, _conflicts, _revisions, ...document } = raw;
  return document;
}

/** A revision with its ancestry, from a document that was asked with `revs=true`. */
export function replicatedDocument(raw: RawDocument): Replicated {
  const { start, ids } = raw['_revisions'] as { start: number; ids: string[] };
  return {
    document: storedDocument(raw),
    ancestry: ids.map((id, place) => `${start - place}-${id}`),
  };
}
