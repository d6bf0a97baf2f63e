import type { Child, Mother, Screening } from '../entities.ts';
import { kindOfId } from '../ids.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { type GateCode, type GateContext, isRecord } from './gate-codes.ts';
import { readChild } from './read-child.ts';
import { readMother } from './read-mother.ts';
import { readScreeningDocument } from './read-screening-document.ts';

/** A stored document after the gate: repaired, listed as unreadable, or none of ours. */
export type ReadDocument =
  | { readonly kind: 'child'; readonly child: Child }
  | { readonly kind: 'screening'; readonly screening: Screening }
  | { readonly kind: 'mother'; readonly mother: Mother }
  | Unreadable
  /** Design documents and whatever else lives in the database. */
  | { readonly kind: 'foreign'; readonly id: string };

/** A document that cannot be repaired: listed with its reasons, never dropped. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly id: string;
  readonly codes: readonly GateCode[];
  readonly raw: unknown;
}

/**
 * The one gate of every reader: checks a stored document and repairs what older systems left
 * (numbers as text, empty text, instants for dates, status and actions inside `zScore`). Unknown
 * fields stay. Never throws.
 */
export function readDocument(raw: unknown, context: GateContext): ReadDocument {
  if (!isRecord(raw)) return { kind: 'unreadable', id: '', codes: ['not-an-object'], raw };
  const id = raw['_id'];
  if (typeof id !== 'string' || id === '') {
    return { kind: 'unreadable', id: '', codes: ['id-missing'], raw };
  }
  const kind = kindOfId(id);
  if (kind === null) return { kind: 'foreign', id };
  const forbidden = forbiddenNames(raw);
  if (forbidden.length > 0) return { kind: 'unreadable', id, codes: forbidden, raw };
  if (kind === 'chld') {
    const result = readChild(id, raw, context);
    if (result.ok) return { kind: 'child', child: result.record };
    return { kind: 'unreadable', id, codes: result.codes, raw };
  }
  if (kind === 'scr') {
    const result = readScreeningDocument(id, raw, context);
    if (result.ok) return { kind: 'screening', screening: result.record };
    return { kind: 'unreadable', id, codes: result.codes, raw };
  }
  const result = readMother(id, raw, context);
  if (result.ok) return { kind: 'mother', mother: result.record };
  return { kind: 'unreadable', id, codes: result.codes, raw };
}
