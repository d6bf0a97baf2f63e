import type { RowContext } from '../base/report.ts';
import { type ColumnOf, numberColumn, textColumn } from '../base/table.ts';
import { alertCell } from './alerts.ts';
import { openReferralCell } from './open-referral.ts';
import type { ScreenedChild } from './reported-screenings.ts';

/** A row of a list for work by hand. */
export interface ListedChildRow extends ScreenedChild {
  readonly context: RowContext;
}

/** Who to look for, where, and how urgently: the last columns of both such lists. */
export const WHOM_TO_FIND: readonly ColumnOf<ListedChildRow>[] = [
  textColumn('firstName', ({ child }) => child.firstName),
  textColumn('lastName', ({ child }) => child.lastName),
  textColumn('ward', ({ child }) => child.ward),
  textColumn('mother', ({ child }) => child.mother),
  numberColumn('months since last screening', ({ monthsSince }) => monthsSince),
  textColumn('country', ({ context }) => context.unit.countryName),
  textColumn('stake', ({ context }) => context.unit.stakeName),
  textColumn('alert', ({ newest, context }) => alertCell(newest.reading, context.words)),
  textColumn('openReferral', (row) => openReferralCell(row.standing(), row.context.words)),
];
