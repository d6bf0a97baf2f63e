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

/** What a report's file is made for. */
export interface ReportFile {
  readonly type: ReportType;
  readonly language: Language;
  readonly format: ReportFormat;
}

/** The rows of the units one after the other; `make` makes of each what is kept until it is written. */
export type RowsByUnit = <Made>(make: (row: Row) => Made) => AsyncIterable<UnitRows<Made>>;

async function* rowsOf(units: AsyncIterable<UnitRows>): AsyncGenerator<Row> {
  for await (const { rows } of units) yield* rows;
}

/** The file of a report piece by piece, never more than one unit of it at once. */
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
