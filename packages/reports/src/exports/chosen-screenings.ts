import {
  type ExportedScreenings,
  futureDated,
  type IsoDate,
  newestScreening,
  type Screening,
} from '@crece/domain';
import type { ChildRecords } from '../base/report-records.ts';

/** The screenings of a child for an export; one dated after tomorrow is left out. */
export function chosenScreenings(
  { screenings }: ChildRecords,
  which: ExportedScreenings,
  today: IsoDate,
): readonly Screening[] {
  if (which === 'all') return screenings.filter((screening) => !futureDated(screening, today));
  const newest = newestScreening(screenings, today);
  return newest === null ? [] : [newest];
}
