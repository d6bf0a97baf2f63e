import { programmeZScores, roundZ } from '@crece/growth';
import type { Sex } from '../entities.ts';
import type { StoredScreening } from './stored-screening.ts';
import { Z_INDICES } from './stored-z-scores.ts';
import { usableMeasures } from './usable-measures.ts';

/** A stored index further from 0 than this was made from a height or weight that was not there. */
const IMPOSSIBLE_Z = 10;

/** What older systems took for a missing height (cm) and a missing weight (kg). */
const HEIGHT_WHEN_MISSING = 45;
const WEIGHT_WHEN_MISSING = 0;

/** Whether a record comes from an older system: this application writes the version of its rules. */
export function isOlderRecord({ rules }: Pick<StoredScreening, 'rules'>): boolean {
  return rules === undefined;
}

/** Whether MUAC is the only usable measure of a screening. */
export function isMuacAlone(screening: StoredScreening): boolean {
  const { height, weight, muac } = usableMeasures(screening);
  return muac !== undefined && height === undefined && weight === undefined;
}

/** Whether the stored indices are those of 45 cm and 0 kg, which nobody measured. */
function areOfNothing({ zScore }: StoredScreening, sex: Sex, ageMonths: number): boolean {
  const { haz, waz, whz } = programmeZScores({
    sex,
    ageMonths,
    height: HEIGHT_WHEN_MISSING,
    weight: WEIGHT_WHEN_MISSING,
  });
  const expected = { ha: haz.z, wa: waz.z, wl: whz.z };
  if (expected.ha === null) return false;
  return Z_INDICES.every((index) => {
    const of = expected[index];
    const isFigure = of !== null && Number.isFinite(of);
    return zScore[index] === (isFigure ? roundZ(of) : null);
  });
}

/**
 * Whether the stored indices of a screening count for nothing: in a record of an older system, when
 * any of them lies beyond ±10, or when the three are what 45 cm and 0 kg give. Older systems stored
 * such figures for a screening by MUAC alone.
 */
export function copyDoesNotCount(
  screening: StoredScreening,
  sex: Sex,
  ageMonths: number | null,
): boolean {
  if (!isOlderRecord(screening)) return false;
  const isBeyond = Z_INDICES.some((index) => Math.abs(screening.zScore[index] ?? 0) > IMPOSSIBLE_Z);
  return isBeyond || (ageMonths !== null && areOfNothing(screening, sex, ageMonths));
}
