export type { QualityVerdict } from './cut-offs.ts';
export {
  openQualityCheck,
  type QualityCheck,
  type QualityFigure,
  type QualityReport,
  quality,
} from './quality.ts';
