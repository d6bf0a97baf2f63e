import { withoutUndefined } from '../base/optional.ts';
import type { ChildSummary } from '../fields/entities.ts';
import type { AssessedChild } from '../screening/assess-measures.ts';
import { compareWithTold } from '../screening/compare-with-told.ts';
import { newestScreening } from '../screening/order.ts';
import type { StoredScreening } from '../screening/stored-screening.ts';

/**
 * Calculates the derived fields of a child from all its reassessed screenings. The newest one
 * decides; the clock is not used. Without a screening no fields are set: "not screened" differs
 * from "normal".
 */
export function summariseChild(
  child: AssessedChild,
  screenings: readonly StoredScreening[],
): ChildSummary {
  const newest = newestScreening(screenings);
  if (newest === null) return {};
  const { zscoreStatus, statusColor, supType, bmi, obese } = compareWithTold(
    newest,
    child,
    screenings,
  );
  return withoutUndefined({
    zscoreStatus,
    statusColor,
    lastScreening: newest._id,
    supType,
    bmi,
    obese,
  });
}
