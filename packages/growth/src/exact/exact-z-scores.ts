import type { Sex } from '../sex.ts';
import {
  ageInMonths,
  convertedHeight,
  DAYS_PER_MONTH,
  EXACT_SCORES,
  type ExactScore,
  FLAG_LIMITS,
  isStandingDisbelieved,
  isWithinAge,
  type Position,
  wholeDays,
  zac,
  zbmi,
  zhc,
  zlen,
  zwei,
  zwfl,
} from './exact-rules.ts';

/** One child's measurements. Age in days or in months, both may carry a fraction; cm and kg. */
export interface ExactMeasures {
  readonly sex?: Sex | undefined;
  readonly ageDays?: number | undefined;
  readonly ageMonths?: number | undefined;
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly measured?: 'lying' | 'standing' | undefined;
  readonly muac?: number | undefined;
  readonly headCircumference?: number | undefined;
  /** Swelling of both feet: takes the three weight-based scores away. */
  readonly oedema?: boolean | undefined;
}

/** Why a score is missing. */
export type NoExactScoreReason =
  | 'not-measured'
  | 'no-sex'
  | 'no-age'
  | 'age-invalid'
  | 'age-outside-reference'
  | 'outside-reference'
  | 'oedema';

/** A score with WHO's flag ("implausible"), or the reason why there is none. */
export type ExactZScore =
  | { readonly z: number; readonly isFlagged: boolean }
  | { readonly z: null; readonly reason: NoExactScoreReason };

export interface ExactZScores extends Readonly<Record<ExactScore, ExactZScore>> {
  /** Length or height converted to the position of the tables, cm; null when not measured. */
  readonly convertedHeight: number | null;
  /** Weight over converted height squared, kg/m²; null when either is missing. */
  readonly bmi: number | null;
  /** Said to stand under 9 months: the position was taken as unknown. */
  readonly isStandingDisbelieved: boolean;
}

/** A number that somebody typed, whatever its sign; NaN and infinities are no measurement. */
function given(measure: number | undefined): number | null {
  return measure !== undefined && Number.isFinite(measure) ? measure : null;
}

interface Age {
  /** Unrounded months, NaN when unknown. */
  readonly months: number;
  /** The whole day, NaN when unknown. */
  readonly day: number;
  readonly problem: 'no-age' | 'age-invalid' | 'age-outside-reference' | null;
}

function readAge({ ageDays, ageMonths }: ExactMeasures): Age {
  const days = given(ageDays) ?? scaled(given(ageMonths));
  if (days === null) return { months: Number.NaN, day: Number.NaN, problem: 'no-age' };
  const months = given(ageDays) === null ? (given(ageMonths) ?? Number.NaN) : ageInMonths(days);
  if (months < 0) return { months: Number.NaN, day: Number.NaN, problem: 'age-invalid' };
  return {
    months,
    day: wholeDays(days),
    problem: isWithinAge(months) ? null : 'age-outside-reference',
  };
}

function scaled(months: number | null): number | null {
  return months === null ? null : months * DAYS_PER_MONTH;
}

/** Nearest figure with so many decimals, halves away from zero, never −0. */
function rounded(z: number, decimals: number): number {
  const unit = 10 ** decimals;
  const whole = Math.floor(Math.abs(z) * unit + 0.5);
  if (whole > Number.MAX_SAFE_INTEGER) return z;
  return whole === 0 ? 0 : (Math.sign(z) * whole) / unit;
}

/** Whether a score lies beyond WHO's limit of plausibility; tested on the score with two decimals. */
export function isImplausible(score: ExactScore, z: number): boolean {
  const [low, high] = FLAG_LIMITS[score];
  const shown = rounded(z, 2);
  return shown < low || shown > high;
}

/**
 * z-scores exactly as WHO's `anthro` computes them: day tables, lying and standing converted,
 * interpolation between tenths of a centimetre, restricted tails, flags.
 *
 * A girl of 1522 days weighing 17 kg has `zwei` 0.24. Nothing throws and nothing is NaN: a score
 * that cannot be computed says why.
 *
 * @param decimals of the scores; WHO's software gives two
 */
export function exactZScores(measures: ExactMeasures, decimals = 2): ExactZScores {
  const { sex, oedema = false } = measures;
  const age = readAge(measures);
  const weight = given(measures.weight);
  const height = given(measures.height);
  const muac = given(measures.muac);
  const head = given(measures.headCircumference);
  const isDisbelieved = isStandingDisbelieved(measures.measured ?? 'unknown', age.months);
  const position: Position = isDisbelieved ? 'unknown' : (measures.measured ?? 'unknown');
  const converted = height === null ? null : convertedHeight(height, position, age.day);
  const bmi =
    weight === null || converted === null || converted === 0
      ? null
      : weight / (converted / 100) ** 2;

  const score = (
    name: ExactScore,
    needed: readonly (number | null)[],
    compute: (sex: Sex) => number,
    { isWeightBased = false, needsAge = true } = {},
  ): ExactZScore => {
    const reason = missing(needed, { sex, age, isWeightBased: isWeightBased && oedema, needsAge });
    if (reason !== null || sex === undefined) return { z: null, reason: reason ?? 'no-sex' };
    const z = compute(sex);
    if (!Number.isFinite(z)) return { z: null, reason: 'outside-reference' };
    return { z: rounded(z, decimals), isFlagged: isImplausible(name, z) };
  };

  return {
    convertedHeight: converted,
    bmi: bmi !== null && Number.isFinite(bmi) ? bmi : null,
    isStandingDisbelieved: isDisbelieved,
    zlen: score('zlen', [converted], (of) => zlen(of, age.day, converted ?? Number.NaN)),
    zwei: score('zwei', [weight], (of) => zwei(of, age.day, weight ?? Number.NaN), {
      isWeightBased: true,
    }),
    zwfl: score(
      'zwfl',
      [weight, converted],
      (of) => zwfl(of, age.day, position, converted ?? Number.NaN, weight ?? Number.NaN),
      { isWeightBased: true, needsAge: false },
    ),
    zbmi: score('zbmi', [weight, converted], (of) => zbmi(of, age.day, bmi ?? Number.NaN), {
      isWeightBased: true,
    }),
    zac: score('zac', [muac], (of) => zac(of, age.day, muac ?? Number.NaN)),
    zhc: score('zhc', [head], (of) => zhc(of, age.day, head ?? Number.NaN)),
  };
}

function missing(
  needed: readonly (number | null)[],
  context: { sex: Sex | undefined; age: Age; isWeightBased: boolean; needsAge: boolean },
): NoExactScoreReason | null {
  if (needed.some((measure) => measure === null || measure <= 0)) return 'not-measured';
  if (context.sex === undefined) return 'no-sex';
  const { problem } = context.age;
  if (problem !== null && (context.needsAge || problem !== 'no-age')) return problem;
  return context.isWeightBased ? 'oedema' : null;
}

export { EXACT_SCORES, type ExactScore };
