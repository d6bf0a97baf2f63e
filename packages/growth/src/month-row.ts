/** The last month in WHO's month tables. */
const LAST_MONTH = 60;

/**
 * The row of the month tables for an age: rounded half up to a whole month, 0 to 60, else null.
 *
 * 23.49 gives 23, 23.5 gives 24, 60.49 gives 60, 60.5 gives null.
 */
export function monthRow(ageMonths: number): number | null {
  if (!(ageMonths >= 0)) return null;
  const month = Math.round(ageMonths);
  return month <= LAST_MONTH ? month : null;
}
