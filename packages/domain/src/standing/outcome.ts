import { DEPARTURES, type Departure, type ReferralAnswer } from '../base/words.ts';
import type { IsoDate, ReferralOutcome } from '../fields/entities.ts';

/** What became of a referral, and on which day. */
export interface KnownOutcome {
  readonly outcome: ReferralOutcome;
  readonly date: IsoDate;
}

/** An outcome that closes a referral for some days. */
export interface KnownAnswer extends KnownOutcome {
  readonly outcome: ReferralAnswer;
}

/** The fields of a screening that hold an outcome. */
export interface OutcomeFields {
  readonly surveyDate: IsoDate;
  readonly referralOutcome?: ReferralOutcome | undefined;
  readonly referralDate?: IsoDate | undefined;
}

export function isDeparture(outcome: ReferralOutcome): outcome is Departure {
  return DEPARTURES.some((each) => each === outcome);
}

/**
 * The outcome that a screening holds; null without one, without its day, or with a day before the
 * screening.
 */
export function outcomeIn({
  surveyDate,
  referralOutcome,
  referralDate,
}: OutcomeFields): KnownOutcome | null {
  if (referralOutcome === undefined || referralDate === undefined) return null;
  return referralDate < surveyDate ? null : { outcome: referralOutcome, date: referralDate };
}
