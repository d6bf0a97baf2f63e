import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

interface WholeNames {
  /** The first child of each name, by its folded text. */
  readonly first: ReadonlyMap<string, ChildRow>;
  /** The names of more than one child. */
  readonly several: ReadonlySet<string>;
}

// A unit's rows are the same array until one of them changes.
const known = new WeakMap<readonly ChildRow[], WholeNames>();

function namesIn(rows: readonly ChildRow[]): WholeNames {
  const before = known.get(rows);
  if (before !== undefined) return before;
  const first = new Map<string, ChildRow>();
  const several = new Set<string>();
  for (const row of rows) {
    for (const { searchKey } of [row, ...(row.others ?? [])]) {
      const other = first.get(searchKey);
      if (other === undefined) first.set(searchKey, row);
      else if (other !== row) several.add(searchKey);
    }
  }
  const names = { first, several };
  known.set(rows, names);
  return names;
}

/**
 * A typed name as rows store it, in the order in which it is said: of `Pérez Ñusta, Rosa` the part
 * before the comma is the last name.
 */
export function wholeNameKey(typed: string): string {
  const [last = '', ...first] = typed.split(',');
  return foldText([...first, last].join(' '));
}

/**
 * A child whose whole name, in one of its records, is the typed one, however it is split, without case
 * and accents.
 */
export function namesakeOf(typed: string, rows: readonly ChildRow[]): ChildRow | undefined {
  const key = wholeNameKey(typed);
  return key === '' ? undefined : namesIn(rows).first.get(key);
}

/** Whether another child of `rows` has the whole name of this one. */
export const hasNamesake = ({ searchKey }: ChildRow, rows: readonly ChildRow[]): boolean =>
  namesIn(rows).several.has(searchKey);
