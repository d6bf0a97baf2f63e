import {
  addMonths,
  ageToday,
  type DeskList,
  type IsoDate,
  MAX_AGE_MONTHS,
  supplementOn,
  withoutUndefined,
} from '@crece/domain';
import type { ReportedScreening, ScreenedChild } from '../rows/reported-screenings.ts';
import { NEED_TIMES, type Need, type NeedTime } from './desk-lists.ts';

function supplementSource({ reading, basis, foodFrom }: ReportedScreening) {
  const { surveyDate, muac } = basis.screening;
  const { zScore, monthAge, override } = reading;
  return {
    surveyDate,
    zScore,
    monthAge,
    ...withoutUndefined({ muac, ageOverride: override?.ageMonths, foodFrom }),
  };
}

/** The first day of the calendar month that many months after today's; today for 0. */
export function dayOfNeed(today: IsoDate, time: NeedTime): IsoDate {
  return time === 0 ? today : `${addMonths(`${today.slice(0, 7)}-01`, time).slice(0, 7)}-01`;
}

/**
 * A child's supplement today and in the months to order for. Today's supplement continues, changes
 * with the age (micronutrients from 36 months; a baby starts at 6 months), and ends at 60 months or
 * when a graduated child's lapses. Recovery and new cases are not predicted.
 */
export function needsOf(
  entry: ReportedScreening & { readonly screened: ScreenedChild },
  { today, month = today }: { readonly today: IsoDate; readonly month?: IsoDate | undefined },
): { needs: readonly (Need | null)[]; isUnderSix: boolean } {
  const source = supplementSource(entry);
  const { born } = entry.screened;
  const now = supplementOn(source, born, today);
  const isDue = now.supType !== 'none';
  const needs = NEED_TIMES.map((time) => {
    if (!isDue) return null;
    const day = time === 0 ? today : dayOfNeed(month, time);
    const then = supplementOn(source, born, day);
    const age = ageToday(born, source, day)?.completedMonths ?? null;
    const isGraduate = age !== null && age >= MAX_AGE_MONTHS;
    const need = isGraduate ? then.supType : then.calledFor;
    return need === 'none' || then.noFoodUnder6 ? null : need;
  });
  return { needs, isUnderSix: isDue && now.noFoodUnder6 };
}

/** The lists of supplements that a child stands on, by `NEED_TIMES`. */
export function needLists(needs: readonly (Need | null)[]): readonly DeskList[] {
  return NEED_TIMES.flatMap((time, place): DeskList[] => {
    const need = needs[place];
    const isNeeded = need !== null && need !== undefined;
    return isNeeded ? [`need-any-${time}`, `need-${need}-${time}`] : [];
  });
}
