export type { QualityCounts } from './check-counts.ts';
export { evenP, lastDigit, preferenceScore } from './counts.ts';
export type { QualityVerdict } from './cut-offs.ts';
export {
  openQualityCheck,
  type QualityCheck,
  type QualityFigure,
  type QualityReport,
  quality,
} from './quality.ts';
