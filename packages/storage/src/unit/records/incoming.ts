import { generationOf, isAncestry, MAX_GENERATION } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';
import type { CarriedDocument } from './carried-document.ts';
import type { Fields, NewRevision } from './entry.ts';
import { md5 } from './md5.ts';
import type { Document } from './unit-records.ts';

/** Protocol fields that a document may have. Attachments are not supported. */
const PROTOCOL_NAMES: ReadonlySet<string> = new Set(['_id', '_rev', '_deleted', '_revisions']);

function refused(field: string, id: string): StorageError {
  return new StorageError('refused', { fields: [field], message: id });
}

/** A copy of the document's content; throws when it cannot be stored. */
function fieldsOf(document: Readonly<Fields>, id: string): Fields {
  if (id === '' || id.startsWith('_')) throw refused('_id', id);
  const fields: Fields = {};
  // `for…in`: faster than a list of entries, for every document of a download.
  for (const name in document) {
    if (!name.startsWith('_')) fields[name] = document[name];
    else if (name === '_attachments') throw refused(name, id);
    else if (!PROTOCOL_NAMES.has(name)) {
      throw new StorageError('failed', { message: `unknown field ${name}: ${id}` });
    }
  }
  return fields;
}

/**
 * Checks a revision from a server or a file. Throws `refused` for attachments and for a generation
 * that no record can reach, `failed` when it is malformed.
 */
export function carriedRevision(document: CarriedDocument): NewRevision {
  const { _id: id, _rev: rev, _deleted, _revisions } = document;
  const fields = fieldsOf(document, id);
  const ancestry = _revisions.ids.map((hash, age) => `${_revisions.start - age}-${hash}`);
  if (!isAncestry(ancestry) || ancestry[0] !== rev) {
    throw new StorageError('failed', { message: `not a revision: ${id} ${rev}` });
  }
  if (_revisions.start > MAX_GENERATION) throw refused('_rev', id);
  return { id, ancestry, deleted: _deleted === true, fields };
}

/**
 * The revision that writing a document creates, with the id that PouchDB 9 gives: the digest of the
 * document's JSON with its keys in the given order. Values that JSON lacks (`undefined`, dates) are
 * stored as `JSON.stringify` writes them.
 */
export function writtenRevision(document: Document): NewRevision {
  const { _id: id, _rev: parent, _deleted } = document;
  fieldsOf(document, id);
  const text = JSON.stringify(document);
  const generation = parent === undefined ? 1 : generationOf(parent) + 1;
  const ancestry = [`${generation}-${md5(text)}`, ...(parent === undefined ? [] : [parent])];
  if (!isAncestry(ancestry)) {
    throw new StorageError('failed', { message: `not a revision: ${id} ${parent}` });
  }
  // An edit of this revision would get a generation that other devices refuse, or none at all.
  if (generation > MAX_GENERATION) throw refused('_rev', id);
  const fields = fieldsOf(JSON.parse(text) as Fields, id);
  return { id, ancestry, deleted: _deleted === true, fields };
}
