import { withoutFields } from '../base/optional.ts';
import { isIsoDate } from '../dates/calendar.ts';
import type {
  Checked,
  IsoDate,
  ReferralFields,
  ReferralOutcome,
  Screening,
} from '../fields/entities.ts';
import { parseText } from '../fields/parse.ts';
import { REFERRAL_NAMES } from '../fields/records.ts';
import { keepingCopy } from '../screening/copied-figures.ts';

/** A referral's outcome as it is being typed. */
export interface ReferralDraft {
  readonly outcome: ReferralOutcome;
  readonly date: string;
  readonly note: string;
}

export type ReferralIssueCode =
  | 'referral-date-invalid'
  | 'referral-date-before-screening'
  | 'referral-date-in-future';

/** The fields of a typed outcome; its day lies between the screening and today. */
export function checkReferral(
  { outcome, date, note }: ReferralDraft,
  surveyDate: IsoDate,
  today: IsoDate,
): Checked<ReferralFields, ReferralIssueCode> {
  const refused = (code: ReferralIssueCode) => ({
    ok: false as const,
    issues: [{ code, field: 'referralDate', params: { surveyDate } }],
  });
  if (!isIsoDate(date)) return refused('referral-date-invalid');
  if (date > today) return refused('referral-date-in-future');
  // A screening dated tomorrow by another phone has its outcome today.
  if (date < surveyDate && date < today) return refused('referral-date-before-screening');
  const text = parseText(note);
  const fields = {
    referralOutcome: outcome,
    referralDate: date < surveyDate ? surveyDate : date,
    ...(text === undefined ? {} : { referralNote: text }),
  };
  return { ok: true, value: fields, notices: [] };
}

/** The screening with the outcome of its referral replaced; no fields take the outcome back. */
export function withReferral(screening: Screening, fields: ReferralFields): Screening {
  return keepingCopy(screening, { ...withoutFields(screening, REFERRAL_NAMES), ...fields });
}
