import { type ReassessedScreening, Z_LINES } from '@crece/domain';

/** The scale of the summary, worst first. */
export const SUMMARY_STATUSES = ['SAM', 'MAM', 'Chronic', 'Risk', 'Normal', 'NotAssessed'] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

function isBelow(z: number | null, line: number): boolean {
  return z !== null && z < line;
}

/**
 * The status of a screening on the scale of the summary: acute evidence (weight for height, else MUAC
 * from 6 months), then a low height for age, then risk. Nothing usable is never normal.
 */
export function summaryStatusOf({ evidence, zScore }: ReassessedScreening): SummaryStatus {
  if (evidence.level === 'severe') return 'SAM';
  if (evidence.level === 'moderate') return 'MAM';
  if (isBelow(zScore.ha, Z_LINES.moderate)) return 'Chronic';
  if (isBelow(zScore.wl, Z_LINES.marginal) || isBelow(zScore.ha, Z_LINES.marginal)) return 'Risk';
  return evidence.level === 'unknown' ? 'NotAssessed' : 'Normal';
}

/** Whether a status stands for acute malnutrition. */
export function isAcute(status: SummaryStatus): boolean {
  return status === 'SAM' || status === 'MAM';
}
