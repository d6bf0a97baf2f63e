import type { IsoDate, IsoInstant, MeasuredPosition, Screening } from '../entities.ts';

/** A screening as it is being typed: texts stay texts until they are parsed. */
export interface ScreeningDraft {
  /** Id of the screening that is being edited; absent for a new one. */
  readonly id?: string | undefined;
  /** Its instant of creation, for its place among screenings of the same day. */
  readonly created?: IsoInstant | undefined;
  readonly surveyDate: string;
  readonly height: string;
  readonly weight: string;
  readonly muac: string;
  readonly comments: string;
  readonly familyHealthPlan?: boolean | undefined;
  readonly followFamilyHealthPlan?: boolean | undefined;
  readonly visitedDoctor?: boolean | undefined;
  readonly measured?: MeasuredPosition | undefined;
  readonly oedema?: boolean | undefined;
  /** The person read "Zscore is out of range" and said "save anyway". */
  readonly zScoreConfirmed?: boolean | undefined;
  /** The person's answer to the comment's "age=N": the months to go by, or `false` for the calendar. */
  readonly ageOverride?: number | false | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** An empty form for a screening of today. */
export function emptyScreeningDraft(today: IsoDate): ScreeningDraft {
  return { surveyDate: today, height: '', weight: '', muac: '', comments: '' };
}

function typed(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/**
 * The form of a stored screening that is about to be edited. "Save anyway" is not carried over: what
 * is typed now may be another slip, so the question about ±5 is asked again.
 */
export function draftOfScreening(screening: Screening): ScreeningDraft {
  return {
    id: screening._id,
    created: screening.created,
    surveyDate: screening.surveyDate,
    height: typed(screening.height),
    weight: typed(screening.weight),
    muac: typed(screening.muac),
    comments: screening.comments ?? '',
    familyHealthPlan: screening.familyHealthPlan,
    followFamilyHealthPlan: screening.followFamilyHealthPlan,
    visitedDoctor: screening.visitedDoctor,
    measured: screening.measured,
    oedema: screening.oedema,
    ageOverride: screening.ageOverride,
    latitude: screening.latitude,
    longitude: screening.longitude,
  };
}
