interface Row {
  id: string;
  searchKey: string;
}

/** Lists are sorted by the folded name, then by id. */
export function compareRows(a: Row, b: Row): number {
  if (a.searchKey !== b.searchKey) return a.searchKey < b.searchKey ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** With more changed rows than this, sorting all rows again is faster than inserting each. */
const PLACED_ONE_BY_ONE = 50;

/** Index of the first row that is not before the given one. */
function placeOf<R extends Row>(rows: readonly R[], row: Row): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = rows[middle];
    if (there !== undefined && compareRows(there, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A row before and after a change; one of them may be missing. */
export interface RowChange<R> {
  before: R | undefined;
  after: R | undefined;
}

/** The sorted rows after changes: a new array in which unchanged rows are the same objects. */
export function applyToSorted<R extends Row>(
  rows: readonly R[],
  changes: readonly RowChange<R>[],
): readonly R[] {
  if (changes.length === 0) return rows;
  if (changes.length > PLACED_ONE_BY_ONE) {
    const gone = new Set(changes.map(({ before }) => before));
    const kept = rows.filter((row) => !gone.has(row));
    for (const { after } of changes) if (after !== undefined) kept.push(after);
    return kept.sort(compareRows);
  }
  const changed = [...rows];
  for (const { before, after } of changes) {
    if (before !== undefined) changed.splice(placeOf(changed, before), 1);
    if (after !== undefined) changed.splice(placeOf(changed, after), 0, after);
  }
  return changed;
}
