import type { Lms } from '../lms.ts';

/**
 * Units that one is divided into in a packed column. WHO prints L and M with at most four decimals
 * and S with at most five, so whole numbers of these units keep every digit.
 */
export const LMS_UNITS = { l: 10_000, m: 10_000, s: 100_000 } as const;

/** A table as it is shipped: each column is the second differences of its figures, in units. */
export interface PackedLmsTable {
  readonly first: number;
  readonly step: number;
  readonly l: string;
  readonly m: string;
  readonly s: string;
}

/** A growth table: row k stands at `first + k × step` months or centimetres. */
export interface LmsTable {
  readonly first: number;
  readonly step: number;
  readonly rows: readonly Lms[];
}

/** The second differences of a packed column: `'5 -3 0x3'` is 5, −3, 0, 0, 0. */
export function bendsOf(column: string): number[] {
  return column.split(' ').flatMap((word) => {
    const [bend, times = 1] = word.split('x');
    return new Array<number>(Number(times)).fill(Number(bend));
  });
}

function unpack(column: string, unitsPerOne: number): number[] {
  let slope = 0;
  let units = 0;
  return bendsOf(column).map((bend) => {
    slope += bend;
    units += slope;
    // A division of two whole numbers gives the double nearest to the printed decimal, exactly
    // what reading the decimal itself gives; a multiplication by 0.0001 would not.
    return units / unitsPerOne;
  });
}

/** Reads a packed table, e.g. `m: '498842 -450440 …'` begins 49.8842, 54.7244. */
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

/** The row that stands at exactly `at`, or null where the table has none. */
export function lmsAt(table: LmsTable, at: number): Lms | null {
  return table.rows[(at - table.first) / table.step] ?? null;
}
