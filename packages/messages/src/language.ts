import { ENGLISH_FIRST } from './english-first.ts';
import type { FirstSentences, Sentences } from './keys.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * Locale by which numbers and dates are written. British English puts the day before the month
 * (14 Mar 2026); `es` writes the decimal comma that school and clinic papers in most of our
 * countries use.
 */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es' };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The English sentences of the first screens, there at once. */
export const FIRST_SENTENCES: FirstSentences = ENGLISH_FIRST;

/** Every sentence of a language; each language comes as a chunk of its own. */
export async function loadSentences(language: Language): Promise<Sentences> {
  if (language === 'es') return (await import('./spanish.ts')).SPANISH;
  return { ...ENGLISH_FIRST, ...(await import('./english-rest.ts')).ENGLISH_REST };
}
