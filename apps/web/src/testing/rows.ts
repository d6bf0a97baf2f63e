import type { Child, IsoDate, Screening } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { childRow, screeningsInRow } from '@crece/storage/testing/rows';

/** The row that the store builds from a child and its screenings. */
export function rowOf(
  child: Child,
  screenings: readonly Screening[],
  today: IsoDate,
  pending = false,
): ChildRow {
  return childRow(child, screeningsInRow(screenings, child, today), pending);
}
