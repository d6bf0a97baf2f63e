import { type Child, type IsoDate, NO_VERSIONS, type Screening } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { childRow, screeningsInRow } from '@crece/storage/testing/rows';

/** The row that the store builds from a child and its screenings. */
export function rowOf(
  child: Child,
  screenings: readonly Screening[],
  today: IsoDate,
  pending = false,
): ChildRow {
  const inRow = screeningsInRow(screenings, child, today, NO_VERSIONS);
  return childRow(child, inRow, pending, today);
}
