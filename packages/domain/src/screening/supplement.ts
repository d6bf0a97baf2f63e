import {
  MICRONUTRIENTS_FROM_MONTHS,
  SUPPLEMENT_LAPSE_MONTHS,
  UNDER_SIX_MONTHS,
} from '../base/limits.ts';
import type { BirthDated } from '../dates/age.ts';
import { addMonths, completedMonthsBetween } from '../dates/calendar.ts';
import type { IsoDate, SupplementType } from '../fields/entities.ts';
import { type AcuteEvidence, acuteEvidence } from './acute-evidence.ts';
import { completedMonthsToday, type NewestScreening } from './age-today.ts';
import { isLowForAge, type ZFigures } from './stored-z-scores.ts';

/**
 * The supplement for a screening's figures at an age: `sup` for low HAZ or WAZ, `mic` instead from
 * 36 completed months, `MAM` or `SAM` for moderate or severe acute evidence.
 */
export function supplementFor(
  zScore: ZFigures,
  evidence: AcuteEvidence,
  completedMonths: number | null,
): SupplementType {
  if (evidence.level === 'severe') return 'SAM';
  if (evidence.level === 'moderate') return 'MAM';
  if (!isLowForAge(zScore)) return 'none';
  return completedMonths !== null && completedMonths >= MICRONUTRIENTS_FROM_MONTHS ? 'mic' : 'sup';
}

/** The input for today's supplement: the newest screening, reassessed. */
export interface SupplementSource extends NewestScreening {
  readonly monthAge?: number | null | undefined;
  readonly zScore: ZFigures;
  readonly muac?: number | undefined;
  /**
   * While birth date or age are in conflict: the first day on which every candidate is 6 months
   * old.
   */
  readonly foodFrom?: IsoDate | undefined;
}

/** The supplement that a child should get today. */
export interface SupplementToday {
  /** `none` after it has lapsed. */
  readonly supType: SupplementType;
  /** The supplement for the newest screening at today's age, also when lapsed. */
  readonly calledFor: SupplementType;
  /**
   * The newest screening is 7 completed months old or more: must not be shown as "no supplement".
   */
  readonly overdue: boolean;
  /** The first day on which the supplement is `none`; null without a screening. */
  readonly lapsesOn: IsoDate | null;
  /**
   * Under 6 months today, or possibly so: no amount of food may be named, whatever `supType` is.
   */
  readonly noFoodUnder6: boolean;
}

/**
 * Today's supplement from the newest screening, by the age today and the lapse: for a child
 * screened on 10 January it is `none`, overdue, from 10 August.
 */
export function supplementOn(
  newest: SupplementSource | null | undefined,
  child: BirthDated,
  today: IsoDate,
): SupplementToday {
  const completedMonths = completedMonthsToday(child, newest, today);
  const foodFrom = newest?.foodFrom;
  const noFoodUnder6 =
    (completedMonths !== null && completedMonths < UNDER_SIX_MONTHS) ||
    (foodFrom !== undefined && today < foodFrom);
  if (newest === null || newest === undefined) {
    return { supType: 'none', calledFor: 'none', overdue: false, lapsesOn: null, noFoodUnder6 };
  }
  // MUAC is assessed by the age at the screening, micronutrients by the age today.
  const evidence = acuteEvidence({ ...newest, ageMonths: newest.monthAge ?? null });
  const calledFor = supplementFor(newest.zScore, evidence, completedMonths);
  const overdue = completedMonthsBetween(newest.surveyDate, today) >= SUPPLEMENT_LAPSE_MONTHS;
  return {
    supType: overdue ? 'none' : calledFor,
    calledFor,
    overdue,
    lapsesOn: addMonths(newest.surveyDate, SUPPLEMENT_LAPSE_MONTHS),
    noFoodUnder6,
  };
}
