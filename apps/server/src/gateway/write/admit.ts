import type { DocumentRefusal } from '@crece/contract';
import { checkDocument, type GateCode, isRecordId } from '@crece/domain';
import { generationOf, MAX_GENERATION, parseRevision } from '@crece/replication';
import { isDocumentId } from '../../store/document.ts';
import type { Replicated } from '../../store/document-store.ts';
import type { ReadItem } from '../body/batch-parser.ts';

/** A revision that may be offered to the store, or why its document is refused. */
export type Admitted =
  | { ok: true; revision: Replicated }
  | {
      ok: false;
      id: string;
      rev: string;
      reason: DocumentRefusal;
      details?: readonly string[];
    };

type Fields = Readonly<Record<string, unknown>>;

/** CouchDB and PouchDB keep, and send, at most this many revisions of one branch. */
const MAX_ANCESTRY = 1_000;
const REVISION_ID = /^[0-9a-f]{32}$/;

/** Detail beside `malformed-revision`: the generation is higher than any record reaches. */
const GENERATION = 'generation-too-high';

/** Fields that a reader receives with a document and a writer may send back; never stored. */
const TOLD_FIELDS: ReadonlySet<string> = new Set([
  '_revisions',
  '_conflicts',
  '_deleted_conflicts',
  '_revs_info',
  '_local_seq',
]);

/** The refusals of some gate codes; every other code means that the document is unreadable. */
const REASONS: Readonly<Partial<Record<GateCode, DocumentRefusal>>> = {
  attachments: 'forbidden-content',
  'forbidden-name': 'forbidden-content',
  'name-characters': 'forbidden-content',
  'unknown-kind': 'unknown-kind',
};

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The ancestry of a revision, newest first; `null` when `_rev` and `_revisions` do not fit
 * together.
 */
function ancestryOf(rev: string, revisions: unknown): string[] | null {
  if (!isFields(revisions) || parseRevision(rev) === null) return null;
  const { start, ids } = revisions;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_ANCESTRY) return null;
  if (typeof start !== 'number' || !Number.isSafeInteger(start) || start < ids.length) return null;
  if (!ids.every((id) => typeof id === 'string' && REVISION_ID.test(id))) return null;
  const ancestry = ids.map((id, i) => `${start - i}-${id}`);
  return ancestry[0] === rev ? ancestry : null;
}

/** Passes a document of a batch through domain's gate and reads its place in the revision tree. */
function admitDocument(value: unknown): Admitted {
  const fields: Fields = isFields(value) ? value : {};
  const { _id, _rev, _deleted, _revisions, ...rest } = fields;
  const id = textOf(_id);
  const rev = textOf(_rev);
  const checked = checkDocument(value);
  if (!checked.ok) {
    const reason = checked.codes.map((code) => REASONS[code]).find((found) => found !== undefined);
    return { ok: false, id, rev, reason: reason ?? 'unreadable', details: checked.codes };
  }
  // A removal may name any valid id: records accepted before this rule must stay removable.
  if (!isDocumentId(id) || (_deleted !== true && !isRecordId(id))) {
    return { ok: false, id, rev, reason: 'unreadable', details: ['id-invalid'] };
  }
  const ancestry = ancestryOf(rev, _revisions);
  const isDeletion = _deleted === true;
  if (ancestry === null || !(isDeletion || _deleted === undefined || _deleted === false)) {
    return { ok: false, id, rev, reason: 'malformed-revision' };
  }
  // What it is joined to is checked later, with the record's tree.
  if (generationOf(rev) > MAX_GENERATION) {
    return { ok: false, id, rev, reason: 'malformed-revision', details: [GENERATION] };
  }
  const kept = Object.entries(rest).filter(([name]) => !TOLD_FIELDS.has(name));
  const document = {
    ...Object.fromEntries(kept),
    _id: id,
    _rev: rev,
    ...(isDeletion ? { _deleted: true as const } : {}),
  };
  return { ok: true, revision: { document, ancestry } };
}

/** Decides about one item of a batch before the store is read. */
export function admit(item: ReadItem): Admitted {
  if (item.kind === 'document') return admitDocument(item.value);
  const { id, rev, kind } = item;
  if (kind === 'too-large') return { ok: false, id, rev, reason: 'too-large' };
  return { ok: false, id, rev, reason: 'unreadable', details: [kind] };
}
