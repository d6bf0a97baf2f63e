export { bmi, bmiThreshold } from './bmi.ts';
export { type CurveKind, type CurvePoint, type CurveSegment, referenceCurve } from './curves.ts';
export { type Lms, measureAtZ, zFromLms } from './lms.ts';
export { monthRow } from './month-row.ts';
export {
  type NoZScoreReason,
  type ProgrammeMeasures,
  type ProgrammeZScores,
  programmeWhz,
  programmeZScores,
  type ZScore,
} from './programme.ts';
export { roundDecimals, roundZ } from './round-z.ts';
export type { Sex } from './sex.ts';
