import { CsvReader, type CsvRecord } from '../../csv/csv-reader.ts';
import { CliError } from '../cli-error.ts';

/** The columns that a command knows. */
export interface KnownColumns {
  /** Without these columns nothing can be computed. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A CSV file whose header is read and whose rows are not. */
export interface Table {
  /** Column names as written in the file. */
  readonly header: readonly string[];
  /** The index of each known column; absent if the file lacks it. */
  readonly places: ReadonlyMap<string, number>;
  readonly rows: AsyncIterable<readonly CsvRecord[]>;
}

const EXCERPT_CHARACTERS = 60;

async function* recordsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  // The decoder removes a byte order mark and replaces invalid UTF-8.
  const decoder = new TextDecoder('utf-8');
  const reader = new CsvReader();
  for await (const bytes of input) yield reader.push(decoder.decode(bytes, { stream: true }));
  yield [...reader.push(decoder.decode()), ...reader.end()];
}

/** Reads the header of a CSV file; refuses a file without the required columns. */
export async function openTable(
  input: AsyncIterable<Uint8Array>,
  columns: KnownColumns,
): Promise<Table> {
  const records = recordsOf(input);
  for await (const batch of { [Symbol.asyncIterator]: () => keepOpen(records) }) {
    const [first, ...others] = batch;
    if (first === undefined) continue;
    const header = first.cells.map((name) => name.trim());
    return {
      header,
      places: placesOf(first, header, columns),
      rows: (async function* () {
        yield others;
        yield* records;
      })(),
    };
  }
  throw new CliError('The file is empty: a header line with column names is needed.', 1);
}

/**
 * Leaving a loop over a generator would close it, but the rows after the header are still needed.
 */
function keepOpen<T>(generator: AsyncGenerator<T>): AsyncIterator<T> {
  return { next: () => generator.next() };
}

function placesOf(
  { problem, cells }: CsvRecord,
  header: readonly string[],
  { required, optional }: KnownColumns,
): Map<string, number> {
  const known = [...required, ...optional];
  const places = new Map<string, number>();
  header.forEach((written, place) => {
    const name = written.toLowerCase();
    if (!known.includes(name)) return;
    if (places.has(name)) throw new CliError(`The header has the column ${name} twice.`, 1);
    places.set(name, place);
  });
  const lacking = required.filter((name) => !places.has(name));
  if (problem === null && lacking.length === 0) return places;
  const excerpt = JSON.stringify(cells.join(', ').slice(0, EXCERPT_CHARACTERS));
  throw new CliError(
    places.size === 0
      ? `The first line has none of the columns ${known.join(', ')}: it begins with ${excerpt}. Is this a CSV file in UTF-8 with a header?`
      : `The header lacks the column${lacking.length > 1 ? 's' : ''} ${lacking.join(', ')}.`,
    1,
  );
}
