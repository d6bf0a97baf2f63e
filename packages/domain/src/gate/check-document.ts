import { kindOfId } from '../base/ids.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { type GateCode, isRecord } from './gate-codes.ts';
import { hasEscapedName } from './name-characters.ts';
import { readDocument } from './read-document.ts';

/** Whether a document may be written, or all reasons why not. */
export type DocumentCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly codes: readonly GateCode[] };

/**
 * Reading instants as dates needs a zone; whether a document is readable does not depend on which.
 */
const ANY_ZONE = { timeZone: 'UTC' };

/**
 * Whether a document may be written: a known kind, no forbidden names, no name that JSON has to
 * escape, no attachments, and readable. For a deletion only the id and the forbidden names are
 * checked: its body may be whatever removal, merging or erasure leaves. A screening must contain its child's sex itself.
 */
export function checkDocument(raw: unknown): DocumentCheck {
  if (!isRecord(raw)) return { ok: false, codes: ['not-an-object'] };
  const id = raw['_id'];
  if (typeof id !== 'string' || id === '') return { ok: false, codes: ['id-missing'] };
  if (kindOfId(id) === null) return { ok: false, codes: ['unknown-kind'] };
  if (raw['_deleted'] === true) {
    const codes = forbiddenNames(raw);
    return codes.length === 0 ? { ok: true } : { ok: false, codes };
  }
  const read = readDocument(raw, ANY_ZONE);
  const codes: GateCode[] = read.kind === 'unreadable' ? [...read.codes] : [];
  if (!codes.includes('too-deep') && hasEscapedName(raw)) codes.push('name-characters');
  return codes.length === 0 ? { ok: true } : { ok: false, codes };
}
