import {
  anyBelow,
  type IsoDate,
  MAX_AGE_MONTHS,
  type ProgrammeRules,
  type ReassessedScreening,
  SUPPLEMENT_LAPSE_MONTHS,
  type SupplementType,
  supplementOn,
  Z_LINES,
} from '@crece/domain';
import type { ReportedScreening, ScreenedChild } from './reported-screenings.ts';

/**
 * Why a child is on the list: its supplement, or "at risk" in a country that lists these children.
 */
export type ListedNeed = Exclude<SupplementType, 'none'> | 'at-risk';

/** The day, the unit's country, and the programme's countries that list children at risk. */
interface ListRules extends Pick<ProgrammeRules, 'atRiskCountries'> {
  readonly today: IsoDate;
  readonly countryCode: string;
}

/** Under this age a child that was ever low stays on the list. */
const EVER_LOW_UNTIL_MONTHS = 24;

/**
 * The supplement for the newest screening at today's age, as on the child's page, without the
 * lapse.
 */
function calledFor({ newest: { basis, reading }, born }: ScreenedChild, today: IsoDate) {
  const { screening } = basis;
  const { surveyDate, ageOverride, comments, muac } = screening;
  const { monthAge, zScore } = reading;
  return supplementOn({ surveyDate, ageOverride, comments, muac, monthAge, zScore }, born, today)
    .calledFor;
}

/** Below −2 in any index, or acute evidence by MUAC (which counts only without WHZ). */
function isLow({ reading: { zScore, evidence } }: ReportedScreening): boolean {
  const isAcute = evidence.level === 'severe' || evidence.level === 'moderate';
  return anyBelow(zScore, Z_LINES.moderate) || (evidence.from === 'muac' && isAcute);
}

function wasEverLow({ newest, earlier }: ScreenedChild): boolean {
  if (isLow(newest)) return true;
  for (const entry of earlier()) if (isLow(entry)) return true;
  return false;
}

function isAtRisk({ zScore: { wl, ha } }: ReassessedScreening): boolean {
  return [wl, ha].some((z) => z !== null && z >= Z_LINES.moderate && z < Z_LINES.marginal);
}

/**
 * The reason for a child to be on the supplement list; null when it is not. It must be under 60
 * months, screened at most 7 completed months ago, and neither dead nor moved away. In this order:
 * the supplement of the newest screening by the age today; under 24 months `sup` for a child that
 * was ever low; from 24 months "at risk" if the programme lists it in this country.
 */
export function listedNeed(one: ScreenedChild, where: ListRules): ListedNeed | null {
  const need = needOf(one, where);
  return need === null || one.standing().departure !== null ? null : need;
}

function needOf(
  one: ScreenedChild,
  { today, countryCode, atRiskCountries }: ListRules,
): ListedNeed | null {
  const { age, monthsSince, newest } = one;
  if (age === null || age >= MAX_AGE_MONTHS || monthsSince > SUPPLEMENT_LAPSE_MONTHS) return null;
  const supplement = calledFor(one, today);
  if (supplement !== 'none') return supplement;
  if (age < EVER_LOW_UNTIL_MONTHS) return wasEverLow(one) ? 'sup' : null;
  return atRiskCountries.includes(countryCode) && isAtRisk(newest.reading) ? 'at-risk' : null;
}

/** Whether an earlier screening already gave a supplement, by the plain rule at its date. */
export function hadSupplement({ earlier }: ScreenedChild): boolean {
  for (const { reading } of earlier()) if (reading.supType !== 'none') return true;
  return false;
}
