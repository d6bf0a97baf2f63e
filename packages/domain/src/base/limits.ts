/**
 * Every limit, line and window of the programme; each is defined only here. Ages are months; a
 * window is half-open (from ≤ age < to). Source: the product specification, sections 4, 5 and 9.
 */

/** A closed range: both ends are included. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Limits for typing. Height and MUAC in cm, weight in kg, ages in months. */
export const LIMITS = {
  heightUnder24Months: { min: 45, max: 110 },
  heightFrom24Months: { min: 65, max: 120 },
  weight: { min: 3, max: 18 },
  muac: { min: 5.5, max: 26.5 },
  typedAgeMonths: { min: 1, max: 60 },
  ageOverrideMonths: { min: 0, max: 60 },
} as const satisfies Record<string, Limits>;

/**
 * Stored figures outside these limits are impossible and no rule uses them. Height in cm, weight in
 * kg.
 */
export const PLAUSIBLE = {
  height: { min: 30, max: 140 },
  weight: { min: 0.5, max: 40 },
} as const satisfies Record<string, Limits>;

/**
 * A figure outside the limits for typing that a person kept all the same must lie within these.
 * Height in cm, weight in kg.
 */
export const KEPT_OUTSIDE = {
  height: { min: 20, max: 140 },
  weight: { min: 0.3, max: 40 },
} as const satisfies Record<string, Limits>;

/** A stored MUAC in this range was written in millimetres: 5.5 to 26.5 cm. */
export const MILLIMETRES_OF_MUAC: Limits = { min: 55, max: 265 };

/** The longest number of a programme's card, in characters: longer than any that is printed. */
export const CARD_NUMBER_MAX = 32;

/** Children are measured standing from this many completed months. */
export const STANDING_FROM_MONTHS = 24;

/** z-score lines: below a line counts as crossed, exactly on it does not. */
export const Z_LINES = { severe: -3, moderate: -2, marginal: -1 } as const;

/** A HAZ or WAZ further than this from 0 must be confirmed before saving. */
export const Z_PLAUSIBLE = 5;

/** MUAC lines in cm: below the first is severe, below the second moderate. */
export const MUAC_LINES = { severe: 11.5, moderate: 12.5 } as const;

/** MUAC is not assessed under this age. */
export const MUAC_FROM_MONTHS = 6;

/** A child under this age is re-evaluated at this age, and food is never named for it. */
export const UNDER_SIX_MONTHS = 6;

/** "Acute: supplements required" for low HAZ or WAZ: from 6 months to under 36. */
export const RED_FOR_AGE_MONTHS = { from: 6, to: 36 } as const;

/** "Micro nutrients required" for low HAZ or WAZ: from 36 months to under 48. */
export const MICRONUTRIENT_STATUS_MONTHS = { from: 36, to: 48 } as const;

/** From this age only acute malnutrition makes a child red. */
export const ACUTE_ONLY_FROM_MONTHS = 48;

/** From this many completed months the supplement for low HAZ or WAZ is micronutrients. */
export const MICRONUTRIENTS_FROM_MONTHS = 36;

/**
 * With more completed months than this at the first entry, a child "does not qualify" (36 still
 * does).
 */
export const QUALIFYING_AGE_MONTHS = 36;

/** A child older than this on the survey date has graduated; exactly this age may be screened. */
export const MAX_AGE_MONTHS = 60;

/** A child with acute evidence or an alert is followed until this age, to be handed over. */
export const HAND_OVER_UNTIL_MONTHS = MAX_AGE_MONTHS + 12;

/** A referral sign not measured again leaves `refer` after this many completed months. */
export const REFERRAL_LAPSE_MONTHS = 6;

/** A weight kept below the form's limits asks for a health worker for this many months. */
export const LOW_WEIGHT_MONTHS = 12;

/** This many completed months after its screening, a supplement lapses. */
export const SUPPLEMENT_LAPSE_MONTHS = 7;

/**
 * How many months ago a delivery may have been (before) and how many months ahead it may be
 * expected (after).
 */
export const DELIVERY_WINDOW_MONTHS = { before: 3, after: 9 } as const;

/** Maximum age of a nursing mother's child, by calendar dates. */
export const NURSING_MONTHS = 6;

/** Minimum letters of a typed name for the duplicate search at registration. */
export const DUPLICATE_MIN_LETTERS = 2;

/** Names that sound alike are asked about when the birth dates are at most this many days apart. */
export const DUPLICATE_NEAR_DAYS = 45;

/** The height limits for a number of completed months: 45–110 cm under 24, 65–120 cm from 24. */
export function heightLimits(completedMonths: number): Limits {
  return completedMonths < STANDING_FROM_MONTHS
    ? LIMITS.heightUnder24Months
    : LIMITS.heightFrom24Months;
}

/** Whether a figure lies within limits, both ends included. */
export function isWithin(value: number, { min, max }: Limits): boolean {
  return value >= min && value <= max;
}

/** Whether an age lies in a half-open window; false for an unknown age. */
export function isInWindow(
  ageMonths: number | null,
  window: { readonly from: number; readonly to: number },
): boolean {
  return ageMonths !== null && ageMonths >= window.from && ageMonths < window.to;
}
