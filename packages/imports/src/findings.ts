import type { ChildCode, GateCode, ScreeningCode } from '@crece/domain';
import type { ImportField } from './fields.ts';

/** What becomes of a row. `duplicate`: all that it says is stored already. */
export const ROW_OUTCOMES = ['created', 'updated', 'duplicate', 'rejected'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Codes that the import itself gives; the others are those of forms and gate. */
export type ImportCode =
  | 'id-invalid'
  | 'id-of-another-unit'
  | 'row-of-another-unit'
  | 'id-taken'
  | 'screening-of-another-child'
  | 'several-children-match'
  | 'stored-unreadable'
  | 'too-many-rows-for-child'
  | 'cell-too-long'
  | 'row-unreadable'
  | 'number-invalid'
  | 'date-invalid'
  | 'sex-invalid'
  | 'answer-invalid'
  | 'age-without-survey-date'
  | 'matched-by-names'
  | 'differs-from-earlier-row'
  | 'another-visit-that-day'
  | 'changed-meanwhile';

export type FindingCode = ImportCode | ChildCode | ScreeningCode | GateCode;

/** One thing worth saying about a row. */
export interface Finding {
  readonly code: FindingCode;
  /** `reject`: the row is not taken; `warn`: it is, and somebody should look. */
  readonly level: 'reject' | 'warn';
  readonly field?: ImportField;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A row of the file with what became of it; rows count from 1, the header being the first. */
export interface RowReport {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly findings: readonly Finding[];
}
