import {
  dateFromInstant,
  foldText,
  type IsoDate,
  isIsoDate,
  isoDate,
  MEASURED_POSITIONS,
  type MeasuredPosition,
  type MemberStatus,
  parseDecimal,
  type Sex,
} from '@crece/domain';
import { textOfSafeCell } from '@crece/reports/csv';

/**
 * A cell as the file contains it: CSV has only text; a spreadsheet has numbers, booleans and dates
 * (ISO text).
 */
export type SourceCell = string | number | boolean | null;

/** A cell that could not be read. */
export const UNREADABLE = Symbol('unreadable');
export type Read<T> = T | undefined | typeof UNREADABLE;

/** Maximum length of a cell's text, in characters. */
export const MAX_CELL_CHARACTERS = 10_000;

/**
 * The trimmed text of a cell, without the apostrophe that our reports put before text that a
 * spreadsheet would run as a formula; undefined when empty.
 */
export function textOf(cell: SourceCell | undefined): string | undefined {
  if (cell === null || cell === undefined) return undefined;
  const text = textOfSafeCell(String(cell)).trim();
  return text === '' ? undefined : text;
}

/** A number with decimal point or comma. */
export function numberOf(cell: SourceCell | undefined): Read<number> {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell + 0 : UNREADABLE;
  const text = textOf(cell);
  if (text === undefined) return undefined;
  const value = parseDecimal(text);
  return value === null || value === 'invalid' ? UNREADABLE : value + 0;
}

/** The value of a word in a table, ignoring case and accents. */
function wordOf<T>(cell: SourceCell | undefined, words: ReadonlyMap<string, T>): Read<T> {
  const text = textOf(cell);
  if (text === undefined) return undefined;
  return words.get(foldText(text)) ?? UNREADABLE;
}

function table<T>(...entries: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(
    entries.flatMap(([value, words]) => words.split(', ').map((word) => [word, value] as const)),
  );
}

const ANSWERS = table<boolean>(
  [true, 'yes, y, true, 1, si, s, x, verdadero'],
  [false, 'no, n, false, 0, falso'],
);
const SEXES = table<Sex>(
  ['Boy', 'boy, male, masculino, nino, varon, hombre, h, 1'],
  ['Girl', 'girl, female, femenino, nina, mujer, f, 2'],
);
const MEMBERSHIPS = table<MemberStatus>(
  ['Yes', 'yes, y, true, 1, si, s, miembro'],
  ['No', 'no, n, false, 0'],
  ['Unknown', 'unknown, desconocido, no se sabe, ?, u'],
);
const POSITIONS = table<MeasuredPosition>(
  [MEASURED_POSITIONS[0], 'lying, l, boca arriba, acostado, acostada'],
  [MEASURED_POSITIONS[1], 'standing, h, s, parado, parada, de pie'],
);
const UNDECIDED_SEX = 'm';

export const answerOf = (cell: SourceCell | undefined): Read<boolean> => wordOf(cell, ANSWERS);
export const membershipOf = (cell: SourceCell | undefined): Read<MemberStatus> =>
  wordOf(cell, MEMBERSHIPS);

export const positionOf = (cell: SourceCell | undefined): Read<MeasuredPosition> =>
  wordOf(cell, POSITIONS);

/**
 * Whether the cell is M, which means boy (male, masculino) in one file and girl (mujer) in another.
 */
export function isUndecidedSex(cell: SourceCell | undefined): boolean {
  return foldText(textOf(cell) ?? '') === UNDECIDED_SEX;
}

/**
 * The sex in a cell; `letterM` is the meaning of M according to the file's other letters or a
 * person's answer.
 */
export function sexOf(cell: SourceCell | undefined, letterM: Sex | undefined): Read<Sex> {
  return isUndecidedSex(cell) ? (letterM ?? UNREADABLE) : wordOf(cell, SEXES);
}

const ISO_START = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const DAY_AND_MONTH = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const CENTURY = 2000;

/** Whether the day or the month comes first. */
export type DateOrder = 'dmy' | 'mdy';

interface DayAndMonth {
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

function dayAndMonth(text: string): DayAndMonth | null {
  const [, first, second, year] = DAY_AND_MONTH.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return null;
  const typed = Number(year);
  return {
    first: Number(first),
    second: Number(second),
    // Two digits: a year of this century, as every screened child's.
    year: year.length === 2 ? CENTURY + typed : typed,
  };
}

function existing(year: number, month: number, day: number): IsoDate | typeof UNREADABLE {
  const date = isoDate(year, month, day);
  return isIsoDate(date) ? date : UNREADABLE;
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

/**
 * A date: ISO (an instant becomes the day in the unit's zone), or day, month and year in the file's
 * order.
 */
export function dateOf(
  cell: SourceCell | undefined,
  { order, timeZone }: { readonly order: DateOrder; readonly timeZone: string },
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
  if (parts === null) return UNREADABLE;
  const { first, second } = parts;
  return order === 'dmy'
    ? existing(parts.year, second, first)
    : existing(parts.year, first, second);
}

/**
 * An instant in UTC; undefined for an invalid one, because only the order of screenings on one day
 * depends on it.
 */
export function instantOf(cell: SourceCell | undefined): string | undefined {
  const text = textOf(cell);
  if (text === undefined || !INSTANT.test(text)) return undefined;
  const moment = new Date(text.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
