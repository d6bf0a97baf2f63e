import type { IsoDate, ReportSort, UnitDatabase } from '@crece/domain';
import type { ReportWords } from '@crece/messages/report-words';
import type { Steps } from './steps.ts';
import { type Column, type ColumnOf, type Row, rowOf } from './table.ts';
import type { UnitRecords } from './unit-records.ts';

/** What the rows of one unit depend on beside its records. */
export interface RowContext {
  readonly unit: UnitDatabase;
  readonly today: IsoDate;
  readonly sort: ReportSort;
  /** How many completed months back the newest screening of a `summary` may lie. */
  readonly months: number;
  readonly words: ReportWords;
}

/** One kind of report: its columns, and its rows of a unit in their order. */
export interface Report {
  readonly columns: readonly Column[];
  readonly rows: (records: UnitRecords, context: RowContext) => Steps<Row>;
}

/** A report from its columns and from what each of its rows is made of, in the order of the rows. */
export function defineReport<Source>(
  columns: readonly ColumnOf<Source>[],
  sources: (records: UnitRecords, context: RowContext) => Steps<Source>,
): Report {
  return {
    columns,
    *rows(records, context) {
      for (const source of sources(records, context)) {
        yield source === null ? null : rowOf(columns, source);
      }
    },
  };
}
