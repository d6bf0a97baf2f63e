import { Packer } from '../../packages/replication/src/index.ts';
import { type Carried, leafOf } from './unit.ts';

/** A unit on its way to a phone: the bodies of all answers, each of which is compressed by itself. */
export interface Form {
  name: string;
  bodies: readonly string[];
}

/** What PouchDB asks for at once. */
const POUCHDB_BATCH = 100;

function batches(documents: readonly Carried[]): Carried[][] {
  return Array.from({ length: Math.ceil(documents.length / POUCHDB_BATCH) }, (_, batch) =>
    documents.slice(batch * POUCHDB_BATCH, (batch + 1) * POUCHDB_BATCH),
  );
}

function changeOf({ _id: id, _rev: rev }: Carried, seq: number) {
  return { seq: String(seq), id, changes: [{ rev }] };
}

function feedPage(documents: readonly Carried[], batch: number): string {
  const results = documents.map((each, place) => changeOf(each, batch * POUCHDB_BATCH + place + 1));
  return JSON.stringify({ results, last_seq: results.at(-1)?.seq, pending: 1_000 });
}

function bulkGetBody(documents: readonly Carried[]): string {
  const results = documents.map((ok) => ({ id: ok._id, docs: [{ ok }] }));
  return JSON.stringify({ results });
}

function withDocuments(documents: readonly Carried[]): string {
  const rows = documents.map((document, place) => {
    const { _revisions, ...doc } = document;
    return JSON.stringify({ ...changeOf(document, place + 1), doc });
  });
  return `{"results":[\n${rows.join(',\n')}\n],"last_seq":"${rows.length}"}`;
}

/** One line of JSON for each document: what the product sent before. */
export function asLines(documents: readonly Carried[]): string {
  return documents.map((each) => `${JSON.stringify({ id: each._id, docs: [each] })}\n`).join('');
}

/** What the product sends. */
export function packed(documents: readonly Carried[]): string {
  const packer = new Packer();
  let text = '';
  for (const document of documents) {
    packer.add([leafOf(document)]);
    if (packer.isFull) text += `${JSON.stringify(packer.take())}\n`;
  }
  return packer.isEmpty ? text : `${text}${JSON.stringify(packer.take())}\n`;
}

export function formsOf(documents: readonly Carried[]): Form[] {
  const pages = batches(documents);
  return [
    {
      name: 'PouchDB’s pull: _changes, _bulk_get',
      bodies: pages.flatMap((page, batch) => [feedPage(page, batch), bulkGetBody(page)]),
    },
    { name: '_changes?include_docs, no ancestry', bodies: [withDocuments(documents)] },
    { name: 'one JSON line per document', bodies: [asLines(documents)] },
    { name: 'packed blocks', bodies: [packed(documents)] },
  ];
}
