import { programmeZScores, roundZ } from '@crece/growth';
import { withoutUndefined } from '../base/optional.ts';
import type { Sex, StoredZScores } from '../fields/entities.ts';
import type { StoredScreening } from './stored-screening.ts';
import { Z_INDICES } from './stored-z-scores.ts';
import { usableMeasures } from './usable-measures.ts';

/** A stored index further from 0 than this was made from a height or weight that was not there. */
const IMPOSSIBLE_Z = 10;

/** What older systems took for a missing height (cm) and a missing weight (kg). */
const HEIGHT_WHEN_MISSING = 45;
const WEIGHT_WHEN_MISSING = 0;

/**
 * Whether a record comes from an older system: this application writes the version of its rules. One
 * that it has written since is known by what was told (`keepingCopy`).
 */
export function isOlderRecord({ rules, told }: Pick<StoredScreening, 'rules' | 'told'>): boolean {
  return rules === undefined || told?.reason === 'older-record';
}

/** The indices that an older system stored, also after this application has written the record. */
export function copiedFigures(screening: StoredScreening): StoredZScores {
  const { told, zScore } = screening;
  return told?.reason === 'older-record' ? told.zScore : zScore;
}

/** Whether a record of an older system holds indices without the measures that they come from. */
export function hasCopyOnly(screening: StoredScreening): boolean {
  if (!isOlderRecord(screening)) return false;
  const { height, weight } = usableMeasures(screening);
  const isComplete = height !== undefined && weight !== undefined;
  return !isComplete && Z_INDICES.some((index) => screening.zScore[index] !== null);
}

/**
 * The record about to be written in place of one of an older system, with the indices that came with
 * it: once the version of our rules stands on it, nothing else tells that they are a copy, and a
 * severe one must go on asking for a measure.
 */
export function keepingCopy<T extends StoredScreening>(before: StoredScreening, after: T): T {
  if (before.told !== undefined || !hasCopyOnly(before)) return after;
  const { zScore, status, actions, monthAge } = before;
  const told = { zScore, actions, ...withoutUndefined({ status, monthAge }) };
  return { ...after, told: { ...told, reason: 'older-record' } };
}

/** Whether MUAC is the only usable measure of a screening. */
export function isMuacAlone(screening: StoredScreening): boolean {
  const { height, weight, muac } = usableMeasures(screening);
  return muac !== undefined && height === undefined && weight === undefined;
}

/** Whether the stored indices are those of 45 cm and 0 kg, which nobody measured. */
function areOfNothing(zScore: StoredZScores, sex: Sex, ageMonths: number): boolean {
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
  const zScore = copiedFigures(screening);
  const isBeyond = Z_INDICES.some((index) => Math.abs(zScore[index] ?? 0) > IMPOSSIBLE_Z);
  return isBeyond || (ageMonths !== null && areOfNothing(zScore, sex, ageMonths));
}
