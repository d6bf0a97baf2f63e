import type { IsoDate, IsoInstant, Screening } from '../entities.ts';
import {
  type AnsweredFields,
  answeredFields,
  type TypedTexts,
  typedTexts,
} from '../fields/drafts.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';

/**
 * A screening as it is being typed: texts stay texts until they are parsed. `ageOverride` is the
 * person's answer to the comment's "age=N": the months to go by, or `false` for the calendar.
 */
export interface ScreeningDraft
  extends TypedTexts<typeof SCREENING_TABLE>,
    AnsweredFields<typeof SCREENING_TABLE> {
  /** Id of the screening that is being edited; absent for a new one. */
  readonly id?: string | undefined;
  /** Its instant of creation, for its place among screenings of the same day. */
  readonly created?: IsoInstant | undefined;
  /** The person read "Zscore is out of range" and said "save anyway". */
  readonly zScoreConfirmed?: boolean | undefined;
}

/** An empty form for a screening of today. */
export function emptyScreeningDraft(today: IsoDate): ScreeningDraft {
  return { ...typedTexts(SCREENING_TABLE), surveyDate: today };
}

/**
 * The form of a stored screening that is about to be edited. "Save anyway" is not carried over: what
 * is typed now may be another slip, so the question about ±5 is asked again.
 */
export function draftOfScreening(screening: Screening): ScreeningDraft {
  return {
    id: screening._id,
    created: screening.created,
    ...typedTexts(SCREENING_TABLE, screening),
    ...answeredFields(SCREENING_TABLE, screening),
  };
}
