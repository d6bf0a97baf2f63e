import { dayAfter, isIsoDate } from '../dates/calendar.ts';
import type { Checked, IsoDate, ReferralFields, ReferralOutcome } from '../entities.ts';
import { parseText } from '../parse.ts';

/** The outcome of a referral as far as a rule needs it. */
export interface ReferredScreening {
  readonly surveyDate: IsoDate;
  readonly referralOutcome?: ReferralOutcome | undefined;
  readonly referralDate?: IsoDate | undefined;
}

/** An outcome that counts. */
export interface KnownOutcome {
  readonly outcome: ReferralOutcome;
  readonly date: IsoDate;
}

/**
 * The outcome of a screening's referral, null while none counts. Without a date, or dated before the
 * screening or after tomorrow (a phone with a wrong clock), it does not count: the child stays on
 * the due list.
 */
export function knownOutcome(
  { surveyDate, referralOutcome, referralDate }: ReferredScreening,
  today: IsoDate,
): KnownOutcome | null {
  if (referralOutcome === undefined || referralDate === undefined) return null;
  if (referralDate < surveyDate || referralDate > dayAfter(today)) return null;
  return { outcome: referralOutcome, date: referralDate };
}

/** Whether somebody at a clinic has taken the child over. */
export function isTakenOver({ outcome }: KnownOutcome): boolean {
  return outcome === 'seen' || outcome === 'admitted';
}

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
