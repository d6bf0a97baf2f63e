import { instantOfId } from '../base/ids.ts';
import { dayAfter } from '../dates/calendar.ts';
import type { IsoDate, IsoInstant } from '../fields/entities.ts';

/** The fields that determine a screening's position among the child's others. */
export interface OrderedScreening {
  readonly _id: string;
  readonly surveyDate: IsoDate;
  readonly created?: IsoInstant | undefined;
}

function instantOf({ created, _id }: OrderedScreening): number {
  const instant = created === undefined ? Number.NaN : Date.parse(created);
  return Number.isNaN(instant) ? (instantOfId(_id) ?? 0) : instant;
}

/**
 * The total order of screenings, the same on every device: by survey date, then by creation
 * (without `created`, the time in the id), then by id.
 */
export function compareScreenings(a: OrderedScreening, b: OrderedScreening): number {
  if (a.surveyDate !== b.surveyDate) return a.surveyDate < b.surveyDate ? -1 : 1;
  const later = instantOf(a) - instantOf(b);
  if (later !== 0) return later;
  if (a._id === b._id) return 0;
  return a._id < b._id ? -1 : 1;
}

/** Whether a screening is dated later than tomorrow by the reader's date: "date to be checked". */
export function futureDated(screening: { readonly surveyDate: IsoDate }, today: IsoDate): boolean {
  return screening.surveyDate > dayAfter(today);
}

/**
 * The newest screening, null when there is none. With `today`, a screening dated later than
 * tomorrow is ignored; without it (stored summaries use no clock) every screening counts.
 */
export function newestScreening<T extends OrderedScreening>(
  screenings: readonly T[],
  today?: IsoDate,
): T | null {
  let newest: T | null = null;
  for (const screening of screenings) {
    if (today !== undefined && futureDated(screening, today)) continue;
    if (newest === null || compareScreenings(screening, newest) > 0) newest = screening;
  }
  return newest;
}

/** The screenings, newest first, as histories show them. */
export function newestFirst<T extends OrderedScreening>(screenings: readonly T[]): T[] {
  return [...screenings].sort((a, b) => compareScreenings(b, a));
}

/**
 * Whether no other screening of the child comes before this one; the stored version of this
 * screening is ignored.
 */
export function isFirstScreening(
  screening: OrderedScreening,
  others: readonly OrderedScreening[],
): boolean {
  return others.every(
    (other) => other._id === screening._id || compareScreenings(other, screening) > 0,
  );
}
