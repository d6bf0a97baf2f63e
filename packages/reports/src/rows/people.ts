import { type Child, futureDated, type IsoDate } from '@crece/domain';
import type { RowContext } from '../base/report.ts';
import type { ChildRecords, ReportRecords } from '../base/report-records.ts';
import { type ScreenedChild, screenedChild } from './reported-screenings.ts';
import { rowOrder, type Sorted, sortedBy } from './sorting.ts';

function sortedChild(child: Child, date: IsoDate | undefined): Sorted {
  const { _id: id, firstName, lastName, ward, memberStatus } = child;
  return { id, firstName, lastName, ward, memberStatus, date };
}

/** The children of a unit in row order, including those without screenings; in steps of work. */
export function childrenInOrder(
  { children }: ReportRecords,
  { sort, today, words }: RowContext,
): Generator<null, readonly ChildRecords[]> {
  return sortedBy(
    children,
    ({ child, screenings }) =>
      sortedChild(child, screenings.find((one) => !futureDated(one, today))?.surveyDate),
    rowOrder(sort, words.language),
  );
}

/** The children of a unit with a newest screening, in row order; null for each other child. */
export function* screenedChildren(
  records: ReportRecords,
  context: RowContext,
): Generator<ScreenedChild | null> {
  for (const one of yield* childrenInOrder(records, context)) {
    yield screenedChild(one, context.today, context.rules);
  }
}
