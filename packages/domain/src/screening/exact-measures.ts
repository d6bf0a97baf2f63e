import { DAYS_PER_MONTH, type ExactMeasures } from '@crece/growth/exact';
import { daysBetween } from '../dates/calendar.ts';
import type { Screening } from '../entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { type AgedScreening, storedOverride } from './screening-age.ts';
import { usableMeasures } from './usable-measures.ts';

/** What of a stored screening WHO's exact method reads. */
export type ExactlyMeasuredScreening = AgedScreening &
  Pick<Screening, 'height' | 'weight' | 'muac' | 'measured' | 'oedema'>;

/**
 * A stored screening as WHO's exact method takes it: the age in days from birth to survey date, or an
 * age override of N months times 30.4375; figures that are no child's (`usableMeasures`) are not
 * measured. The age is negative for a survey date before birth: no score is computed then.
 */
export function exactMeasuresOf(
  screening: ExactlyMeasuredScreening,
  child: AssessedChild,
): ExactMeasures & { readonly ageDays: number } {
  const override = storedOverride(screening);
  const { height, weight, muac } = usableMeasures(screening);
  return {
    sex: child.gender,
    ageDays:
      override === undefined
        ? daysBetween(child.birthDate, screening.surveyDate)
        : override * DAYS_PER_MONTH,
    height,
    weight,
    muac,
    measured: screening.measured,
    oedema: screening.oedema,
  };
}
