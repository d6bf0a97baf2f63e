import {
  type ReassessedScreening,
  type Screening,
  statusOf,
  storedAssessment,
  Z_INDICES,
  type ZscoreStatus,
} from '@crece/domain';

/**
 * The status that was told at a screening, where it is another than the one shown: the status table read
 * with the told figures (the stored ones where none were written over), at the age that they went by;
 * MUAC where their weight for height is unknown. Absent where no figure is stored.
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
