import {
  addDays,
  dateFromInstant,
  foldText,
  type IsoDate,
  isIsoDate,
  isoDate,
} from '@crece/domain';
import { INSTANT, type Read, type SourceCell, textOf, UNREADABLE } from './cells.ts';

const ISO_START = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])/;
const DAY_AND_MONTH = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
/** The time that a spreadsheet adds to a date: "00:00", "2:30:00 p. m.". */
const TIME_AFTER = /[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?\s*m\.?)?$/i;
const CENTURY = 2000;

/** Whether the day or the month comes first. */
export type DateOrder = 'dmy' | 'mdy';

/** From which day a workbook counts its dates; 1904 in those of old Macintoshes. */
export type SerialDates = '1900' | '1904';

/** Day 0 of each system; of 1900 the day that is right from March 1900 on. */
const DAY_ZERO = { '1900': '1899-12-30', '1904': '1904-01-01' } as const;
/** Serial numbers of 2000 to 2099: a cell with a date that lost its format. */
const SERIAL = /^\d{5}(?:\.0+)?$/;
const SERIAL_YEARS = { first: '2000-01-01', last: '2099-12-31' } as const;

/** The months, folded, in Spanish and English. */
const MONTHS = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['septiembre', 'setiembre', 'september'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
] as const;
const SHORTEST_MONTH = 3;

const DAY_MONTH_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|º|°)?[\s./-]+(?:de\s+)?([a-z]+)\.?[\s./,-]+(?:del?\s+)?(\d{4}|\d{2})$/;
const MONTH_NAME_DAY = /^([a-z]+)\.?[\s./-]+(\d{1,2})(?:st|nd|rd|th)?[\s./,-]+(\d{4}|\d{2})$/;

interface DayAndMonth {
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

/** Two digits: a year of this century, as every screened child's. */
const yearOf = (typed: string) => (typed.length === 2 ? CENTURY + Number(typed) : Number(typed));

function existing(year: number, month: number, day: number): IsoDate | typeof UNREADABLE {
  const date = isoDate(year, month, day);
  return isIsoDate(date) ? date : UNREADABLE;
}

function dayAndMonth(text: string): DayAndMonth | null {
  const [, first, second, year] = DAY_AND_MONTH.exec(text.replace(TIME_AFTER, '')) ?? [];
  if (first === undefined || second === undefined || year === undefined) return null;
  return { first: Number(first), second: Number(second), year: yearOf(year) };
}

/** The number of a month by its name or the beginning of it; 0 for another word. */
function monthOf(word: string): number {
  if (word.length < SHORTEST_MONTH) return 0;
  return MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
}

/** A date with the month in letters: "01-may-2024", "1 de mayo de 2024", "May 1, 2024". */
function withMonthName(text: string): Read<IsoDate> {
  const folded = foldText(text.replace(TIME_AFTER, ''));
  const [, day, month, year] = DAY_MONTH_NAME.exec(folded) ?? [];
  const [, otherMonth, otherDay, otherYear] = MONTH_NAME_DAY.exec(folded) ?? [];
  const name = month ?? otherMonth;
  if (name === undefined) return undefined;
  return existing(yearOf(year ?? otherYear ?? ''), monthOf(name), Number(day ?? otherDay));
}

/** The day of a spreadsheet's serial number; undefined for any other text. */
function ofSerial(text: string, serials: SerialDates): IsoDate | undefined {
  if (!SERIAL.test(text)) return undefined;
  const date = addDays(DAY_ZERO[serials], Math.floor(Number(text)));
  return date >= SERIAL_YEARS.first && date <= SERIAL_YEARS.last ? date : undefined;
}

/** The orders in which a date with slashes, points or dashes is valid; empty for other text. */
export function possibleOrders(cell: SourceCell | undefined): readonly DateOrder[] {
  const parts = dayAndMonth(textOf(cell) ?? '');
  if (parts === null) return [];
  const { first, second, year } = parts;
  const orders: DateOrder[] = [];
  if (existing(year, second, first) !== UNREADABLE) orders.push('dmy');
  if (existing(year, first, second) !== UNREADABLE) orders.push('mdy');
  return orders;
}

/** Whether both orders are valid and give different dates: 3/4/2024, but not 4/4/2024. */
export function isAmbiguousDate(cell: SourceCell | undefined): boolean {
  const parts = dayAndMonth(textOf(cell) ?? '');
  return parts !== null && parts.first !== parts.second && possibleOrders(cell).length > 1;
}

export interface DateContext {
  readonly order: DateOrder;
  readonly timeZone: string;
  readonly serials?: SerialDates | undefined;
}

/**
 * A date: ISO (an instant becomes the day in the unit's zone), day, month and year in the file's
 * order, with the month in letters, or a spreadsheet's serial number. A time after it is ignored.
 */
export function dateOf(
  cell: SourceCell | undefined,
  { order, timeZone, serials = '1900' }: DateContext,
): Read<IsoDate> {
  const text = textOf(cell);
  if (text === undefined) return undefined;
  if (INSTANT.test(text)) {
    const date = dateFromInstant(text.replace(' ', 'T'), timeZone);
    return isIsoDate(date) ? date : UNREADABLE;
  }
  const [, year, month, day] = ISO_START.exec(text) ?? [];
  if (year !== undefined) return existing(Number(year), Number(month), Number(day));
  const parts = dayAndMonth(text);
  if (parts === null) return ofSerial(text, serials) ?? withMonthName(text) ?? UNREADABLE;
  const { first, second } = parts;
  return order === 'dmy'
    ? existing(parts.year, second, first)
    : existing(parts.year, first, second);
}

/** Whether a cell of the first row is a date, which no heading is. */
export function looksLikeDate(cell: SourceCell | undefined): boolean {
  const date = dateOf(cell, { order: 'dmy', timeZone: 'UTC' });
  return (date !== undefined && date !== UNREADABLE) || possibleOrders(cell).length > 0;
}
