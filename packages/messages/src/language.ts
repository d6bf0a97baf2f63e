import { LANGUAGES, type Language } from '@crece/domain';

export { LANGUAGES, type Language };

export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * Locales for numbers and dates. British English puts the day before the month (14 Mar 2026); `es`
 * uses the decimal comma, as school and clinic papers in most of our countries do.
 */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es' };

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The first supported language among the browser's preferred tags, English without a match:
 * `['pt-BR', 'es-419', 'en']` → `es`.
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const asked = tags.map((tag) => tag.trim().toLowerCase().split('-')[0]);
  return asked.find(isLanguage) ?? DEFAULT_LANGUAGE;
}
