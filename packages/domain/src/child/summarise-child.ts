import type { ChildSummary } from '../entities.ts';
import { withoutUndefined } from '../optional.ts';
import { newestScreening, type OrderedScreening } from '../screening/order.ts';
import { type ReadableScreening, readScreening } from '../screening/read-screening.ts';

/**
 * The derived fields of a child from all its screenings; the newest decides, and no clock is asked.
 * Without a screening there are none: "not screened" is not "normal".
 */
export function summariseChild(
  screenings: readonly (OrderedScreening & ReadableScreening)[],
): ChildSummary {
  const newest = newestScreening(screenings);
  if (newest === null) return {};
  const { zscoreStatus, statusColor, supType, bmi, obese } = readScreening(newest);
  return withoutUndefined({
    zscoreStatus,
    statusColor,
    lastScreening: newest._id,
    supType,
    // A summary's BMI comes with its verdict or not at all: without a row for the age both are absent.
    bmi: obese === undefined ? undefined : bmi,
    obese,
  });
}
