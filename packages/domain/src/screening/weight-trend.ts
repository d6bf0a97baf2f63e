import { daysBetween } from '../dates/calendar.ts';
import type { IsoDate, Screening } from '../fields/entities.ts';
import { newestFirst, type OrderedScreening } from './order.ts';
import { type StoredMeasures, usableMeasures } from './usable-measures.ts';

/** Direction of the weight since the previous screening with a weight. */
export type WeightTrendWord = 'gaining' | 'static' | 'losing';

export interface WeightTrend {
  readonly word: WeightTrendWord;
  /** Now minus before in kg, in steps of 10 g. */
  readonly changeKg: number;
  readonly since: IsoDate;
  readonly days: number;
}

/**
 * A change below either of these counts as static: scales show 100 g, and a meal, a nappy or a
 * drink weighs as much. The 1 % matters for children over 10 kg.
 */
export const STATIC_WEIGHT = { kg: 0.1, share: 0.01 } as const;

type WeighedScreening = OrderedScreening & StoredMeasures & Partial<Pick<Screening, 'oedema'>>;

/**
 * Direction of the weight since the last screening of a day before with a usable one: gaining, static (less
 * than 100 g, or less than 1 % of the weight before) or losing. Null without two weights, and with
 * oedema at either screening, because the water adds weight.
 */
export function weightTrend(
  screening: WeighedScreening,
  others: readonly WeighedScreening[],
): WeightTrend | null {
  const now = usableMeasures(screening).weight;
  if (now === undefined) return null;
  const earlier = others.filter(({ surveyDate }) => surveyDate < screening.surveyDate);
  const last = newestFirst(earlier).find((other) => usableMeasures(other).weight !== undefined);
  const before = last === undefined ? undefined : usableMeasures(last).weight;
  if (last === undefined || before === undefined) return null;
  if (screening.oedema === true || last.oedema === true) return null;
  // In grams: 7.2 − 7.1 is 0.10000000000000053 in kg.
  const grams = Math.round(now * 1000) - Math.round(before * 1000);
  const isStatic =
    Math.abs(grams) < STATIC_WEIGHT.kg * 1000 ||
    Math.abs(grams) < Math.round(before * 1000) * STATIC_WEIGHT.share;
  const word = grams < 0 ? 'losing' : 'gaining';
  return {
    word: isStatic ? 'static' : word,
    changeKg: Math.round(grams / 10) / 100,
    since: last.surveyDate,
    days: daysBetween(last.surveyDate, screening.surveyDate),
  };
}
