import { type ReassessedScreening, Z_LINES } from '@crece/domain';

/** The statuses of the summary, worst first. */
export const SUMMARY_STATUSES = ['SAM', 'MAM', 'Chronic', 'Risk', 'Normal', 'NotAssessed'] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

function isBelow(z: number | null, line: number): boolean {
  return z !== null && z < line;
}

/**
 * The status of a screening for the summary: acute evidence (WHZ, else MUAC from 6 months), then
 * low HAZ, then risk. A screening without usable measures is never normal.
 */
export function summaryStatusOf({ evidence, zScore }: ReassessedScreening): SummaryStatus {
  if (evidence.level === 'severe') return 'SAM';
  if (evidence.level === 'moderate') return 'MAM';
  if (isBelow(zScore.ha, Z_LINES.moderate)) return 'Chronic';
  if (isBelow(zScore.wl, Z_LINES.marginal) || isBelow(zScore.ha, Z_LINES.marginal)) return 'Risk';
  return evidence.level === 'unknown' ? 'NotAssessed' : 'Normal';
}

/** Whether a status means acute malnutrition. */
export function isAcuteStatus(status: SummaryStatus): boolean {
  return status === 'SAM' || status === 'MAM';
}
