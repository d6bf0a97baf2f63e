import { MAX_AGE_MONTHS, type ReassessedScreening } from '@crece/domain';
import { isAcute, type SummaryStatus, summaryStatusOf } from './summary-status.ts';

/** How a child has developed since its previous screening. */
export type Improvement =
  | 'worse'
  | 'same'
  | 'improved'
  | 'recovered'
  | 'graduated'
  | 'first'
  /** Nothing was wrong at either screening, or a figure to compare is missing. */
  | 'none';

/** A change of at most this many hundredths of a z-score counts as none. */
const SAME_HUNDREDTHS = 10;

function changeOf(now: number | null, before: number | null): Improvement {
  if (now === null || before === null) return 'none';
  // In whole hundredths, because the figures have two decimals: avoids binary noise.
  const change = Math.round(now * 100) - Math.round(before * 100);
  if (change < -SAME_HUNDREDTHS) return 'worse';
  return change > SAME_HUNDREDTHS ? 'improved' : 'same';
}

function wasIll(status: SummaryStatus): boolean {
  return isAcute(status) || status === 'Chronic';
}

/** The change from one screening to the next: acute cases by WHZ, chronic ones by HAZ. */
function compared(now: ReassessedScreening, before: ReassessedScreening): Improvement {
  const status = summaryStatusOf(now);
  if (isAcute(status)) return changeOf(now.zScore.wl, before.zScore.wl);
  if (status === 'Chronic') return changeOf(now.zScore.ha, before.zScore.ha);
  const isWell = status === 'Risk' || status === 'Normal';
  return isWell && wasIll(summaryStatusOf(before)) ? 'recovered' : 'none';
}

/** The child's development for the summary; from 60 months it is always "graduated". */
export function improvementOf(
  now: ReassessedScreening,
  before: ReassessedScreening | undefined,
  age: number | null,
): Improvement {
  if (age !== null && age >= MAX_AGE_MONTHS) return 'graduated';
  return before === undefined ? 'first' : compared(now, before);
}
