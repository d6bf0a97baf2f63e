import { DAYS_PER_MONTH } from '@crece/growth';
import { type ExactZScore, exactZScores } from '@crece/growth/exact';
import { MUAC_FROM_MONTHS, MUAC_LINES, UNDER_SIX_MONTHS, Z_LINES } from '../base/limits.ts';
import { daysBetween } from '../dates/calendar.ts';
import type { Screening } from '../fields/entities.ts';
import type { AssessedChild } from '../screening/assess-measures.ts';
import type { OrderedScreening } from '../screening/order.ts';
import { type AgedScreening, ageAtScreening, storedOverride } from '../screening/screening-age.ts';
import type { ZIndex } from '../screening/stored-z-scores.ts';
import { type UsableMeasures, usableMeasures } from '../screening/usable-measures.ts';
import type { BelowLine } from './guidance-line.ts';

/** The fields of a stored screening that the guidance reads. */
export type GuidedScreening = OrderedScreening &
  AgedScreening &
  Pick<Screening, 'height' | 'weight' | 'muac' | 'measured' | 'oedema'>;

/** A screening as WHO's rules read it: usable measures, age, exact z-scores. */
export interface WhoScreening {
  readonly screening: GuidedScreening;
  readonly measures: UsableMeasures;
  /** Age by the programme's calendar, as for the MUAC banner; null when unknown. */
  readonly ageMonths: number | null;
  readonly ageDays: number;
  readonly exact: Readonly<Record<ZIndex, ExactZScore>>;
  readonly isSwollen: boolean;
}

/**
 * Reads a screening by WHO's exact method: age in days, measuring position, and no weight-based
 * z-scores with oedema.
 */
export function whoScreening(screening: GuidedScreening, child: AssessedChild): WhoScreening {
  const measures = usableMeasures(screening);
  const { height, weight } = measures;
  const { measured, oedema, surveyDate } = screening;
  const override = storedOverride(screening);
  const ageDays =
    override === undefined ? daysBetween(child.birthDate, surveyDate) : override * DAYS_PER_MONTH;
  const sex = child.gender;
  const scores = exactZScores({ sex, ageDays, height, weight, measured, oedema });
  return {
    screening,
    measures,
    ageMonths: ageAtScreening(screening, child)?.ageMonths ?? null,
    ageDays,
    exact: { ha: scores.zlen, wa: scores.zwei, wl: scores.zwfl },
    isSwollen: oedema === true,
  };
}

/** At least 6 months, so MUAC and WHO's classes apply; false for an unknown age. */
export function isFromSixMonths({ ageMonths }: WhoScreening): boolean {
  return ageMonths !== null && ageMonths >= MUAC_FROM_MONTHS;
}

/** Under 6 months; false for an unknown age. */
export function isUnderSixMonths({ ageMonths }: WhoScreening): boolean {
  return ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;
}

/** The exact z-scores below a line. */
export function zBelow(
  { exact }: WhoScreening,
  indices: readonly ZIndex[],
  line: number,
): readonly BelowLine[] {
  return indices.flatMap((index) => {
    const { z } = exact[index];
    return z !== null && z < line ? [{ index, value: z, line }] : [];
  });
}

/** The MUAC in cm if it is below a line. */
export function muacBelow({ measures }: WhoScreening, line: number): readonly BelowLine[] {
  const { muac } = measures;
  return muac !== undefined && muac < line ? [{ index: 'muac', value: muac, line }] : [];
}

/** The figures that make a screening severe by WHO: WHZ at any age, MUAC from 6 months. */
export function severeFigures(entry: WhoScreening): readonly BelowLine[] {
  return [
    ...zBelow(entry, ['wl'], Z_LINES.severe),
    ...(isFromSixMonths(entry) ? muacBelow(entry, MUAC_LINES.severe) : []),
  ];
}

/** The figures that make a screening at least moderate by WHO; none under 6 months. */
export function moderateFigures(entry: WhoScreening): readonly BelowLine[] {
  return isFromSixMonths(entry)
    ? [...zBelow(entry, ['wl'], Z_LINES.moderate), ...muacBelow(entry, MUAC_LINES.moderate)]
    : [];
}

/** Whether a screening shows severe or moderate acute malnutrition by WHO: oedema, WHZ or MUAC. */
export function isAcute(entry: WhoScreening): boolean {
  return entry.isSwollen || severeFigures(entry).length > 0 || moderateFigures(entry).length > 0;
}
