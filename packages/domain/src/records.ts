import type {
  Child,
  ChildFields,
  ChildSummary,
  Mother,
  MotherFields,
  Screening,
  ScreeningAssessment,
  ScreeningFields,
} from './entities.ts';
import { withoutFields } from './optional.ts';

/**
 * How typed and derived fields are put onto a stored record: the named fields are replaced as a
 * whole (one that is absent now is removed), everything else stays, unknown fields included.
 */

export const CHILD_FIELD_NAMES = [
  'firstName',
  'lastName',
  'gender',
  'birthDate',
  'birthDateEstimated',
  'memberStatus',
  'mother',
  'father',
  'address',
  'city',
  'idGroup',
  'ward',
  'phone',
  'comments',
] as const satisfies readonly (keyof ChildFields)[];

export const CHILD_SUMMARY_NAMES = [
  'zscoreStatus',
  'statusColor',
  'lastScreening',
  'supType',
  'bmi',
  'obese',
] as const satisfies readonly (keyof ChildSummary)[];

export const SCREENING_FIELD_NAMES = [
  'surveyDate',
  'height',
  'weight',
  'muac',
  'familyHealthPlan',
  'followFamilyHealthPlan',
  'visitedDoctor',
  'comments',
  'measured',
  'oedema',
  'zScoreConfirmed',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof ScreeningFields)[];

export const SCREENING_ASSESSMENT_NAMES = [
  'monthAge',
  'ageOverride',
  'zScore',
  'status',
  'actions',
] as const satisfies readonly (keyof ScreeningAssessment)[];

export const MOTHER_FIELD_NAMES = [
  'firstName',
  'lastName',
  'memberStatus',
  'deliveryDate',
  'childsBirthDate',
  'comments',
  'address',
  'city',
  'ward',
  'phone',
] as const satisfies readonly (keyof MotherFields)[];

/** The child with these typed fields in place of its own. */
export function withChildFields(child: Child, fields: ChildFields): Child {
  return { ...withoutFields(child, CHILD_FIELD_NAMES), ...fields };
}

/** The child with this summary in place of its derived fields. */
export function withSummary(child: Child, summary: ChildSummary): Child {
  return { ...withoutFields(child, CHILD_SUMMARY_NAMES), ...summary };
}

/** The screening with these typed fields in place of its own. */
export function withScreeningFields(screening: Screening, fields: ScreeningFields): Screening {
  return { ...withoutFields(screening, SCREENING_FIELD_NAMES), ...fields };
}

/** The screening with this assessment in place of its own. */
export function withAssessment(screening: Screening, assessment: ScreeningAssessment): Screening {
  return { ...withoutFields(screening, SCREENING_ASSESSMENT_NAMES), ...assessment };
}

/** The mother's record with these typed fields in place of its own. */
export function withMotherFields(mother: Mother, fields: MotherFields): Mother {
  return { ...withoutFields(mother, MOTHER_FIELD_NAMES), ...fields };
}
