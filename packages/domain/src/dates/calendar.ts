import type { IsoDate } from '../base/words.ts';

/**
 * Calendar dates as records store them: `YYYY-MM-DD` without time or zone. Arithmetic uses whole
 * days of the proleptic Gregorian calendar, so that clocks, zones and summer time cannot shift a
 * date.
 */

interface CalendarParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Valid years of a person's date: any other year is a typing error (0206 for 2026). */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const HYPHEN = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function lastDayOf(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

/** The two digits at a position as a number, NaN when they are not digits. Faster than `slice`. */
function twoDigits(text: string, place: number): number {
  const tens = text.charCodeAt(place) - ZERO;
  const units = text.charCodeAt(place + 1) - ZERO;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

function partsOf(date: IsoDate): CalendarParts {
  return {
    year: twoDigits(date, 0) * 100 + twoDigits(date, 2),
    month: twoDigits(date, 5),
    day: twoDigits(date, 8),
  };
}

/** Without `padStart`, which is slow where lists ask for the dates of a whole unit. */
function twoPlaces(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Days since 0000-03-01: the year starts in March so that a leap day is its last day. */
function dayNumber({ year, month, day }: CalendarParts): number {
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    marchYear * 365 +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    dayOfYear
  );
}

/** Formats year, month (1 to 12) and day as a date; does not check that the date exists. */
export function isoDate(year: number, month: number, day: number): IsoDate {
  return `${String(year).padStart(4, '0')}-${twoPlaces(month)}-${twoPlaces(day)}`;
}

/** Whether a value is a date of the calendar, `YYYY-MM-DD`: 2024-02-29 is, 2023-02-29 is not. */
export function isIsoDate(value: string): boolean;
export function isIsoDate(value: unknown): value is IsoDate;
export function isIsoDate(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== DATE_LENGTH) return false;
  if (value.charCodeAt(4) !== HYPHEN || value.charCodeAt(7) !== HYPHEN) return false;
  const { year, month, day } = partsOf(value);
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return false;
  // `lastDayOf` an invalid month is 0, and comparing with NaN is false.
  return day >= 1 && day <= lastDayOf(year, month);
}

/** Order of two dates: negative when `a` is earlier, 0 on the same day, positive when later. */
export function compareDates(a: IsoDate, b: IsoDate): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whole days from `from` to `to`, negative when `to` is earlier: 28 February to 1 March 2024 is 2. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(partsOf(to)) - dayNumber(partsOf(from));
}

function partsAfter({ year, month, day }: CalendarParts, months: number): CalendarParts {
  const index = year * 12 + (month - 1) + months;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  return { year: toYear, month: toMonth, day: Math.min(day, lastDayOf(toYear, toMonth)) };
}

/**
 * Adds calendar months (negative: subtracts). The day becomes the last day of the month where that
 * month is shorter: 2024-01-31 plus 1 is 2024-02-29.
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = partsAfter(partsOf(date), months);
  return isoDate(year, month, day);
}

/** The day after: 2024-02-29 for 2024-02-28. */
export function dayAfter(date: IsoDate): IsoDate {
  const { year, month, day } = partsOf(date);
  return day < lastDayOf(year, month)
    ? isoDate(year, month, day + 1)
    : addMonths(isoDate(year, month, 1), 1);
}

/** Adds days (negative: subtracts): 2024-02-28 plus 2 is 2024-03-01. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const { year, month, day } = partsOf(date);
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return isoDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/**
 * Completed calendar months from one date to another: the largest k whose anniversary (`from` plus
 * k months) is not after `to`. 2023-08-31 to 2023-11-30 is 3, because the anniversary in November is
 * the 30th. Negative when `to` is earlier.
 */
export function completedMonthsBetween(from: IsoDate, to: IsoDate): number {
  return completedMonths(partsOf(from), partsOf(to));
}

function completedMonths(start: CalendarParts, end: CalendarParts): number {
  const months = (end.year - start.year) * 12 + end.month - start.month;
  const anniversaryDay = Math.min(start.day, lastDayOf(end.year, end.month));
  return end.day >= anniversaryDay ? months : months - 1;
}

/**
 * Completed months from one date to another, the days since the last monthly anniversary of `from`,
 * and the days from that anniversary to the next.
 */
export function monthsAndDays(
  from: IsoDate,
  to: IsoDate,
): { readonly months: number; readonly days: number; readonly monthDays: number } {
  const start = partsOf(from);
  const end = partsOf(to);
  const months = completedMonths(start, end);
  const anniversary = dayNumber(partsAfter(start, months));
  return {
    months,
    days: dayNumber(end) - anniversary,
    monthDays: dayNumber(partsAfter(start, months + 1)) - anniversary,
  };
}
