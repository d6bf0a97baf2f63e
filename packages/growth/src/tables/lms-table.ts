import type { Lms } from '../base/lms.ts';

/**
 * Units per one in a packed column. WHO prints L and M with at most four decimals and S with at
 * most five, so whole numbers of these units keep every digit.
 */
export const LMS_UNITS = { l: 10_000, m: 10_000, s: 100_000 } as const;

/**
 * A table in the form in which it is shipped: each column holds the second differences of its
 * figures, in units.
 */
export interface PackedLmsTable {
  readonly first: number;
  readonly step: number;
  readonly l: string;
  readonly m: string;
  readonly s: string;
}

/** A growth table: row k belongs to `first + k × step` months or centimetres. */
export interface LmsTable {
  readonly first: number;
  readonly step: number;
  readonly rows: readonly Lms[];
}

const SMALL_BENDS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * One second difference as text: `a` to `z` are 0 to 25, `B` to `Z` are −1 to −25, any other number
 * is in parentheses. Most figures of a daily table then take one character.
 */
export function bendText(bend: number): string {
  const letter = SMALL_BENDS[Math.abs(bend)];
  if (letter === undefined) return `(${bend})`;
  return bend < 0 ? letter.toUpperCase() : letter;
}

function bendOf(text: string): number {
  if (text.startsWith('(')) return Number(text.slice(1, -1));
  const size = SMALL_BENDS.indexOf(text.toLowerCase());
  return text < 'a' ? -size : size;
}

/** The second differences of a packed column: `'fDa3(-40)'` is 5, −3, 0, 0, 0, −40. */
export function bendsOf(column: string): number[] {
  const words = column.matchAll(/([a-zA-Z]|\(-?\d+\))(\d*)/g);
  return [...words].flatMap(([, bend = '', times]) =>
    new Array<number>(Number(times || 1)).fill(bendOf(bend)),
  );
}

function unpack(column: string, unitsPerOne: number): number[] {
  let slope = 0;
  let units = 0;
  return bendsOf(column).map((bend) => {
    slope += bend;
    units += slope;
    // Dividing two whole numbers gives the double nearest to the printed decimal, the same as
    // parsing the decimal; multiplying by 0.0001 would not.
    return units / unitsPerOne;
  });
}

/** Unpacks a table, e.g. `m: '(498842)(-450440)…'` begins 49.8842, 54.7244. */
export function unpackLmsTable({ first, step, l, m, s }: PackedLmsTable): LmsTable {
  const medians = unpack(m, LMS_UNITS.m);
  const powers = unpack(l, LMS_UNITS.l);
  const spreads = unpack(s, LMS_UNITS.s);
  const rows = medians.map((median, index) => {
    const power = powers[index];
    const spread = spreads[index];
    if (power === undefined || spread === undefined) throw new Error(`no L or S in row ${index}`);
    return { l: power, m: median, s: spread };
  });
  return { first, step, rows };
}

/** The row at exactly `at`, or null outside the table. */
export function lmsAt(table: LmsTable, at: number): Lms | null {
  return table.rows[(at - table.first) / table.step] ?? null;
}
