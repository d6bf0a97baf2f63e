import { csvLine, textOfSafeCell } from '@crece/reports/csv';
import type { Console } from '../console.ts';
import { CsvRow } from '../csv/row.ts';
import { type KnownColumns, openTable, type Table } from '../csv/table.ts';

/** A command that answers each row with a row. */
export interface RowCommand extends KnownColumns {
  /** The columns that it computes. */
  readonly outputs: readonly string[];
  /** Their cells for a row, in that order; adds messages to the row's problems. */
  readonly compute: (row: CsvRow) => readonly string[];
}

const ID = 'id';
const ERROR = 'error';

/**
 * Runs a command on a CSV file. The output has `id`, the computed columns, the unknown columns
 * unchanged, and last `error`, empty for a good row. Holds one piece of the file in memory.
 */
export async function runRowCommand(command: RowCommand, io: Console): Promise<void> {
  const table = await openTable(io.input, {
    required: command.required,
    optional: [ID, ...command.optional],
  });
  const passed = passedColumns(table, command);
  const idPlace = table.places.get(ID);
  const withId = idPlace === undefined ? [] : [ID];
  let text = csvLine([
    ...withId,
    ...command.outputs,
    ...passed.map((place) => table.header[place] ?? ''),
    ERROR,
  ]);
  let count = 0;
  for await (const records of table.rows) {
    const lines = records.map((record) => {
      const row = new CsvRow(record, table);
      const computed = command.compute(row);
      // A file that was written here before has its marks already.
      const cellAt = (place: number) => textOfSafeCell(row.cells[place] ?? '');
      const id = idPlace === undefined ? [] : [cellAt(idPlace)];
      const others = passed.map(cellAt);
      return csvLine([...id, ...computed, ...others, row.problems.join('; ')]);
    });
    count += lines.length;
    await io.write(text + lines.join(''));
    text = '';
  }
  if (count === 0) io.say('The file has a header but no rows.');
}

/** The columns that the command neither reads nor writes, in the order of the file. */
function passedColumns({ header, places }: Table, { outputs }: RowCommand): number[] {
  const read = new Set(places.values());
  const written = new Set([...outputs, ERROR].map((name) => name.toLowerCase()));
  return header.flatMap((name, place) =>
    read.has(place) || written.has(name.toLowerCase()) ? [] : [place],
  );
}
