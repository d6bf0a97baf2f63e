/** A verdict on a figure; `not-judged` when no cut-off has been published. */
export type QualityVerdict =
  | 'excellent'
  | 'good'
  | 'acceptable'
  | 'problematic'
  | 'within-limits'
  | 'beyond-limits'
  | 'not-judged'
  | 'no-data';

/** The grades of the SMART plausibility check, best first. */
export const GRADES = ['excellent', 'good', 'acceptable', 'problematic'] as const;
export type Grade = (typeof GRADES)[number];

/** A criterion of the SMART check: the grade of a value, and the penalty of each grade. */
export interface Criterion {
  readonly gradeOf: (value: number) => Grade;
  readonly penalties: Readonly<Record<Grade, number>>;
}

function penalties(excellent: number, good: number, acceptable: number, problematic: number) {
  return { excellent, good, acceptable, problematic };
}

/** The first grade whose test is true, else the worst. */
function grade(...tests: readonly [excellent: boolean, good: boolean, acceptable: boolean]): Grade {
  return GRADES[tests.indexOf(true)] ?? 'problematic';
}

const probability: Criterion = {
  gradeOf: (p) => grade(p > 0.1, p > 0.05, p > 0.001),
  penalties: penalties(0, 2, 4, 10),
};

const digitPreference: Criterion = {
  // The table uses whole scores: 0 to 7, 8 to 12, 13 to 20, above 20.
  gradeOf: (score) => {
    const whole = Math.round(score);
    return grade(whole <= 7, whole <= 12, whole <= 20);
  },
  penalties: penalties(0, 2, 4, 10),
};

const shape: Criterion = {
  gradeOf: (value) => {
    const distance = Math.abs(value);
    return grade(distance < 0.2, distance < 0.4, distance < 0.6);
  },
  penalties: penalties(0, 1, 3, 5),
};

/**
 * The overall quality table of the SMART plausibility check (SMART Manual 2.0, 2017, and its
 * software ENA). The tenth criterion, the Poisson distribution of cases over clusters, is omitted:
 * it needs clusters and adds at most 5 points.
 */
export const SMART = {
  /** Per cent beyond ±3 of the survey's own mean WHZ. */
  flagged: {
    gradeOf: (percent) => grade(percent <= 2.5, percent <= 5, percent <= 7.5),
    penalties: penalties(0, 5, 10, 20),
  },
  /** χ² probability of the sex ratio and of the age ratio. */
  probability,
  digitPreference,
  /** Standard deviation of WHZ without the flagged children. */
  standardDeviation: {
    gradeOf: (sd) => grade(sd < 1.1 && sd > 0.9, sd < 1.15 && sd > 0.85, sd < 1.2 && sd > 0.8),
    penalties: penalties(0, 5, 10, 20),
  },
  /** Skewness and excess kurtosis. */
  shape,
} as const satisfies Readonly<Record<string, Criterion>>;

/** The grade of the total penalty in the same table: up to 9, up to 14, up to 24, above. */
export function gradeOfPenalty(points: number): Grade {
  return grade(points <= 9, points <= 14, points <= 24);
}

/** Per cent of implausible scores above which WHO doubts a survey (WHO TRS 854, 1995; WHO and UNICEF, 2019). */
export const MAX_IMPLAUSIBLE_PERCENT = 1;

/** Expected standard deviations of z-scores (WHO Technical Report Series 854, 1995). */
export const EXPECTED_SD = {
  zlen: { min: 1.1, max: 1.3 },
  zwei: { min: 1, max: 1.2 },
  zwfl: { min: 0.85, max: 1.1 },
} as const;

/** Below this χ² probability, ages count as heaped at whole years (NiPN data quality toolkit). */
export const HEAPING_P = 0.05;
