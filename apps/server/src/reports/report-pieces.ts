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
  /** Among the properties of a workbook; a CSV has no place for it. */
  readonly about?: string | undefined;
}

/**
 * The rows of the units one after the other; `make` converts each row to what is stored until it is
 * written.
 */
export type RowsByUnit = <Made>(make: (row: Row) => Made) => AsyncIterable<UnitRows<Made>>;

/**
 * Lines of a CSV that are written at once: a unit's file in one piece would stand in memory as
 * lines, as text and as bytes.
 */
const LINES_AT_ONCE = 250;

async function* rowsOf(units: AsyncIterable<UnitRows>): AsyncGenerator<Row> {
  for await (const { rows } of units) yield* rows;
}

/** The file of a report piece by piece; holds at most one unit in memory. */
export async function* reportPieces(
  { type, language, format, about }: ReportFile,
  rowsByUnit: RowsByUnit,
): AsyncGenerator<string | Uint8Array> {
  const titles = reportTitles(type, language);
  const answers = reportAnswers(language);
  if (format === 'xlsx') {
    const columns = reportColumns(type);
    const table = { columns, titles, answers, sheet: type, about };
    yield* xlsxBytes(rowsOf(rowsByUnit((row) => row)), table);
    return;
  }
  yield csvHead(titles);
  for await (const { rows } of rowsByUnit(csvRows(answers))) {
    for (let from = 0; from < rows.length; from += LINES_AT_ONCE) {
      yield rows.slice(from, from + LINES_AT_ONCE).join('');
    }
  }
}
