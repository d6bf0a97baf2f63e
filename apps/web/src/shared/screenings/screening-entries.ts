import {
  type Child,
  compareWithTold,
  type IsoDate,
  readContested,
  type Screening,
  type ScreeningWithDifference,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';

/** The data of a child that its screenings need. */
export type ScreeningsFile = Pick<ChildFile, 'child' | 'others' | 'screenings' | 'versions'>;

/** A screening as it is shown: reassessed, and while in conflict as its most severe candidate. */
export interface ScreeningEntry {
  /** As stored, except for values in conflict: those of the shown candidate. */
  readonly screening: Screening;
  readonly child: Child;
  readonly reading: ScreeningWithDifference;
  /** Two versions of the screening or the child are in conflict. */
  readonly isContested: boolean;
  /** The candidates need different care. */
  readonly isUndecided: boolean;
  /** In a conflict: the first day on which food may be named. */
  readonly foodFrom?: IsoDate;
}

/** The entry of one screening of a child. */
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

/** The entries of all screenings of a child, in their order. */
export function screeningEntries(file: ScreeningsFile): readonly ScreeningEntry[] {
  return file.screenings.map((screening) => screeningEntry(file, screening));
}
