// The allowed values of a question to the coordinator's desk. Route, call, counting and screen share them.

/** Groups of completed months, as nutrition surveys report them. */
export const AGE_GROUPS = ['0-5', '6-23', '24-59'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];
/** All, or one of them. */
export const AGE_CHOICES = ['all', ...AGE_GROUPS] as const;

/** The maximum age in months of a child's newest screening to count as screened. */
export const PERIODS = [3, 6, 12] as const;
export type Period = (typeof PERIODS)[number];

/** Which children a desk counts: their age group, and how recent a screening must be. */
export interface DeskChoice {
  /** Age today; in the monthly figures the age on the day of that month's screening. */
  readonly ages: (typeof AGE_CHOICES)[number];
  readonly months: Period;
}

export const USUAL_CHOICE: DeskChoice = { ages: 'all', months: 6 };

/**
 * The lists of children behind the desk's numbers. Each number *is* the length of its list, so that
 * the two cannot differ. A child is in a list at most once.
 */
export const DESK_LISTS = [
  /** Under 60 completed months today. */
  'under-five',
  /** Of these, registered in this calendar month. */
  'new',
  /** Of these, screened in the chosen period, or not; never stored in a child's `lists`. */
  'covered',
  'not-covered',
  /** No screening that counts; together with the next four it makes up `under-five`. */
  'never',
  'unassessed',
  'red',
  'amber',
  'green',
  /** The birth date is in the future: in no other list. */
  'age-unknown',
  /** All signs of the newest screening. */
  'swelling',
  'severe',
  'severe-under-6',
  'muac-red',
  'muac-yellow',
  'muac-millimetres',
  /** A red or yellow MUAC while weight and height alone would be normal. */
  'muac-only',
  /**
   * To a clinic today; to a health worker within days; either of them and past the fifth birthday.
   */
  'refer',
  'refer-infant',
  'hand-over',
  /** What became of `refer`, as recorded on the newest screening; together they are `refer`. */
  'referral-open',
  'referral-seen',
  'referral-admitted',
  'referral-not-found',
  'referral-refused',
  /** The date of the next visit has passed; by more than 3 months. */
  'late',
  'late-long',
  /** A supplement is due, but the child is under 6 months old: the clinic decides. */
  'supplement-under-6',
  'need-any-0',
  'need-any-1',
  'need-any-2',
  'need-any-3',
  'need-sup-0',
  'need-sup-1',
  'need-sup-2',
  'need-sup-3',
  'need-mic-0',
  'need-mic-1',
  'need-mic-2',
  'need-mic-3',
  'need-MAM-0',
  'need-MAM-1',
  'need-MAM-2',
  'need-MAM-3',
  'need-SAM-0',
  'need-SAM-1',
  'need-SAM-2',
  'need-SAM-3',
  /** Of `covered`: below the line of the indicator. */
  'is-wasting',
  'is-severe-wasting',
  'is-stunting',
  'is-underweight',
  'is-low-muac',
  'is-severe-muac',
  /** Of `covered`: with a usable value, without a value, with an implausible one. */
  'known-wh',
  'known-ha',
  'known-wa',
  'known-muac',
  'missing-wh',
  'missing-ha',
  'missing-wa',
  'missing-muac',
  'flagged-wh',
  'flagged-ha',
  'flagged-wa',
  'flagged-muac',
  /** Of `covered`: flagged in any of the four. */
  'flagged',
  'height-missing',
  'weight-missing',
  /** Of `covered`: nobody examined for oedema of both feet. */
  'swelling-not-looked',
  /** Of `covered`: the last digit of the measure, in tenths of its unit. */
  'weight-digit-0',
  'weight-digit-1',
  'weight-digit-2',
  'weight-digit-3',
  'weight-digit-4',
  'weight-digit-5',
  'weight-digit-6',
  'weight-digit-7',
  'weight-digit-8',
  'weight-digit-9',
  'height-digit-0',
  'height-digit-1',
  'height-digit-2',
  'height-digit-3',
  'height-digit-4',
  'height-digit-5',
  'height-digit-6',
  'height-digit-7',
  'height-digit-8',
  'height-digit-9',
  'muac-digit-0',
  'muac-digit-1',
  'muac-digit-2',
  'muac-digit-3',
  'muac-digit-4',
  'muac-digit-5',
  'muac-digit-6',
  'muac-digit-7',
  'muac-digit-8',
  'muac-digit-9',
  /** Screened in this calendar month, the month before, and so on. */
  'month-0',
  'month-1',
  'month-2',
  'month-3',
  'month-4',
  'month-5',
  'month-6',
  'month-7',
  'month-8',
  'month-9',
  'month-10',
  'month-11',
  /** Records outside all other lists: unreadable ones, and screenings without their child. */
  'uncounted',
  /**
   * On the list of supplements to hand out today; of these, not in the order of today: "at risk" by
   * the country's rule, low before and under 24 months, screened 7 months ago. (Babies under 6
   * months are in `supplement-under-6`.) And in the order without being on the list: past the fifth
   * birthday. New lists come last: counts are told by place, also to older applications.
   */
  'hand-out',
  'hand-out-at-risk',
  'hand-out-ever-low',
  'hand-out-lapsed',
  'ordered-only',
  /** Of `refer`, as only a clinic says it: a person is asked whether it is right. */
  'referral-died',
  /**
   * Whose last referral began in the chosen period, by its signs; of these, at a clinic, admitted, and
   * lost: nothing is known of it.
   */
  'referred-any',
  'referred-swelling',
  'referred-whz',
  'referred-muac',
  'arrived-any',
  'arrived-swelling',
  'arrived-whz',
  'arrived-muac',
  'admitted-any',
  'admitted-swelling',
  'admitted-whz',
  'admitted-muac',
  'lost-any',
  'lost-swelling',
  'lost-whz',
  'lost-muac',
] as const;
export type DeskList = (typeof DESK_LISTS)[number];
