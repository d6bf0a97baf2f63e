import { withoutFields } from '../base/optional.ts';
import { CHILD_TABLE } from './child-table.ts';
import type {
  Child,
  ChildFields,
  ChildSummary,
  DepartureFields,
  Mother,
  MotherFields,
  Screening,
  ScreeningAssessment,
  ScreeningFields,
} from './entities.ts';
import { namesWhere } from './field.ts';
import { MOTHER_TABLE } from './mother-table.ts';
import { SCREENING_TABLE } from './screening-table.ts';

/**
 * Functions that put typed or derived fields on a stored record. The named fields are replaced as a
 * group (a missing one is removed); all other fields stay, unknown ones included.
 */

export const CHILD_FIELD_NAMES = namesWhere(CHILD_TABLE, { by: 'person' } as const);
export const CHILD_SUMMARY_NAMES = namesWhere(CHILD_TABLE, { by: 'rules' } as const);
/** Fields that a child keeps from its registration; no form changes them. */
export const CHILD_RECORD_NAMES = namesWhere(CHILD_TABLE, { by: 'record' } as const);
export const SCREENING_FIELD_NAMES = namesWhere(SCREENING_TABLE, { by: 'person' } as const);
/** Fields of a referral's outcome: recorded after the screening, in a form of their own. */
export const REFERRAL_NAMES = namesWhere(SCREENING_TABLE, { by: 'follow-up' } as const);
/** Fields that say that a child without screenings died or moved away. */
export const DEPARTURE_NAMES = namesWhere(CHILD_TABLE, { by: 'follow-up' } as const);
/** Fields with a yes or no answer. */
export const ANSWER_NAMES = namesWhere(SCREENING_TABLE, { kind: 'answer' } as const);
export type AnswerName = (typeof ANSWER_NAMES)[number];
/** Fields measured with scale and tape. */
export const MEASURE_NAMES = namesWhere(SCREENING_TABLE, { kind: 'measure' } as const);
export const SCREENING_ASSESSMENT_NAMES = namesWhere(SCREENING_TABLE, { by: 'rules' } as const);
export const MOTHER_FIELD_NAMES = namesWhere(MOTHER_TABLE, { by: 'person' } as const);

/** The child with its typed fields replaced. */
export function withChildFields(child: Child, fields: ChildFields): Child {
  return { ...withoutFields(child, CHILD_FIELD_NAMES), ...fields };
}

/** The child with its derived fields replaced by this summary. */
export function withSummary(child: Child, summary: ChildSummary): Child {
  return { ...withoutFields(child, CHILD_SUMMARY_NAMES), ...summary };
}

/** The screening with its typed fields replaced. */
export function withScreeningFields(screening: Screening, fields: ScreeningFields): Screening {
  return { ...withoutFields(screening, SCREENING_FIELD_NAMES), ...fields };
}

/** The screening with its assessment replaced. */
export function withAssessment(screening: Screening, assessment: ScreeningAssessment): Screening {
  return { ...withoutFields(screening, SCREENING_ASSESSMENT_NAMES), ...assessment };
}

/** The child with what is said of its leaving replaced; no fields take it back. */
export function withDeparture(child: Child, fields: DepartureFields): Child {
  return { ...withoutFields(child, DEPARTURE_NAMES), ...fields };
}

/** The mother's record with its typed fields replaced. */
export function withMotherFields(mother: Mother, fields: MotherFields): Mother {
  return { ...withoutFields(mother, MOTHER_FIELD_NAMES), ...fields };
}
