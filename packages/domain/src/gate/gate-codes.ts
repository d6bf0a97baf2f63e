import type { Sex } from '../fields/entities.ts';

/** Why a document is refused or unreadable. */
export type GateCode =
  | 'not-an-object'
  | 'id-missing'
  | 'unknown-kind'
  | 'forbidden-name'
  | 'name-characters'
  | 'attachments'
  | 'too-deep'
  | 'name-missing'
  | 'gender-invalid'
  | 'birth-date-invalid'
  | 'owner-missing'
  | 'survey-date-invalid'
  | 'height-invalid'
  | 'weight-invalid'
  | 'muac-invalid'
  | 'mother-date-missing';

/** A document as stored or received, before any check. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** What the gate needs besides the document. */
export interface GateContext {
  /** The time zone of the unit's country, in which instants become dates. */
  readonly timeZone: string;
  /** The sex of a child, for screenings of older systems that do not repeat it. */
  readonly sexOf?: (childId: string) => Sex | undefined;
}

/** A document that passed, or every reason why it cannot be read. */
export type GateResult<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly codes: readonly GateCode[] };

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
