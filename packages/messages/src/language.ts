import { ENGLISH_FIRST } from './english-first.ts';
import type { Sentences, Tier, TierSentences } from './keys.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

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

/** The tiers in which sentences are loaded; each includes those before it. */
export const TIERS = [
  'first',
  'rest',
  'guidance',
  'sync',
  'accounts',
  'admin',
  'desk',
] as const satisfies readonly Tier[];

/** Whether the sentences loaded up to `loaded` include the tier `needed`. */
export const coversTier = (loaded: Tier, needed: Tier): boolean =>
  TIERS.indexOf(loaded) >= TIERS.indexOf(needed);

/** The English sentences of the first screens, available without loading. */
export const FIRST_SENTENCES: TierSentences<'first'> = ENGLISH_FIRST;

type Loader = () => Promise<Sentences>;

// Each import is written out, because the bundler creates a chunk only for imports with a literal
// path.
const LOADERS: Readonly<Record<Language, Readonly<Record<Tier, Loader>>>> = {
  en: {
    first: async () => ENGLISH_FIRST,
    rest: async () => (await import('./english-rest.ts')).ENGLISH_REST,
    guidance: async () => (await import('./english-guidance.ts')).ENGLISH_GUIDANCE,
    sync: async () => (await import('./english-sync.ts')).ENGLISH_SYNC,
    accounts: async () => (await import('./english-accounts.ts')).ENGLISH_ACCOUNTS,
    admin: async () => (await import('./english-admin.ts')).ENGLISH_ADMIN,
    desk: async () => (await import('./english-desk.ts')).ENGLISH_DESK,
  },
  es: {
    // Spanish is always loaded, so one chunk contains everything needed for a screening.
    first: async () => (await import('./spanish-rest.ts')).SPANISH,
    rest: async () => ({}),
    guidance: async () => (await import('./spanish-guidance.ts')).SPANISH_GUIDANCE,
    sync: async () => (await import('./spanish-sync.ts')).SPANISH_SYNC,
    accounts: async () => (await import('./spanish-accounts.ts')).SPANISH_ACCOUNTS,
    admin: async () => (await import('./spanish-admin.ts')).SPANISH_ADMIN,
    desk: async () => (await import('./spanish-desk.ts')).SPANISH_DESK,
  },
};

/** Loads the sentences of a language up to a tier; by default everything that works offline. */
export async function loadSentences(language: Language, upTo: Tier = 'rest'): Promise<Sentences> {
  const steps = TIERS.filter((tier) => coversTier(upTo, tier));
  const parts = await Promise.all(steps.map((tier) => LOADERS[language][tier]()));
  return Object.assign({}, ...parts) as Sentences;
}
