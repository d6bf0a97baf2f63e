export { DAYS_PER_MONTH } from './base/days-per-month.ts';
export { type Lms, measureAtZ, zFromLms } from './base/lms.ts';
export { roundDecimals, roundZ } from './base/round-z.ts';
export type { Sex } from './base/sex.ts';
export { bmi, bmiThreshold } from './bmi.ts';
export { type CurveKind, type CurvePoint, type CurveSegment, referenceCurve } from './curves.ts';
export { monthRow } from './month-row.ts';
export {
  type NoZScoreReason,
  type ProgrammeMeasures,
  type ProgrammeZScores,
  programmeWhz,
  programmeZScores,
  type ZScore,
} from './programme.ts';
