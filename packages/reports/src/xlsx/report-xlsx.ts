import { type CellValue, type ColumnDef, rangeRef, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import type { Answers } from '../csv/report-csv.ts';
import type { Cell, Column, Row } from '../table.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a workbook needs besides its rows. */
export interface XlsxTable {
  readonly columns: readonly Column[];
  /** The titles of the columns, in the language of the file. */
  readonly titles: readonly string[];
  readonly answers: Answers;
  /** The name on the tab: at most 31 characters, none of `: \ / ? * [ ]`. */
  readonly sheet: string;
}

/**
 * Up to here a workbook is built whole and has a filter on its header; a longer one is streamed in
 * constant memory, which the library does without a filter (decision 0060).
 */
export const FILTERED_ROWS = 20_000;

/** A cell of Excel holds no more; a longer one makes it refuse the whole file. */
const MAX_CELL_CHARACTERS = 32_767;

/** Control characters and halves of a pair, which XML has no place for: one makes the file unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;

const WIDTHS = { text: 18, number: 10, date: 12, answer: 10 } as const;
const DATE_FORMAT = 'yyyy-mm-dd';

function cellText(text: string): string {
  return text.slice(0, MAX_CELL_CHARACTERS).replaceAll(NO_XML, '');
}

/** A typed cell: a date is a date and a number a number in every locale of Excel. */
function cellValue(cell: Cell, { kind }: Column, { yes, no }: Answers): CellValue {
  if (typeof cell === 'boolean') return cell ? yes : no;
  if (typeof cell !== 'string') return cell;
  return kind === 'date' && cell !== '' ? new Date(`${cell}T00:00:00Z`) : cellText(cell);
}

function columnDefs({ columns, titles }: XlsxTable): ColumnDef[] {
  return columns.map(({ kind, name }, place) => ({
    header: titles[place] ?? name,
    width: WIDTHS[kind],
    ...(kind === 'date' ? { numFmt: DATE_FORMAT } : {}),
  }));
}

async function* valuesOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { columns, answers }: XlsxTable,
): AsyncGenerator<CellValue[], void> {
  for await (const row of rows) {
    yield columns.map((column, place) => cellValue(row[place] ?? null, column, answers));
  }
}

async function wholeWorkbook(rows: CellValue[][], table: XlsxTable): Promise<Uint8Array> {
  const columns = columnDefs(table);
  const header = columns.map(({ header: title }) => title ?? '');
  return writeXlsx({
    sheets: [
      {
        name: table.sheet,
        columns,
        rows: [header, ...rows],
        freezePane: { rows: 1 },
        autoFilter: { range: rangeRef(0, 0, rows.length, Math.max(columns.length - 1, 0)) },
      },
    ],
  });
}

async function* chained<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/**
 * The bytes of an Excel workbook of typed cells, its header frozen and, up to `FILTERED_ROWS`,
 * filterable. Text stays text: a cell that begins with `=` is no formula there. A sheet that is
 * full goes on in a second one.
 */
export async function* xlsxBytes(
  rows: AsyncIterable<Row> | Iterable<Row>,
  table: XlsxTable,
): AsyncGenerator<Uint8Array> {
  const values = valuesOf(rows, table);
  const first: CellValue[][] = [];
  while (first.length <= FILTERED_ROWS) {
    const next = await values.next();
    if (next.done === true) {
      yield await wholeWorkbook(first, table);
      return;
    }
    first.push(next.value);
  }
  const stream = writeXlsxStream(chained(first, values), {
    name: table.sheet,
    columns: columnDefs(table),
    freezePane: { rows: 1 },
  });
  yield* stream;
}
