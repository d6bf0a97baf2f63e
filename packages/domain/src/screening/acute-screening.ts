import { programmeWhz, roundZ } from '@crece/growth';
import { Z_LINES } from '../limits.ts';
import { type AssessedChild, usableAge } from './assess-measures.ts';
import { type ReassessedScreening, reassessScreening } from './compare-with-told.ts';
import { decidingMuacBand, muacBandOf } from './muac.ts';
import { ageAtScreening } from './screening-age.ts';
import { isRefer, screeningMark } from './screening-mark.ts';
import type { StoredScreening } from './stored-screening.ts';
import { usableMeasures } from './usable-measures.ts';

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
export function isAcuteStored(screening: StoredScreening, child: AssessedChild): boolean {
  if (screening.oedema === true) return true;
  const ageMonths = usableAge(ageAtScreening(screening, child)?.ageMonths ?? null);
  // Without an age there is no z-score and no MUAC band.
  if (ageMonths === null) return false;
  const { height, weight } = usableMeasures(screening);
  const isComplete = height !== undefined && weight !== undefined;
  // A stored figure that replaces a missing measure is judged as it is read.
  if (!isComplete && screening.zScore.wl !== null) {
    // The stored figure may stand in for the missing measure. Whether the screening is the first
    // affects only class and actions.
    return isAcuteScreening(reassessScreening(screening, child, false));
  }
  if (muacBandOf(screening.muac, ageMonths) === 'red') return true;
  const { z } = programmeWhz({ sex: child.gender, ageMonths, height, weight });
  if (z !== null) return roundZ(z) < Z_LINES.moderate;
  return decidingMuacBand(screening.muac, ageMonths) === 'yellow';
}
