import { createReadStream } from 'node:fs';
import { CsvReader, type CsvRecord } from '../../csv/csv-reader.ts';
import type { SourceRow } from './source-row.ts';
import type { Encoding } from './text-encoding.ts';

const rowOf = ({ cells, problem }: CsvRecord): SourceRow => ({
  cells,
  isBroken: problem !== null,
});

/** The rows of a CSV file; at most one chunk is in memory. */
export async function* textRows(path: string, encoding: Encoding): AsyncGenerator<SourceRow> {
  // The decoder removes a byte order mark; invalid bytes become U+FFFD.
  const decoder = new TextDecoder(encoding);
  const reader = new CsvReader();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const records = reader.push(decoder.decode(chunk, { stream: true }));
    for (const record of records) yield rowOf(record);
  }
  for (const record of [...reader.push(decoder.decode()), ...reader.end()]) yield rowOf(record);
}
