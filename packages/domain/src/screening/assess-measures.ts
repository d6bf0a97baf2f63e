import { programmeZScores } from '@crece/growth';
import type { BirthDated } from '../dates/age.ts';
import type { ScreeningAssessment, Sex } from '../fields/entities.ts';
import { classify } from './classify.ts';
import { NO_Z_SCORES, storeZScores } from './stored-z-scores.ts';

/** The fields of a child that affect the assessment of its screenings. */
export interface AssessedChild extends BirthDated {
  readonly gender: Sex;
}

/**
 * The input of an assessment: age, sex, measurements, and whether the screening is the child's
 * first.
 */
export interface Measures {
  readonly sex: Sex;
  readonly ageMonths: number | null;
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
  readonly muac?: number | undefined;
  readonly isFirst: boolean;
}

/** The age if rules can use it (a finite number of months from 0), else null. */
export function usableAge(ageMonths: number | null): number | null {
  return ageMonths !== null && Number.isFinite(ageMonths) && ageMonths >= 0 ? ageMonths : null;
}

/** The programme's z-scores for measurements at an age, in the form that records store. */
export function measuredZScores({ sex, ageMonths, height, weight }: Omit<Measures, 'isFirst'>) {
  const age = usableAge(ageMonths);
  return age === null
    ? NO_Z_SCORES
    : storeZScores(programmeZScores({ sex, ageMonths: age, height, weight }));
}

/**
 * z-scores, class and actions for measurements at an age. Never fails: a value that cannot be
 * calculated is null, and an unknown age gives no index.
 */
export function assessMeasures(measures: Measures): ScreeningAssessment {
  const { muac, isFirst } = measures;
  const ageMonths = usableAge(measures.ageMonths);
  const zScore = measuredZScores(measures);
  const { status, actions } = classify({ ageMonths, zScore, muac }, isFirst);
  return {
    ...(ageMonths === null ? {} : { monthAge: ageMonths }),
    zScore: { ...zScore },
    ...(status === undefined ? {} : { status }),
    actions: [...actions],
  };
}
