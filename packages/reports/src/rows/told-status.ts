import {
  type ReassessedScreening,
  type Screening,
  statusOf,
  storedAssessment,
  Z_INDICES,
  type ZscoreStatus,
} from '@crece/domain';

/**
 * The status that was told at a screening if it differs from the shown one: the status table
 * applied to the told figures (the stored ones if they were never replaced), at the age used then;
 * by MUAC when their WHZ is unknown. Undefined when no figure is stored.
 */
export function toldStatusOf(
  screening: Screening,
  shown: ReassessedScreening,
): ZscoreStatus | undefined {
  const { zScore, monthAge } = screening.told ?? storedAssessment(screening);
  if (Z_INDICES.every((index) => zScore[index] === null)) return undefined;
  const ageMonths = monthAge ?? screening.monthAge ?? shown.monthAge;
  const { zscoreStatus } = statusOf({ ageMonths, zScore, muac: screening.muac });
  return zscoreStatus === shown.zscoreStatus ? undefined : zscoreStatus;
}
