import { completedMonthsBetween, daysBetween } from '@crece/domain';
import { formatMessage, type Message, type MessageParams, parseMessage } from './icu.ts';
import type { MessageKey, Sentences } from './keys.ts';
import { type Language, LOCALES } from './language.ts';

/** Date styles: `14 Mar`, `14 Mar 2026`, `14 March 2026`, `Saturday, 14 March 2026`, `March 2026`. */
export type DateStyle = 'day' | 'medium' | 'long' | 'full' | 'month';

const DATE_STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

export interface NumberStyle {
  /** Exact number of decimals; default: up to two, without trailing zeros. */
  decimals?: number;
  /** Writes `+` before a figure above zero. */
  signed?: boolean;
}

/** Sentences, numbers and dates of one language. Dates of records have no time of day. */
export interface Translator {
  readonly language: Language;
  t(key: MessageKey, params?: MessageParams): string;
  /** `number(-2.08)` → `−2.08`, in Spanish `−2,08`, with the true minus sign. */
  number(value: number, style?: NumberStyle): string;
  /**
   * A date without time, in every time zone of the device: `date('2026-03-14')` → `14 Mar 2026`.
   */
  date(isoDate: string, style?: DateStyle): string;
  /** The date, without its year when less than a year from today: `12 Dec`, else `12 Dec 2024`. */
  shortDate(isoDate: string, today: string): string;
  /** A clock time of this device: `10:42`. */
  time(instant: Date): string;
  /** `today`, `yesterday`, `5 days ago`, `3 weeks ago`, `4 months ago`. */
  ago(isoDate: string, today: string): string;
  /** `22 months`; `brief` gives `22 mo`. Takes completed months or a fractional age (floored). */
  age(months: number, brief?: 'brief'): string;
  /** `a, b and c`. */
  list(items: readonly string[]): string;
  /** A country by its ISO alpha-2 code: `KH` → `Cambodia`, `Camboya`; `fallback` when unknown. */
  region(code: string, fallback: string): string;
}

const MINUTE_MS = 60_000;

function utc(isoDate: string): number {
  return Date.parse(`${isoDate.slice(0, 10)}T00:00:00Z`);
}

/** Creates the translator of a language; caches parsed sentences and formatters. */
export function createTranslator(language: Language, sentences: Sentences): Translator {
  const locale = LOCALES[language];
  const parsed = new Map<MessageKey, Message>();
  const numberFormats = new Map<string, Intl.NumberFormat>();
  const dateFormats = new Map<DateStyle, Intl.DateTimeFormat>();
  const plurals = new Intl.PluralRules(locale);
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  // A formatter keeps the time zone in which it was made; a device may cross a border with the page open.
  const times = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });

  function number(value: number, style: NumberStyle = {}): string {
    const id = `${style.decimals ?? ''}${style.signed ? '+' : ''}`;
    let format = numberFormats.get(id);
    if (format === undefined) {
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: style.decimals ?? 0,
        maximumFractionDigits: style.decimals ?? 2,
        signDisplay: style.signed ? 'exceptZero' : 'auto',
      });
      numberFormats.set(id, format);
    }
    const text = format.format(value);
    // Below zero by less than is shown: a zero has no sign. Chrome before 106 has no option for it.
    return (/[1-9]/.test(text) ? text : format.format(0)).replace('-', '−');
  }

  function date(isoDate: string, style: DateStyle = 'medium'): string {
    let format = dateFormats.get(style);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone: 'UTC' });
      dateFormats.set(style, format);
    }
    return format.format(utc(isoDate));
  }

  const speech = { number, plural: (value: number) => plurals.select(value) };

  function t(key: MessageKey, params: MessageParams = {}): string {
    let message = parsed.get(key);
    if (message === undefined) {
      const sentence = sentences[key];
      if (sentence === undefined) throw new Error(`The sentence ${key} is not loaded yet.`);
      message = parseMessage(sentence);
      parsed.set(key, message);
    }
    return formatMessage(message, params, speech);
  }

  function ago(isoDate: string, today: string): string {
    const days = daysBetween(isoDate, today);
    if (days < 0) return date(isoDate);
    if (days === 0) return t('common.today');
    if (days === 1) return t('common.yesterday');
    if (days < 14) return t('common.days-ago', { days });
    if (days < 60) return t('common.weeks-ago', { weeks: Math.floor(days / 7) });
    return t('common.months-ago', { months: completedMonthsBetween(isoDate, today) });
  }

  return {
    language,
    t,
    number,
    date,
    shortDate: (isoDate, today) =>
      date(isoDate, Math.abs(daysBetween(isoDate, today)) < 365 ? 'day' : 'medium'),
    time: (instant) => times.format(+instant - instant.getTimezoneOffset() * MINUTE_MS),
    ago,
    age: (months, brief) =>
      t(brief === 'brief' ? 'common.age-brief' : 'common.age', { months: Math.floor(months) }),
    list: (items) => lists.format(items),
    region: (code, fallback) => regions.of(code) ?? fallback,
  };
}
