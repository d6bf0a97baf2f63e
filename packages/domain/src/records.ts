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
import { CHILD_TABLE } from './fields/child-table.ts';
import { namesWhere } from './fields/field.ts';
import { MOTHER_TABLE } from './fields/mother-table.ts';
import { SCREENING_TABLE } from './fields/screening-table.ts';
import { withoutFields } from './optional.ts';

/**
 * How typed and derived fields are put onto a stored record: the named fields are replaced as a
 * whole (one that is absent now is removed), everything else stays, unknown fields included.
 */

export const CHILD_FIELD_NAMES = namesWhere(CHILD_TABLE, { by: 'person' } as const);
export const CHILD_SUMMARY_NAMES = namesWhere(CHILD_TABLE, { by: 'rules' } as const);
/** What a child keeps from its first day; no form touches it. */
export const CHILD_RECORD_NAMES = namesWhere(CHILD_TABLE, { by: 'record' } as const);
export const SCREENING_FIELD_NAMES = namesWhere(SCREENING_TABLE, { by: 'person' } as const);
/** What is answered with yes or no. */
export const ANSWER_NAMES = namesWhere(SCREENING_TABLE, { kind: 'answer' } as const);
export type AnswerName = (typeof ANSWER_NAMES)[number];
/** What scale and tape say. */
export const MEASURE_NAMES = namesWhere(SCREENING_TABLE, { kind: 'measure' } as const);
export const SCREENING_ASSESSMENT_NAMES = namesWhere(SCREENING_TABLE, { by: 'rules' } as const);
export const MOTHER_FIELD_NAMES = namesWhere(MOTHER_TABLE, { by: 'person' } as const);

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
