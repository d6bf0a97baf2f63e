import type { NextVisitReason, NextVisitTable } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** Days and months of a reason from the table; the reason's sentence uses at most one of them. */
function intervalOf(reason: NextVisitReason, table: NextVisitTable) {
  const { referredDays, infantAtRiskDays, acuteMonths, supplementMonths, ordinaryMonths } = table;
  const months = { 'supplement-or-risk': supplementMonths, ordinary: ordinaryMonths };
  return {
    days: reason === 'refer' ? referredDays : infantAtRiskDays,
    months: reason in months ? months[reason as keyof typeof months] : acuteMonths,
  };
}

/** The reason for the day of the next visit, with the programme's own interval. */
export function nextVisitWords(
  { t }: Translator,
  reason: NextVisitReason,
  table: NextVisitTable,
): string {
  return t(`assessment.next.${reason}`, intervalOf(reason, table));
}
