import { createHash } from 'node:crypto';
import { isAncestry, newRevision } from '@crece/replication';
import type { DraftDocument, Replicated } from './document-store.ts';

const MAX_ID_LENGTH = 1_000;
/** A lone surrogate has no UTF-8 form; U+0000 ends a text in too many programs. */
const NOT_STORABLE = /[\p{Surrogate}\0]/u;

/**
 * Whether every back end can store a document under this id (`_…` is reserved for the protocol).
 */
export function isDocumentId(id: string): boolean {
  return isLocalId(id) && !id.startsWith('_');
}

/** The same for local documents; stock clients let their ids begin with `_`. */
export function isLocalId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_LENGTH && !NOT_STORABLE.test(id);
}

/** A document split into what is stored; shares no objects with the writer's document. */
export interface Parts {
  id: string;
  /** The leaf that it replaces (draft), or its own revision (replicated). */
  rev: string | null;
  deleted: boolean;
  /** JSON of an object with the fields that do not belong to the protocol. */
  body: string;
}

function partsOf(draft: DraftDocument, isId: (id: string) => boolean): Parts {
  const { _id, _rev, _deleted, ...fields } = draft;
  if (typeof _id !== 'string' || !isId(_id)) {
    throw new TypeError(`not an id that a document may have: ${JSON.stringify(_id)}`);
  }
  const reserved = Object.keys(fields).find((field) => field.startsWith('_'));
  if (reserved !== undefined) {
    throw new TypeError(`the field ${reserved} of ${_id} is the protocol's own`);
  }
  return { id: _id, rev: _rev ?? null, deleted: _deleted === true, body: JSON.stringify(fields) };
}

/** Splits a document to write; throws `TypeError` with the reason when it is invalid. */
export function draftParts(draft: DraftDocument): Parts {
  return partsOf(draft, isDocumentId);
}

/** Splits a local document to write; throws `TypeError` with the reason when it is invalid. */
export function localParts(draft: DraftDocument): Parts {
  return partsOf(draft, isLocalId);
}

/** Splits a replicated revision and checks that its ancestry begins with its own revision. */
export function replicatedParts({ document, ancestry }: Replicated): Parts & { rev: string } {
  const parts = partsOf(document, isDocumentId);
  const rev = ancestry[0];
  if (rev === undefined || rev !== parts.rev || !isAncestry(ancestry)) {
    throw new TypeError(`not the ancestry of revision ${parts.rev} of ${parts.id}`);
  }
  return { ...parts, rev };
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

/**
 * The revision that these parts make on a parent. It is computed from the content, so the same edit
 * of the same leaf has the same revision on every device and server.
 */
export function revisionOf({ id, deleted, body }: Parts, parent: string | null): string {
  // Parsed from the stored JSON, so that the revision belongs to what is stored (without
  // `undefined`, dates as text).
  const fields: unknown = JSON.parse(body);
  return newRevision(parent, { ...(fields as object), _id: id }, deleted, md5);
}
