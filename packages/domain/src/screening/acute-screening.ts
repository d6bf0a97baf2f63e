import { Z_LINES } from '../base/limits.ts';
import type { AssessedChild } from './assess-measures.ts';
import { type ReassessedScreening, reassessScreening } from './compare-with-told.ts';
import { decidingMuacBand, muacBandOf } from './muac.ts';
import { type ScreeningFigures, screeningFigures } from './screening-figures.ts';
import { isRefer, screeningMark } from './screening-mark.ts';
import type { StoredScreening } from './stored-screening.ts';

/**
 * Whether a screening has a finding that requires follow-up: acute evidence, oedema or a red MUAC.
 */
export function isAcuteScreening(reading: ReassessedScreening): boolean {
  return isRefer(screeningMark(reading)) || reading.evidence.level === 'moderate';
}

/**
 * The same answer for a stored screening, always equal to `isAcuteScreening(reassessScreening(…))`.
 * It calculates only what decides, because lists ask about every screening of a unit.
 */
export function isAcuteStored(
  screening: StoredScreening,
  child: AssessedChild,
  figures: ScreeningFigures = screeningFigures(screening, child),
): boolean {
  if (screening.oedema === true) return true;
  const { ageMonths, isComplete, whz } = figures;
  // Without an age there is no z-score and no MUAC band.
  if (ageMonths === null) return false;
  // A stored figure that replaces a missing measure is judged as it is read.
  if (!isComplete && screening.zScore.wl !== null) {
    // The stored figure may stand in for the missing measure. Whether the screening is the first
    // affects only class and actions.
    return isAcuteScreening(reassessScreening(screening, child, false));
  }
  if (muacBandOf(screening.muac, ageMonths) === 'red') return true;
  if (whz !== null) return whz < Z_LINES.moderate;
  return decidingMuacBand(screening.muac, ageMonths) === 'yellow';
}
