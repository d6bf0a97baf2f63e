import {
  type Child,
  compareWithTold,
  type IsoDate,
  readContested,
  type Screening,
  type ScreeningWithDifference,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';

/** What of a child's file its screenings are read from. */
export type ScreeningsFile = Pick<ChildFile, 'child' | 'screenings' | 'versions'>;

/** A screening as it is shown: by its measures, and by the severest candidate while a choice is open. */
export interface ScreeningEntry {
  /** As stored, but for contested values: those of the candidate that is shown. */
  readonly screening: Screening;
  readonly child: Child;
  readonly reading: ScreeningWithDifference;
  /** Two versions of the screening or the child wait for a choice. */
  readonly isContested: boolean;
  /** The choice decides what is to be done. */
  readonly isUndecided: boolean;
  /** While contested: the first day on which food may be named. */
  readonly foodFrom?: IsoDate;
}

/** Reads one screening of a child's file. */
export function screeningEntry(
  { child, screenings, versions }: ScreeningsFile,
  screening: Screening,
): ScreeningEntry {
  const others = versions?.screenings.get(screening._id) ?? [];
  const children = versions?.child ?? [];
  if (others.length === 0 && children.length === 0) {
    const reading = compareWithTold(screening, child, screenings);
    return { screening, child, reading, isContested: false, isUndecided: false };
  }
  const worst = readContested([screening, ...others], [child, ...children], screenings);
  return { ...worst, isContested: true };
}

/** Reads all screenings of a child's file, in their order. */
export function screeningEntries(file: ScreeningsFile): readonly ScreeningEntry[] {
  return file.screenings.map((screening) => screeningEntry(file, screening));
}
