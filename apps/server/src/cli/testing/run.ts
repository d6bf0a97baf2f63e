import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CsvReader } from '../../csv/csv-reader.ts';
import { runCli } from '../run-cli.ts';

/** The result of a command. */
export interface Answer {
  readonly exitCode: number;
  readonly output: string;
  /** The sentences on standard error. */
  readonly said: readonly string[];
  /** The output read as CSV, by column name. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly header: readonly string[];
}

/** Runs a command on a text that arrives in pieces, as through a pipe. */
export async function run(command: string, text: string, pieceBytes = 1000): Promise<Answer> {
  const bytes = new TextEncoder().encode(text);
  const written: string[] = [];
  const said: string[] = [];
  const exitCode = await runCli(command.split(' '), {
    input: (async function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        yield bytes.subarray(at, at + pieceBytes);
    })(),
    write: async (piece) => {
      written.push(typeof piece === 'string' ? piece : new TextDecoder().decode(piece));
    },
    say: (sentence) => said.push(sentence),
  });
  const output = written.join('');
  const [header = [], ...rows] = parseCsv(output);
  return {
    exitCode,
    output,
    said,
    header,
    rows: rows.map((cells) =>
      Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ''])),
    ),
  };
}

/** A CSV text as rows of cells. */
export function parseCsv(text: string): (readonly string[])[] {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}

const PACKAGES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'packages');

/** A golden file of the packages, e.g. `growth/zscores-dev`. */
export function readGoldenText(name: `${'growth' | 'domain'}/${string}`): string {
  const [folder = '', file = ''] = name.split('/');
  return readFileSync(join(PACKAGES, folder, 'test-data', `${file}.csv`), 'utf8');
}

/** A golden file as rows by column name. */
export function readGolden(name: `${'growth' | 'domain'}/${string}`): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(readGoldenText(name));
  return rows.map((cells) =>
    Object.fromEntries(header.map((column, place) => [column, cells[place] ?? ''])),
  );
}

/** Rows as CSV with the given columns in their order. */
export function csvOf(
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
  delimiter = ',',
): string {
  const lines = rows.map((row) => columns.map((name) => row[name] ?? '').join(delimiter));
  return [columns.join(delimiter), ...lines, ''].join('\n');
}
