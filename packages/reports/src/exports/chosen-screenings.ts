import { futureDated, type IsoDate, newestScreening, type Screening } from '@crece/domain';
import type { ChildRecords } from '../unit-records.ts';

/** Each child once with its newest screening, or every screening. */
export const EXPORTED_SCREENINGS = ['newest', 'all'] as const;
export type ExportedScreenings = (typeof EXPORTED_SCREENINGS)[number];

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
