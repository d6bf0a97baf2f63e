/** One row of a CSV file by column name. */
export type TableRow = ReadonlyMap<string, string>;

/** The rows of a CSV file below its header. */
export function tableRows([header = [], ...rows]: readonly (readonly string[])[]): TableRow[] {
  return rows.map((row) => new Map(header.map((name, place) => [name, row[place] ?? ''])));
}

/** The rows of each unit, in the order of the file. */
export function byUnit(rows: readonly TableRow[]): TableRow[][] {
  const units = new Map<string, TableRow[]>();
  for (const row of rows) {
    const unit = row.get('stake') ?? row.get('Stake') ?? '';
    const known = units.get(unit);
    if (known === undefined) units.set(unit, [row]);
    else known.push(row);
  }
  return [...units.values()];
}
