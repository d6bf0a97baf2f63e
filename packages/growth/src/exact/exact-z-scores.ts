import { roundDecimals } from '../base/round-z.ts';
import type { Sex } from '../base/sex.ts';
import {
  type AgeProblem,
  ageProblemOf,
  convertedBmi,
  convertedHeight,
  dayOf,
  EXACT_SCORES,
  type ExactScore,
  FLAG_LIMITS,
  isStandingDisbelieved,
  monthsOf,
  type Position,
  zac,
  zbmi,
  zhc,
  zlen,
  zwei,
  zwfl,
} from './exact-rules.ts';

/** One child's measurements. Age in days or in months, both possibly with a fraction; cm and kg. */
export interface ExactMeasures {
  readonly sex?: Sex | undefined;
  readonly ageDays?: number | undefined;
  /** Used when the days are missing. */
  readonly ageMonths?: number | undefined;
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly measured?: 'lying' | 'standing' | undefined;
  readonly muac?: number | undefined;
  readonly headCircumference?: number | undefined;
  /** Oedema of both feet: removes the three weight-based scores. */
  readonly oedema?: boolean | undefined;
}

/** Why a score is missing. */
export type NoExactScoreReason =
  | 'not-measured'
  | 'no-sex'
  | AgeProblem
  | 'outside-reference'
  | 'oedema';

/** A score with WHO's flag ("implausible"), or the reason for its absence. */
export type ExactZScore =
  | { readonly z: number; readonly isFlagged: boolean }
  | { readonly z: null; readonly reason: NoExactScoreReason };

export interface ExactZScores extends Readonly<Record<ExactScore, ExactZScore>> {
  /** Length or height converted to the position of the tables, cm; null when not measured. */
  readonly convertedHeight: number | null;
  /** Weight over converted height squared, kg/m²; null when either is missing. */
  readonly bmi: number | null;
  /** Recorded as standing under 9 months: the position was treated as unknown. */
  readonly isStandingDisbelieved: boolean;
}

/**
 * Scores closer to zero than this are within all limits of plausibility, rounded or not: a quick
 * test that covers most children.
 */
const SURELY_PLAUSIBLE = Math.min(...Object.values(FLAG_LIMITS).flat().map(Math.abs)) - 0.01;

/**
 * Whether a score lies beyond WHO's limit of plausibility; tests the score rounded to two decimals.
 */
export function isImplausible(score: ExactScore, z: number): boolean {
  if (Math.abs(z) < SURELY_PLAUSIBLE) return false;
  const [low, high] = FLAG_LIMITS[score];
  const shown = roundDecimals(z, 2);
  return shown < low || shown > high;
}

function isMeasured(measure: number): boolean {
  return measure > 0 && Number.isFinite(measure);
}

function finiteOrNull(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null;
}

/** The values that all scores of a record use; NaN for unknown. */
interface ReadRecord {
  readonly sex: Sex | undefined;
  readonly day: number;
  readonly ageProblem: AgeProblem | null;
  readonly hasOedema: boolean;
  readonly decimals: number;
}

interface ScoreRule {
  readonly isMeasured: boolean;
  readonly isWeightBased?: boolean;
  readonly needsAge?: boolean;
  readonly compute: (sex: Sex) => number;
}

function whyNone(record: ReadRecord, rule: ScoreRule): NoExactScoreReason | null {
  const { isWeightBased = false, needsAge = true } = rule;
  if (!rule.isMeasured) return 'not-measured';
  if (record.sex === undefined) return 'no-sex';
  if (record.ageProblem !== null && (needsAge || record.ageProblem !== 'no-age'))
    return record.ageProblem;
  return isWeightBased && record.hasOedema ? 'oedema' : null;
}

function score(name: ExactScore, record: ReadRecord, rule: ScoreRule): ExactZScore {
  const reason = whyNone(record, rule);
  if (reason !== null || record.sex === undefined) return { z: null, reason: reason ?? 'no-sex' };
  const z = rule.compute(record.sex);
  if (!Number.isFinite(z)) return { z: null, reason: 'outside-reference' };
  return { z: roundDecimals(z, record.decimals), isFlagged: isImplausible(name, z) };
}

/**
 * z-scores exactly as WHO's `anthro` calculates them: day tables, lying and standing converted,
 * interpolation between tenths of a centimetre, restricted tails, flags.
 *
 * A girl of 1522 days weighing 17 kg has `zwei` 0.24. Never throws and never returns NaN: a score
 * that cannot be calculated has a reason.
 *
 * @param decimals number of decimals of the scores; WHO's software uses two
 */
export function exactZScores(measures: ExactMeasures, decimals = 2): ExactZScores {
  const { ageDays = Number.NaN, ageMonths = Number.NaN, measured = 'unknown' } = measures;
  const {
    weight = Number.NaN,
    height = Number.NaN,
    muac = Number.NaN,
    headCircumference = Number.NaN,
  } = measures;
  const months = monthsOf(ageDays, ageMonths);
  const ageProblem = ageProblemOf(months);
  const day = ageProblem === 'age-invalid' ? Number.NaN : dayOf(ageDays, ageMonths);
  const isDisbelieved = isStandingDisbelieved(measured, months);
  const position: Position = isDisbelieved ? 'unknown' : measured;
  const converted = convertedHeight(height, position, day);
  const bmi = isMeasured(height) ? convertedBmi(weight, converted) : Number.NaN;

  const record: ReadRecord = {
    sex: measures.sex,
    day,
    ageProblem,
    hasOedema: measures.oedema === true,
    decimals,
  };
  const isTall = isMeasured(height) && isMeasured(converted);
  const isWeighed = isMeasured(weight);
  const weightBased = { isWeightBased: true } as const;
  return {
    convertedHeight: finiteOrNull(converted),
    bmi: finiteOrNull(bmi),
    isStandingDisbelieved: isDisbelieved,
    zlen: score('zlen', record, {
      isMeasured: isTall,
      compute: (sex) => zlen(sex, day, converted),
    }),
    zwei: score('zwei', record, {
      ...weightBased,
      isMeasured: isWeighed,
      compute: (sex) => zwei(sex, day, weight),
    }),
    zwfl: score('zwfl', record, {
      ...weightBased,
      isMeasured: isTall && isWeighed,
      needsAge: false,
      compute: (sex) => zwfl(sex, day, position, converted, weight),
    }),
    zbmi: score('zbmi', record, {
      ...weightBased,
      isMeasured: isTall && isWeighed,
      compute: (sex) => zbmi(sex, day, bmi),
    }),
    zac: score('zac', record, {
      isMeasured: isMeasured(muac),
      compute: (sex) => zac(sex, day, muac),
    }),
    zhc: score('zhc', record, {
      isMeasured: isMeasured(headCircumference),
      compute: (sex) => zhc(sex, day, headCircumference),
    }),
  };
}

export { EXACT_SCORES, type ExactScore };
