import { futureDated, type IsoDate, type OpenVersions } from '@crece/domain';
import { childRow, screeningsInRow } from '../projection/rows.ts';
import type { ChildRow } from '../projection/types.ts';
import type { ChildFile } from './types.ts';

/** The versions of a child's file that wait for a choice. */
export function versionsOfFile({ versions }: Pick<ChildFile, 'versions'>): OpenVersions {
  return {
    child: () => versions?.child ?? [],
    screening: ({ _id }) => versions?.screenings.get(_id) ?? [],
  };
}

/**
 * The row of a child as its screenings up to the end of a day say it. Those dated after tomorrow stay:
 * nobody knows their day, and a danger that they show is not hidden.
 */
export function rowOfFile(file: ChildFile, day: IsoDate, today: IsoDate): ChildRow {
  const { child, pendingIds } = file;
  const versions = versionsOfFile(file);
  const until = file.screenings.filter(
    (screening) => screening.surveyDate <= day || futureDated(screening, today),
  );
  const screenings = screeningsInRow(until, child, day, versions);
  return childRow(
    child,
    { ...screenings, others: file.others },
    pendingIds.length > 0,
    day,
    versions,
  );
}
