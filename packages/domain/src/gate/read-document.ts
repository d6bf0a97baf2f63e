import { kindOfId } from '../base/ids.ts';
import { CHILD_TABLE } from '../fields/child-table.ts';
import type { Child, Mother, Screening } from '../fields/entities.ts';
import { MOTHER_TABLE } from '../fields/mother-table.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { type GateCode, type GateContext, isRecord } from './gate-codes.ts';
import { readRecord, shapeOf } from './read-record.ts';

/** A stored document after the gate: repaired, unreadable, or foreign. */
export type ReadDocument =
  | { readonly kind: 'child'; readonly child: Child }
  | { readonly kind: 'screening'; readonly screening: Screening }
  | { readonly kind: 'mother'; readonly mother: Mother }
  | Unreadable
  /** Design documents and other documents that are not records. */
  | { readonly kind: 'foreign'; readonly id: string };

/** A document that cannot be repaired: listed with its reasons, never dropped. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly id: string;
  readonly codes: readonly GateCode[];
  readonly raw: unknown;
}

const NAMES = { names: ['firstName', 'lastName'], code: 'name-missing' } as const;

/**
 * The shape of each kind of record. A mother needs one of the two dates that tell whether she is
 * pregnant or nursing.
 */
const SHAPES = {
  chld: shapeOf(CHILD_TABLE, [NAMES]),
  scr: shapeOf(SCREENING_TABLE),
  mthr: shapeOf(MOTHER_TABLE, [
    NAMES,
    { names: ['deliveryDate', 'childsBirthDate'], code: 'mother-date-missing' },
  ]),
} as const;

/**
 * Checks a stored document and repairs what older systems left (numbers as text, empty text,
 * instants for dates, status and actions inside `zScore`). Every reader uses this one gate. Unknown
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
  const result = readRecord(SHAPES[kind], id, raw, context);
  if (!result.ok) return { kind: 'unreadable', id, codes: result.codes, raw };
  // `readRecord` has checked every field that the kind's table names.
  const record: unknown = result.record;
  if (kind === 'chld') return { kind: 'child', child: record as Child };
  if (kind === 'scr') return { kind: 'screening', screening: record as Screening };
  return { kind: 'mother', mother: record as Mother };
}
