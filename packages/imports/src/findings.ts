import type { ChildCode, GateCode, ScreeningCode } from '@crece/domain';
import type { ImportField } from './fields.ts';

/** The outcome of a row. `duplicate`: all of its content is stored already. */
export const ROW_OUTCOMES = ['created', 'updated', 'duplicate', 'rejected'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Codes of the import itself; all others come from the forms and the gate. */
export type ImportCode =
  | 'id-invalid'
  | 'id-of-another-unit'
  | 'row-of-another-unit'
  | 'id-taken'
  | 'erased'
  /** The child moved to another unit, `unit`. */
  | 'moved'
  | 'screening-of-another-child'
  | 'which-child'
  | 'name-is-there'
  | 'birth-date-kept'
  | 'same-day'
  | 'same-day-several'
  | 'more-cells-than-headings'
  | 'figure-impossible'
  | 'figure-in-other-unit'
  | 'stored-unreadable'
  | 'too-many-rows-for-child'
  | 'cell-too-long'
  | 'row-unreadable'
  | 'number-invalid'
  | 'date-invalid'
  | 'sex-invalid'
  | 'answer-invalid'
  | 'age-without-survey-date'
  | 'age-not-months'
  | 'matched-by-names'
  | 'differs-from-newest-row'
  | 'another-visit-that-day'
  | 'before-danger-of-that-day'
  | 'changed-meanwhile'
  | 'removed-meanwhile';

export type FindingCode = ImportCode | ChildCode | ScreeningCode | GateCode;

/** One finding about a row. */
export interface Finding {
  readonly code: FindingCode;
  /** `reject`: the row is not imported; `warn`: it is imported, and a person should check it. */
  readonly level: 'reject' | 'warn';
  readonly field?: ImportField;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A field of a stored record that a row changes; null: no value. */
export interface FieldChange {
  readonly field: ImportField;
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

/** A row of the file with its outcome; rows are numbered from 1, the header being row 1. */
export interface RowReport {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly findings: readonly Finding[];
  /** What it changes in stored records; absent: nothing. */
  readonly changes?: readonly FieldChange[];
}
