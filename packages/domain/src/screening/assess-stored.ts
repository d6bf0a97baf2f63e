import { programmeZScores } from '@crece/growth';
import { type Age, ageOfMonths, ageOn, type BirthDated } from '../dates/age.ts';
import type { Screening, ScreeningAssessment, Sex } from '../entities.ts';
import { isWithin, LIMITS } from '../limits.ts';
import { ageOverrideFrom } from '../parse.ts';
import { classify } from './classify.ts';
import { isFirstScreening, type OrderedScreening } from './order.ts';
import { NO_Z_SCORES, storeZScores } from './stored-z-scores.ts';

/** What of a child decides the assessment of its screenings. */
export interface AssessedChild extends BirthDated {
  readonly gender: Sex;
}

/** What an assessment is computed from: age, sex and measurements, and whether it is the first. */
export interface Measures {
  readonly sex: Sex;
  readonly ageMonths: number | null;
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
  readonly muac?: number | undefined;
  readonly isFirst: boolean;
}

function isAge(ageMonths: number | null): ageMonths is number {
  return ageMonths !== null && Number.isFinite(ageMonths) && ageMonths >= 0;
}

/**
 * z-scores, class and actions of measurements at an age. Never refuses: what cannot be computed is
 * null, and an unknown age gives no index.
 */
export function assessMeasures(measures: Measures): ScreeningAssessment {
  const { sex, height, weight, muac, isFirst } = measures;
  const ageMonths = isAge(measures.ageMonths) ? measures.ageMonths : null;
  const zScore =
    ageMonths === null
      ? NO_Z_SCORES
      : storeZScores(programmeZScores({ sex, ageMonths, height, weight }));
  const { status, actions } = classify({ ageMonths, zScore, muac }, isFirst);
  return {
    ...(ageMonths === null ? {} : { monthAge: ageMonths }),
    zScore: { ...zScore },
    ...(status === undefined ? {} : { status }),
    actions: [...actions],
  };
}

/** The part of a stored screening that is assessed. */
export type AssessableScreening = OrderedScreening &
  Pick<Screening, 'height' | 'weight' | 'muac' | 'comments' | 'ageOverride'>;

/**
 * The age override of a stored screening: its own field, else a valid "age=N" in its comment; none
 * where the person was asked and declined.
 */
export function storedOverride({ ageOverride, comments }: AssessableScreening): number | undefined {
  if (ageOverride === false) return undefined;
  if (ageOverride !== undefined && isWithin(ageOverride, LIMITS.ageOverrideMonths)) {
    // Adding 0 turns a stored −0 into 0.
    return ageOverride + 0;
  }
  const typed = ageOverrideFrom(comments);
  return typed !== null && 'ageMonths' in typed ? typed.ageMonths : undefined;
}

/** The age that the rules use for a stored screening; null when it lies before the birth date. */
export function ageAtScreening(screening: AssessableScreening, child: BirthDated): Age | null {
  const override = storedOverride(screening);
  return override === undefined ? ageOn(child, screening.surveyDate) : ageOfMonths(override);
}

/**
 * Assesses a stored screening anew, as on its survey date. Never refuses: a record of an older
 * system, outside every limit or without any measurement, gets the assessment that is left to it.
 */
export function assessStored(
  screening: AssessableScreening,
  child: AssessedChild,
  otherScreenings: readonly OrderedScreening[],
): ScreeningAssessment {
  return assessMeasures({
    sex: child.gender,
    ageMonths: ageAtScreening(screening, child)?.ageMonths ?? null,
    height: screening.height,
    weight: screening.weight,
    muac: screening.muac,
    isFirst: isFirstScreening(screening, otherScreenings),
  });
}
