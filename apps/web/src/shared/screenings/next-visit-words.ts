import {
  addDays,
  type IsoDate,
  type NextVisitReason,
  type NextVisitTable,
  UNDER_SIX_MONTHS,
} from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildFacts } from './screening-facts.ts';

const MEASURED_NOW: ReadonlySet<NextVisitReason> = new Set(['measure-now', 'referral-lapsed']);

/** Days and months of a reason from the table; the reason's sentence uses at most one of them. */
function intervalOf(reason: NextVisitReason, table: NextVisitTable) {
  const { referredDays, infantAtRiskDays, acuteMonths, supplementMonths, ordinaryMonths } = table;
  const isWeekly = reason === 'refer' || reason === 'low-weight';
  const months = { 'supplement-or-risk': supplementMonths, ordinary: ordinaryMonths };
  return {
    days: isWeekly ? referredDays : infantAtRiskDays,
    months: reason in months ? months[reason as keyof typeof months] : acuteMonths,
  };
}

/** The reason for the day of the next visit, with the programme's own interval. */
export function nextVisitWords(
  { t }: Translator,
  reason: NextVisitReason,
  table: NextVisitTable,
  /** Under 6 months today: there an arm assesses nothing. */
  isInfant = false,
): string {
  const infant = isInfant ? 'yes' : 'no';
  return t(`assessment.next.${reason}`, { ...intervalOf(reason, table), infant });
}

/**
 * The day of a next visit and why, as a card says it. A referred child goes to the clinic today and
 * is seen after the programme's interval; a visit that is past has no interval any more.
 */
export function plannedWords(
  translator: Translator,
  { standing, today, programme }: ChildFacts,
): { day: IsoDate; words: string } | null {
  const { next, isOverdue, isGraduate, ageMonths } = standing;
  if (next === null) return null;
  const { t } = translator;
  const { date, reason, everyDays, outcome, handOver } = next;
  const isCalled = everyDays !== undefined && outcome === undefined;
  // Nobody weighs the child again, whatever a clinic has answered.
  if (isGraduate) return { day: isCalled ? today : date, words: t('assessment.next.over-five') };
  // "Measure now" says itself what an overdue visit asks for.
  const isPast = isOverdue && date < today && !MEASURED_NOW.has(reason);
  const isInfant = ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;
  const why = () => nextVisitWords(translator, reason, programme.nextVisit, isInfant);
  const words = outcome !== undefined ? t('assessment.next.answered', { ...outcome }) : why();
  return {
    day: isCalled ? addDays(today, everyDays) : date,
    words: [
      isPast ? t('assessment.next.overdue') : words,
      ...(handOver === true ? [t('assessment.next.hand-over')] : []),
    ].join('. '),
  };
}
