import { completedMonthsBetween, daysBetween, type IsoDate, type Issue } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';

/** Up to this many days the text counts days, then weeks, then months. */
const DAYS_UP_TO = 13;
const WEEKS_UP_TO_DAYS = 69;

/**
 * When a birth is expected, in words: `today`, `tomorrow`, `in 5 weeks`, `in 4 months`; after the
 * day `2 weeks ago`.
 */
export function expectedIn(
  date: IsoDate,
  today: IsoDate,
  { t, ago }: Pick<Translator, 't' | 'ago'>,
): string {
  const days = daysBetween(today, date);
  if (days < 0) return t('mothers.was-due', { when: ago(date, today) });
  if (days === 0) return t('mothers.due-today');
  if (days === 1) return t('mothers.due-tomorrow');
  if (days <= DAYS_UP_TO) return t('mothers.in-days', { days });
  if (days <= WEEKS_UP_TO_DAYS) return t('mothers.in-weeks', { weeks: Math.floor(days / 7) });
  return t('mothers.in-months', {
    months: completedMonthsBetween(today, date),
  });
}

/**
 * The age of a nursing mother's child: `12 days`, `7 weeks`, `4 months`; a future date has its own
 * text.
 */
export function childAge(
  birthDate: IsoDate,
  today: IsoDate,
  { t, age }: Pick<Translator, 't' | 'age'>,
): string {
  const days = daysBetween(birthDate, today);
  if (days < 0) return t('mothers.birth-to-come');
  if (days <= DAYS_UP_TO) return t('mothers.age-days', { days });
  const months = completedMonthsBetween(birthDate, today);
  if (months < 2) return t('mothers.age-weeks', { weeks: Math.floor(days / 7) });
  return age(months);
}

/** The sentence for an issue of a typed mother; dates are in the person's language. */
export function motherIssueSentence(
  { code, params }: Issue,
  { t, date }: Pick<Translator, 't' | 'date'>,
): string {
  const written = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, date(String(value))]),
  );
  // The domain's codes are the keys of this area; `mother-words.test.ts` checks each of them.
  return t(`mothers.issue.${code}` as MessageKey, written);
}
