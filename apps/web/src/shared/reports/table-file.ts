import type { ReportFormat } from '@crece/domain';
import type { Column, Row } from '@crece/reports';
import { csvHead, csvRows, type YesNoWords } from '@crece/reports/csv';

/** The content of a file made on this device. */
export interface TableFile {
  readonly columns: readonly Column[];
  readonly titles: readonly string[];
  readonly answers: YesNoWords;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** The name of the workbook's sheet. */
  readonly sheet: string;
  /** Among the properties of the workbook. */
  readonly about?: string | undefined;
}

/** Number of lines per piece: one string per line would cost more memory than its text. */
const LINES_PER_PIECE = 500;

async function csvFile({ titles, answers, rows }: TableFile): Promise<Blob> {
  const lineOf = csvRows(answers);
  const pieces: string[] = [csvHead(titles)];
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(lineOf(row));
    if (lines.length < LINES_PER_PIECE) continue;
    pieces.push(lines.join(''));
    lines = [];
  }
  return new Blob([...pieces, ...lines], { type: 'text/csv;charset=utf-8' });
}

async function xlsxFile({ rows, ...table }: TableFile): Promise<Blob> {
  const { xlsxBytes, XLSX_MEDIA_TYPE } = await import('@crece/reports/xlsx');
  const pieces: BlobPart[] = [];
  for await (const bytes of xlsxBytes(rows, table)) pieces.push(new Uint8Array(bytes));
  return new Blob(pieces, { type: XLSX_MEDIA_TYPE });
}

/** A table as CSV or as an Excel workbook, made in the browser. */
export function tableFile(table: TableFile, format: ReportFormat): Promise<Blob> {
  return format === 'csv' ? csvFile(table) : xlsxFile(table);
}
