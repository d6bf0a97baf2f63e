import {
  type ClinicAnswer,
  DEPARTURES,
  type Departure,
  type ReferralAnswer,
} from '../base/words.ts';
import type { IsoDate, ReferralOutcome, Screening } from '../fields/entities.ts';
import { compareScreenings } from '../screening/order.ts';

/** What became of a referral, and on which day. */
export interface KnownOutcome {
  readonly outcome: ReferralOutcome;
  readonly date: IsoDate;
}

/** An outcome that closes a referral for some days. */
export interface KnownAnswer extends KnownOutcome {
  /** "Died" is one only as a clinic's answer: a person's word ends the referral. */
  readonly outcome: ReferralAnswer | 'died';
  /** It came back from a clinic by a slip: weak proof, by which alone nothing ends. */
  readonly by?: 'clinic';
}

/** A clinic's answers that count: not struck, and not before the screening. */
export function clinicAnswersIn({
  surveyDate,
  clinicAnswers = [],
}: {
  readonly surveyDate: IsoDate;
  readonly clinicAnswers?: readonly ClinicAnswer[] | undefined;
}): readonly KnownAnswer[] {
  return clinicAnswers.flatMap(({ outcome, day, struck }) =>
    struck === true || day < surveyDate ? [] : [{ outcome, date: day, by: 'clinic' as const }],
  );
}

/**
 * The newest visit of which a clinic's answer speaks, to which a person's "right" is written: before
 * the day of a visit it says nothing of that visit, and a person's outcome would not count there.
 */
export function visitOfAnswer<S extends Screening>(
  screenings: readonly S[],
  { outcome, date }: KnownAnswer,
): S | undefined {
  return screenings
    .filter((each) =>
      clinicAnswersIn(each).some((said) => said.outcome === outcome && said.date === date),
    )
    .reduce<S | undefined>(
      (last, each) => (last === undefined || compareScreenings(each, last) > 0 ? each : last),
      undefined,
    );
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
