import type { ReportFormat, ReportType } from '@crece/domain';
import type { Language } from '@crece/messages';
import {
  type Row,
  reportAnswers,
  reportColumns,
  reportTitles,
  type UnitRows,
} from '@crece/reports';
import { csvHead, csvRows } from '@crece/reports/csv';
import { xlsxBytes } from '@crece/reports/xlsx';

/** The type, language and format of a report's file. */
export interface ReportFile {
  readonly type: ReportType;
  readonly language: Language;
  readonly format: ReportFormat;
}

/**
 * The rows of the units one after the other; `make` converts each row to what is stored until it is
 * written.
 */
export type RowsByUnit = <Made>(make: (row: Row) => Made) => AsyncIterable<UnitRows<Made>>;

async function* rowsOf(units: AsyncIterable<UnitRows>): AsyncGenerator<Row> {
  for await (const { rows } of units) yield* rows;
}

/** The file of a report piece by piece; holds at most one unit in memory. */
export async function* reportPieces(
  { type, language, format }: ReportFile,
  rowsByUnit: RowsByUnit,
): AsyncGenerator<string | Uint8Array> {
  const titles = reportTitles(type, language);
  const answers = reportAnswers(language);
  if (format === 'xlsx') {
    const columns = reportColumns(type);
    yield* xlsxBytes(rowsOf(rowsByUnit((row) => row)), { columns, titles, answers, sheet: type });
    return;
  }
  yield csvHead(titles);
  for await (const { rows } of rowsByUnit(csvRows(answers))) yield rows.join('');
}
