import type { Row } from '../base/table.ts';
import { filterRange, sheetWriter, type XlsxTable } from './sheet-xml.ts';
import { partsBehind, sheetPath, XML_HEAD } from './workbook-parts.ts';
import { type ZipEntry, zipped } from './zip.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * The limits of a sheet: rows including the header (Excel), and bytes in a zip without extensions.
 */
const MOST_OF_SHEET = { rows: 1_048_576, bytes: 3_500_000_000 } as const;

/**
 * The text of a sheet is compressed in chunks of about this length: some milliseconds of work each.
 */
const PIECE_CHARACTERS = 64 * 1024;

async function* each<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The sheets in order, as many as the rows need, then the parts that list them. */
async function* entriesOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  table: XlsxTable,
  most: { readonly rows: number; readonly bytes: number },
): AsyncGenerator<ZipEntry> {
  const encoder = new TextEncoder();
  const writer = sheetWriter(table);
  const source = each(rows);
  const ranges: string[] = [];
  let next = await source.next();

  async function* sheet(): AsyncGenerator<Uint8Array> {
    let text = writer.head;
    let bytes = 0;
    let count = 1;
    while (next.done !== true && count < most.rows && bytes < most.bytes) {
      count += 1;
      text += writer.row(next.value, count);
      next = await source.next();
      if (text.length < PIECE_CHARACTERS) continue;
      const piece = encoder.encode(text);
      bytes += piece.length;
      yield piece;
      text = '';
    }
    ranges.push(filterRange(table, count));
    yield encoder.encode(text + writer.tail(count));
  }

  try {
    do yield { path: sheetPath(ranges.length), bytes: sheet() };
    while (next.done !== true);
  } finally {
    await source.return(undefined);
  }
  for (const [path, xml] of partsBehind(table, ranges)) {
    yield { path, bytes: [encoder.encode(XML_HEAD + xml)] };
  }
}

/**
 * The bytes of an Excel workbook with typed cells and a frozen, filterable header, in constant
 * memory and small steps of work. Text stays text: a cell that begins with `=` is not a formula.
 * Rows beyond a full sheet go to the next one; `most` is for tests.
 */
export function xlsxBytes(
  rows: AsyncIterable<Row> | Iterable<Row>,
  table: XlsxTable,
  most: { readonly rows: number; readonly bytes: number } = MOST_OF_SHEET,
): AsyncGenerator<Uint8Array> {
  return zipped(entriesOf(rows, table, most));
}
