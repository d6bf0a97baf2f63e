import type { IsoDate, ProgrammeRules, ReportSort, UnitDatabase } from '@crece/domain';
import type { ReportWords } from '@crece/messages/report-words';
import type { ReportRecords } from './report-records.ts';
import type { Steps } from './steps.ts';
import { type Column, type ColumnOf, type Row, rowOf } from './table.ts';

/** The context of one unit's rows, besides its records. */
export interface RowContext {
  readonly unit: UnitDatabase;
  readonly today: IsoDate;
  readonly sort: ReportSort;
  /** Maximum age, in completed months, of the newest screening in a `summary`, of a referral in `referrals`. */
  readonly months: number;
  readonly rules: ProgrammeRules;
  readonly words: ReportWords;
}

/** One kind of report: its columns, and its sorted rows for a unit. */
export interface Report {
  readonly columns: readonly Column[];
  readonly rows: (records: ReportRecords, context: RowContext) => Steps<Row>;
}

/** Defines a report by its columns and by the sources of its rows, in row order. */
export function defineReport<Source>(
  columns: readonly ColumnOf<Source>[],
  sources: (records: ReportRecords, context: RowContext) => Steps<Source>,
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
