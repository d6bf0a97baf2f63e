import type { BirthDated } from '../dates/age.ts';
import { addMonths } from '../dates/calendar.ts';
import type { IsoDate, Screening } from '../entities.ts';
import { MAX_AGE_MONTHS, NEXT_VISIT_MONTHS, UNDER_SIX_MONTHS } from '../limits.ts';
import { muacBandOf } from './muac.ts';
import { statusOf } from './status-table.ts';

/** Why the next visit falls on its day. */
export type NextVisitReason = 'measure-now' | 'watch-acute' | 'six-months-old' | 'ordinary';

export interface NextVisit {
  readonly date: IsoDate;
  readonly reason: NextVisitReason;
}

/** The part of a screening that says when to come again. */
export type VisitSource = Pick<
  Screening,
  'surveyDate' | 'zScore' | 'monthAge' | 'ageOverride' | 'muac' | 'oedema'
>;

/** The day on which the child completes so many months, by the age that the screening went by. */
function dayOfAge(months: number, screening: VisitSource, child: BirthDated): IsoDate {
  const { ageOverride, surveyDate } = screening;
  return typeof ageOverride === 'number'
    ? addMonths(surveyDate, Math.ceil(months - ageOverride))
    : addMonths(child.birthDate, months);
}

/**
 * When the child should be seen next: at once where nothing could be assessed, in a month after acute
 * evidence, a red or yellow MUAC or swelling, at 6 months for a younger child, else after half a
 * year; the earliest counts. Null once that day lies past the fifth birthday.
 */
export function nextVisit(screening: VisitSource, child: BirthDated): NextVisit | null {
  const { surveyDate, zScore, muac, oedema } = screening;
  const ageMonths = screening.monthAge ?? null;
  const { evidence, zscoreStatus } = statusOf({ ageMonths, zScore, muac });
  const band = muacBandOf(muac, ageMonths);
  const isAcute = evidence.level === 'severe' || evidence.level === 'moderate';
  const isWatched = isAcute || band === 'red' || band === 'yellow' || oedema === true;
  const isUnderSix = ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;

  const visits: NextVisit[] = [
    { date: addMonths(surveyDate, NEXT_VISIT_MONTHS.ordinary), reason: 'ordinary' },
  ];
  if (isUnderSix)
    visits.push({ date: dayOfAge(UNDER_SIX_MONTHS, screening, child), reason: 'six-months-old' });
  if (isWatched) {
    const date = addMonths(surveyDate, NEXT_VISIT_MONTHS.acute);
    visits.push({ date, reason: 'watch-acute' });
  }
  if (zscoreStatus === undefined && !isUnderSix) {
    visits.push({ date: surveyDate, reason: 'measure-now' });
  }
  const next = visits.reduce((first, visit) => (visit.date < first.date ? visit : first));
  return next.date > dayOfAge(MAX_AGE_MONTHS, screening, child) ? null : next;
}
