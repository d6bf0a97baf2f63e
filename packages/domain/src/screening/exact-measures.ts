import { DAYS_PER_MONTH, type ExactMeasures } from '@crece/growth/exact';
import { daysBetween } from '../dates/calendar.ts';
import type { Screening } from '../entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { type AgedScreening, storedOverride } from './screening-age.ts';
import { usableMeasures } from './usable-measures.ts';

/** The fields of a stored screening that WHO's exact method uses. */
export type ExactlyMeasuredScreening = AgedScreening &
  Pick<Screening, 'height' | 'weight' | 'muac' | 'measured' | 'oedema'>;

/**
 * A stored screening as input of WHO's exact method. The age is the days from birth to survey date,
 * or an age override of N months times 30.4375. Implausible figures (see `usableMeasures`) count as
 * not measured. The age is negative for a survey date before birth; no score is calculated then.
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
