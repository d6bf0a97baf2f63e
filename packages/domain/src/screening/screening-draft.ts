import {
  type AnsweredFields,
  answeredFields,
  type TypedTexts,
  typedTexts,
} from '../fields/drafts.ts';
import type { IsoDate, IsoInstant, Screening } from '../fields/entities.ts';
import { ageOverrideFrom } from '../fields/parse.ts';
import { SCREENING_TABLE } from '../fields/screening-table.ts';

/**
 * A screening as it is being typed: values stay text until they are parsed. `ageOverride` is the
 * person's answer about the comment's "age=N": the months to use, or `false` for the calendar age.
 */
export interface ScreeningDraft
  extends TypedTexts<typeof SCREENING_TABLE>,
    AnsweredFields<typeof SCREENING_TABLE> {
  /** Id of the screening that is being edited; absent for a new one. */
  readonly id?: string | undefined;
  /** Its instant of creation, which orders screenings of the same day. */
  readonly created?: IsoInstant | undefined;
  /** The person read "Zscore is out of range" and chose "save anyway". */
  readonly zScoreConfirmed?: boolean | undefined;
}

/** An empty form for a screening of today. */
export function emptyScreeningDraft(today: IsoDate): ScreeningDraft {
  return { ...typedTexts(SCREENING_TABLE), surveyDate: today };
}

/**
 * The comments of a stored screening, with its age override added when only the field contains it
 * (an import, or two merged corrections): the form has no other place for the override.
 */
function commentsWithOverride({ comments, ageOverride }: Screening): string | undefined {
  if (typeof ageOverride !== 'number') return comments;
  const typed = ageOverrideFrom(comments);
  if (typed !== null && 'ageMonths' in typed && typed.ageMonths === ageOverride) return comments;
  return [`age=${ageOverride}`, ...(comments === undefined ? [] : [comments])].join(' ');
}

/** The measures of a stored screening, with a figure kept outside the limits in place of none. */
function measuresWithKept({ height, weight, outsideLimits = {} }: Screening) {
  return { height: height ?? outsideLimits.height, weight: weight ?? outsideLimits.weight };
}

/**
 * The form of a stored screening for an edit. "Save anyway" is not carried over: a newly typed
 * value may contain another error, so a z-score beyond ±5 must be confirmed again.
 */
export function draftOfScreening(screening: Screening): ScreeningDraft {
  return {
    id: screening._id,
    created: screening.created,
    ...typedTexts(SCREENING_TABLE, {
      ...screening,
      ...measuresWithKept(screening),
      comments: commentsWithOverride(screening),
    }),
    ...answeredFields(SCREENING_TABLE, screening),
  };
}
