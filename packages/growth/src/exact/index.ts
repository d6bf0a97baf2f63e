export {
  COLUMN_CODES,
  type ExactColumns,
  type ExactScoreColumns,
  exactScoreColumns,
  exactZScoreColumns,
} from './exact-columns.ts';
export { type ExactCurvePlace, exactMeasureAtZ } from './exact-measure.ts';
export { FLAG_LIMITS } from './exact-rules.ts';
export {
  EXACT_SCORES,
  type ExactMeasures,
  type ExactScore,
  type ExactZScore,
  type ExactZScores,
  exactZScores,
  type NoExactScoreReason,
} from './exact-z-scores.ts';
