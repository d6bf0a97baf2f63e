import { dayOf } from '../exact/exact-rules.ts';
import { exactZScores } from '../exact/index.ts';
import { CUT_OFFS, INDICES } from './figures.ts';
import type { SurveyRecord } from './survey-record.ts';

/** The last day of the standards; older children are excluded. */
const LAST_DAY = 1826;

/** Whether a child is older than the standards, and therefore excluded from a survey. */
export function isPastStandards({
  ageDays = Number.NaN,
  ageMonths = Number.NaN,
}: SurveyRecord): boolean {
  return dayOf(ageDays, ageMonths) > LAST_DAY;
}

/** A child's scores in the order of `INDICES`; NaN for a missing or flagged score. */
export interface UsableScores {
  readonly z: readonly number[];
  readonly isFlagged: readonly boolean[];
}

export function usableScores(record: SurveyRecord): UsableScores {
  const scores = exactZScores(record);
  const isFlagged = INDICES.map(({ score: name }) => {
    const score = scores[name];
    return score.z !== null && score.isFlagged;
  });
  const z = INDICES.map(({ score: name }, index) =>
    isFlagged[index] === true ? Number.NaN : (scores[name].z ?? Number.NaN),
  );
  return { z, isFlagged };
}

/**
 * The score with which a child counts in the percentages of an index: below every line with oedema
 * if the index is weight-based, else its usable score; NaN when it does not count.
 */
export function rankIn(index: number, z: readonly number[], hasOedema: boolean): number {
  return hasOedema && INDICES[index]?.isWeightBased === true
    ? Number.NEGATIVE_INFINITY
    : (z[index] ?? Number.NaN);
}

/**
 * The category of a child in the percentages of an index: below −3, from −3 to below −2, other, or
 * not counted.
 */
export type SurveyPlace = 'severe' | 'moderate' | 'other' | 'missing' | 'flagged';

export type SurveyPlaces = Readonly<Record<(typeof INDICES)[number]['name'], SurveyPlace>>;

const isBelow = (line: '_2' | '_3') => CUT_OFFS.find(({ name }) => name === line)?.isBeyond;
const isBelow2 = isBelow('_2');
const isBelow3 = isBelow('_3');

function placeOf(index: number, { z, isFlagged }: UsableScores, hasOedema: boolean): SurveyPlace {
  const rank = rankIn(index, z, hasOedema);
  if (Number.isNaN(rank)) return isFlagged[index] === true ? 'flagged' : 'missing';
  if (isBelow3?.(rank) === true) return 'severe';
  return isBelow2?.(rank) === true ? 'moderate' : 'other';
}

/**
 * The category of one child in each index of the percentages that `prevalence` reports; null for a
 * child older than the standards. Callers that count these categories get the interval from
 * `shareOfCounts`.
 */
export function surveyPlaces(record: SurveyRecord): SurveyPlaces | null {
  if (isPastStandards(record)) return null;
  const scores = usableScores(record);
  const [HA, WA, BMI, WH] = INDICES.map((_, index) =>
    placeOf(index, scores, record.oedema === true),
  );
  if (HA === undefined || WA === undefined || BMI === undefined || WH === undefined) return null;
  return { HA, WA, BMI, WH };
}
