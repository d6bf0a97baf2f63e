import { MAX_AGE_MONTHS, STANDING_FROM_MONTHS, UNDER_SIX_MONTHS } from '@crece/domain';
import { defineReport } from '../base/report.ts';
import { numberColumn } from '../base/table.ts';
import { screenedChildren } from './people.ts';
import type { ScreenedChild } from './reported-screenings.ts';
import { isAcuteStatus, summaryStatusOf } from './summary-status.ts';
import { type ListedChildRow, WHOM_TO_FIND } from './whom-to-find.ts';

/** Overdue from 7 completed months; a child without danger signs up to below 13. */
const OVERDUE_MONTHS = { from: 7, to: 13 } as const;

/** A child that only has low HAZ or WAZ is called back until this age. */
const CHRONIC_UNTIL_MONTHS = STANDING_FROM_MONTHS;

/**
 * Whether a child is called back: overdue, under 60 months, and by its newest screening acutely
 * malnourished, with oedema, with a red or yellow MUAC, with an open referral, or under 24 months and chronically
 * malnourished. Acute cases and cases with these signs stay listed however long ago they were seen.
 */
export function isOverdue(one: ScreenedChild): boolean {
  const { newest, age, monthsSince } = one;
  const { reading } = newest;
  if (age === null || age < UNDER_SIX_MONTHS || age >= MAX_AGE_MONTHS) return false;
  if (monthsSince < OVERDUE_MONTHS.from || one.standing().departure !== null) return false;
  const status = summaryStatusOf(reading);
  const hasSign =
    reading.includesSwelling || reading.muacBand === 'red' || reading.muacBand === 'yellow';
  if (isAcuteStatus(status) || hasSign || one.standing().referral !== null) return true;
  return status === 'Chronic' && age < CHRONIC_UNTIL_MONTHS && monthsSince < OVERDUE_MONTHS.to;
}

/** The children whose next screening is overdue. */
export const MISSED_SCREENING_REPORT = defineReport<ListedChildRow>(
  [numberColumn('age', ({ age }) => age), ...WHOM_TO_FIND],
  function* (records, context) {
    for (const one of screenedChildren(records, context)) {
      yield one !== null && isOverdue(one) ? { ...one, context } : null;
    }
  },
);
