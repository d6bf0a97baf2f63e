import { DAYS_PER_MONTH } from '@crece/growth';
import type { ExactMeasures } from '@crece/growth/exact';
import { daysBetween } from '../dates/calendar.ts';
import type { Screening } from '../fields/entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { isMeasured } from './measured.ts';
import { type AgedScreening, storedOverride } from './screening-age.ts';
import { usableMeasures } from './usable-measures.ts';

/** The fields of a stored screening that WHO's exact method uses. */
export type ExactlyMeasuredScreening = AgedScreening &
  Pick<Screening, 'height' | 'weight' | 'muac' | 'measured' | 'oedema'>;

/** The input of WHO's exact method; the age is known, but negative before birth. */
export type MeasuredExactly = ExactMeasures & { readonly ageDays: number };

const given = (figure: number | undefined) => (isMeasured(figure) ? figure : undefined);

/**
 * A screening as input of WHO's exact method, with every figure as it is stored. For whatever
 * judges the measuring itself, or hands the records to somebody who does: the survey file for
 * WHO's analyser, the desk's flags and its check of quality. An implausible figure is flagged
 * there; if it were dropped here, it would count as not measured. (A stored 0 is no figure.)
 *
 * The age is the days from birth to survey date, or an age override of N months times 30.4375; it
 * is negative for a survey date before birth, and no score is calculated then.
 */
export function storedExactMeasures(
  screening: ExactlyMeasuredScreening,
  child: AssessedChild,
): MeasuredExactly {
  const { surveyDate, height, weight, muac, measured, oedema } = screening;
  const override = storedOverride(screening);
  const ageDays =
    override === undefined ? daysBetween(child.birthDate, surveyDate) : override * DAYS_PER_MONTH;
  return {
    sex: child.gender,
    ageDays,
    height: given(height),
    weight: given(weight),
    muac: given(muac),
    measured,
    oedema,
  };
}

/**
 * The same, but a figure that cannot be right (see `usableMeasures`) counts as not measured. For
 * whatever says something of the child: screens, the report's `who_*`, DHIS2, FHIR.
 */
export function plausibleExactMeasures(
  screening: ExactlyMeasuredScreening,
  child: AssessedChild,
): MeasuredExactly {
  const { height, weight, muac } = usableMeasures(screening);
  return { ...storedExactMeasures(screening, child), height, weight, muac };
}
