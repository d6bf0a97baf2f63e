import { createReadStream } from 'node:fs';
import { CsvReader, type CsvRecord } from '../../csv/csv-reader.ts';
import type { SourceRow } from './source-row.ts';
import type { Encoding } from './text-encoding.ts';

const rowOf = ({ row, cells, problem }: CsvRecord): SourceRow => ({
  row,
  cells,
  isBroken: problem !== null,
});

/** The line before the headings by which a file tells Excel its delimiter; Excel does not show it. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i;

/** Whether the lines of a text end by CR alone, as in "CSV (Macintosh)" of Excel. */
function endsLinesByReturn(start: string): boolean {
  return start.includes('\r') && !start.includes('\n');
}

/** The pieces of the text, decoded, with LF as the end of each line. */
async function* pieces(path: string, encoding: Encoding): AsyncGenerator<string> {
  // The decoder removes a byte order mark; invalid bytes become U+FFFD.
  const decoder = new TextDecoder(encoding);
  let isByReturn: boolean | null = null;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    isByReturn ??= endsLinesByReturn(text);
    yield isByReturn ? text.replaceAll('\r', '\n') : text;
  }
  yield decoder.decode();
}

/** The rows of a CSV file; at most one chunk is in memory. */
export async function* textRows(path: string, encoding: Encoding): AsyncGenerator<SourceRow> {
  let reader: CsvReader | null = null;
  for await (const piece of pieces(path, encoding)) {
    const hint: RegExpExecArray | null = reader === null ? DELIMITER_LINE.exec(piece) : null;
    reader ??= new CsvReader(hint?.[1] ?? null);
    for (const record of reader.push(piece.slice(hint?.[0].length ?? 0))) yield rowOf(record);
  }
  for (const record of reader?.end() ?? []) yield rowOf(record);
}
