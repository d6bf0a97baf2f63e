import { isWithin, KEPT_OUTSIDE } from '../base/limits.ts';
import { withoutFields } from '../base/optional.ts';
import { isIsoDate } from '../dates/calendar.ts';
import { dateFromInstant } from '../dates/time-zones.ts';
import {
  type IsoDate,
  type IsoInstant,
  MEMBER_STATUSES,
  type MemberStatus,
  type OutsideLimits,
  type Sex,
} from '../fields/entities.ts';
import { parseDecimal } from '../fields/parse.ts';
import { isRecord, type RawRecord } from './gate-codes.ts';

/** Repairs of single values. Each returns undefined for a missing value. */

const LOOSE_DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The years of `isIsoDate`, one day shorter at each end so that no time zone leads outside. */
const EARLIEST_MOMENT = Date.UTC(1900, 0, 2);
const LATEST_MOMENT = Date.UTC(2199, 11, 30);

/** Trimmed text; numbers (phone, group) become text, objects and arrays become JSON. */
export function repairText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * A number, also from text with decimal point or comma; blank text is absent, anything else
 * 'invalid'.
 */
export function repairNumber(value: unknown): number | undefined | 'invalid' {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : 'invalid';
  if (typeof value !== 'string') return 'invalid';
  const parsed = parseDecimal(value);
  return parsed === null ? undefined : parsed;
}

/** A number or undefined: for fields that no rule depends on. */
export function numberOrAbsent(value: unknown): number | undefined {
  const number = repairNumber(value);
  return number === 'invalid' ? undefined : number;
}

const KEPT_NAMES = ['height', 'weight'] as const;

/**
 * Figures kept outside the form's limits; impossible ones are left out. Undefined when none is left.
 * Names that this version does not know stay.
 */
export function repairOutside(value: unknown): OutsideLimits | undefined {
  if (!isRecord(value)) return undefined;
  const kept: RawRecord = withoutFields(value, KEPT_NAMES);
  const figures: OutsideLimits = {};
  for (const name of KEPT_NAMES) {
    const figure = numberOrAbsent(value[name]);
    if (figure !== undefined && isWithin(figure, KEPT_OUTSIDE[name])) figures[name] = figure;
  }
  const all = { ...kept, ...figures };
  return Object.keys(all).length === 0 ? undefined : all;
}

const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

/** A yes/no answer; any other value counts as not asked. */
export function repairAnswer(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = repairText(value)?.toLowerCase();
  if (word === undefined) return undefined;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/** The time part of an instant as `toISOString` writes it, e.g. `T10:42:00.000Z`. */
const CANONICAL_TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Whether an instant is already written in canonical form, within the accepted years. */
function isCanonicalInstant(value: unknown): value is IsoInstant {
  if (typeof value !== 'string' || !(value > '1901' && value < '2199')) return false;
  return isIsoDate(value.slice(0, 10)) && CANONICAL_TIME.test(value.slice(10));
}

/** An instant in UTC; a time without a zone is read as UTC, never in the reader's zone. */
export function repairInstant(value: unknown): IsoInstant | undefined {
  // Most instants are canonical: this avoids creating a Date for each.
  if (isCanonicalInstant(value)) return value;
  const moment = momentOf(value);
  return moment === null ? undefined : new Date(moment).toISOString();
}

/** Milliseconds of an instant between 1900 and 2199, from ISO text or epoch milliseconds. */
function momentOf(value: unknown): number | null {
  let moment = Number.NaN;
  if (typeof value === 'number') moment = value;
  else if (typeof value === 'string') moment = Date.parse(utcText(value.trim()));
  return moment >= EARLIEST_MOMENT && moment < LATEST_MOMENT ? moment : null;
}

function utcText(text: string): string {
  const match = INSTANT.exec(text);
  if (match === null) return isIsoDate(text) ? `${text}T00:00:00Z` : '';
  const joined = text.replace(' ', 'T').toUpperCase();
  return match[1] === undefined ? `${joined}Z` : joined;
}

/**
 * A calendar date. An instant becomes the date in the unit's time zone; a date and time without a
 * zone keeps its date; "2016-5-3" is padded with zeros. Null when unreadable.
 */
export function repairDate(value: unknown, timeZone: string): IsoDate | null {
  if (isIsoDate(value)) return value;
  if (typeof value === 'string') {
    const text = value.trim();
    const [, year, month, day] = LOOSE_DATE.exec(text) ?? [];
    if (year !== undefined && month !== undefined && day !== undefined) {
      const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      return isIsoDate(date) ? date : null;
    }
    const instant = INSTANT.exec(text);
    if (instant !== null && instant[1] === undefined) {
      const date = text.slice(0, 10);
      return isIsoDate(date) ? date : null;
    }
  }
  const moment = momentOf(value);
  const date = moment === null ? null : dateFromInstant(moment, timeZone);
  return isIsoDate(date) ? date : null;
}

const SEX_WORDS: Readonly<Record<string, Sex>> = {
  boy: 'Boy',
  male: 'Boy',
  girl: 'Girl',
  female: 'Girl',
};

/** The sex of a record, in any case; other values are not guessed. */
export function repairSex(value: unknown): Sex | undefined {
  const word = repairText(value)?.toLowerCase() ?? '';
  return Object.hasOwn(SEX_WORDS, word) ? SEX_WORDS[word] : undefined;
}

/** Membership; any value other than yes or no becomes unknown. */
export function repairMemberStatus(value: unknown): MemberStatus {
  const answer = repairAnswer(value);
  if (answer !== undefined) return answer ? 'Yes' : 'No';
  return MEMBER_STATUSES.find((word) => word === value) ?? 'Unknown';
}

/** A word of a closed list, else absent. */
export function wordOrAbsent<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value);
}
