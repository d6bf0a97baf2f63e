import {
  type Child,
  type IsoDate,
  readContested,
  readVisit,
  type Screening,
  type VisitReading,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';

/** What of a child's file its visits are read from. */
export type VisitsFile = Pick<ChildFile, 'child' | 'screenings' | 'versions'>;

/** A visit as it is shown: by its measures, and by the severest candidate while a choice is open. */
export interface ReadVisit {
  /** As stored, but for contested values: those of the candidate that is shown. */
  readonly screening: Screening;
  readonly child: Child;
  readonly reading: VisitReading;
  /** Two versions of the visit or the child wait for a choice. */
  readonly isContested: boolean;
  /** The choice decides what is to be done. */
  readonly isUndecided: boolean;
  /** While contested: the first day on which food may be named. */
  readonly foodFrom?: IsoDate;
}

/** Reads one visit of a child's file. */
export function readOneVisit(
  { child, screenings, versions }: VisitsFile,
  screening: Screening,
): ReadVisit {
  const others = versions?.screenings.get(screening._id) ?? [];
  const children = versions?.child ?? [];
  if (others.length === 0 && children.length === 0) {
    const reading = readVisit(screening, child, screenings);
    return { screening, child, reading, isContested: false, isUndecided: false };
  }
  const worst = readContested([screening, ...others], [child, ...children], screenings);
  return { ...worst, isContested: true };
}

/** Reads all visits of a child's file, in their order. */
export function readVisits(file: VisitsFile): readonly ReadVisit[] {
  return file.screenings.map((screening) => readOneVisit(file, screening));
}
