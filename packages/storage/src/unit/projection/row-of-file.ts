import type { IsoDate, OpenVersions } from '@crece/domain';
import type { ChildFile } from '../writes/types.ts';
import { childRow, screeningsInRow } from './rows.ts';
import type { ChildRow } from './types.ts';

/** The versions of a child's file that wait for a choice. */
export function versionsOfFile({ versions }: Pick<ChildFile, 'versions'>): OpenVersions {
  return {
    child: () => versions?.child ?? [],
    screening: ({ _id }) => versions?.screenings.get(_id) ?? [],
  };
}

/** The row of a child as its screenings up to the end of a day say it. */
export function rowOfFile(file: ChildFile, day: IsoDate): ChildRow {
  const { child, pendingIds } = file;
  const versions = versionsOfFile(file);
  const until = file.screenings.filter(({ surveyDate }) => surveyDate <= day);
  const screenings = screeningsInRow(until, child, day, versions);
  return childRow(child, screenings, pendingIds.length > 0, day, versions);
}
