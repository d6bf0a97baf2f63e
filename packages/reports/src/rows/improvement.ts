import { MAX_AGE_MONTHS, usableMuac } from '@crece/domain';
import type { ReportedScreening } from './reported-screenings.ts';
import { isAcuteStatus, type SummaryStatus, summaryStatusOf } from './summary-status.ts';

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
  return isAcuteStatus(status) || status === 'Chronic';
}

/** The figure of a screening by which acute malnutrition or stunting is compared. */
type Compared = 'wl' | 'ha' | 'muac';

/** Whether the figure was measured at a screening; a stored index without measures was not. */
function wasMeasured({ reading, basis }: ReportedScreening, figure: Compared): boolean {
  if (figure === 'muac') return usableMuac(basis.screening.muac) !== undefined;
  return reading.zScore[figure] !== null && !reading.fromCopy.includes(figure);
}

/** The figure by which a screening was acute or chronic. */
function illBy({ reading }: ReportedScreening): Compared {
  if (!isAcuteStatus(summaryStatusOf(reading))) return 'ha';
  return reading.evidence.from === 'muac' ? 'muac' : 'wl';
}

/** The change from one screening to the next: acute cases by WHZ, chronic ones by HAZ. */
function compared(now: ReportedScreening, before: ReportedScreening): Improvement {
  const status = summaryStatusOf(now.reading);
  if (isAcuteStatus(status) || status === 'Chronic') {
    const figure = isAcuteStatus(status) ? 'wl' : 'ha';
    const change = changeOf(now.reading.zScore[figure], before.reading.zScore[figure]);
    const isKnown = wasMeasured(now, figure) && wasMeasured(before, figure);
    return change === 'improved' && !isKnown ? 'none' : change;
  }
  const isWell = status === 'Risk' || status === 'Normal';
  if (!isWell || !wasIll(summaryStatusOf(before.reading))) return 'none';
  return wasMeasured(now, illBy(before)) ? 'recovered' : 'none';
}

/**
 * The child's development for the summary; from 60 months it is always "graduated". While the child is
 * referred it is never "recovered" or "improved".
 */
export function improvementOf(
  now: ReportedScreening,
  before: ReportedScreening | undefined,
  age: number | null,
  isReferred: boolean,
): Improvement {
  if (age !== null && age >= MAX_AGE_MONTHS) return 'graduated';
  if (before === undefined) return 'first';
  const change = compared(now, before);
  const isPraise = change === 'recovered' || change === 'improved';
  return isPraise && isReferred ? 'none' : change;
}
