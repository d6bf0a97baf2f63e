import { bendsOf, LMS_UNITS, type PackedLmsTable } from '../tables/lms-table.ts';

/**
 * A growth table as columns of numbers: row k belongs to `first + k / perUnit` days or centimetres.
 */
export interface LmsColumns {
  readonly first: number;
  readonly perUnit: number;
  readonly last: number;
  readonly l: Float64Array;
  readonly m: Float64Array;
  readonly s: Float64Array;
}

function unpack(column: string, unitsPerOne: number): Float64Array {
  let slope = 0;
  let units = 0;
  return Float64Array.from(bendsOf(column), (bend) => {
    slope += bend;
    units += slope;
    // Dividing whole numbers gives the double nearest to the printed decimal (see lms-table.ts).
    return units / unitsPerOne;
  });
}

/** Unpacks a table into columns, for calculation without an object per row. */
export function unpackLmsColumns(packed: PackedLmsTable): LmsColumns {
  const m = unpack(packed.m, LMS_UNITS.m);
  const perUnit = Math.round(1 / packed.step);
  return {
    first: packed.first,
    perUnit,
    last: packed.first + (m.length - 1) / perUnit,
    l: unpack(packed.l, LMS_UNITS.l),
    m,
    s: unpack(packed.s, LMS_UNITS.s),
  };
}
