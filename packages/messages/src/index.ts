export type { MessageParams } from './icu.ts';
export type { MessageKey, Sentences, Tier } from './keys.ts';
export {
  coversTier,
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  loadSentences,
  preferredLanguage,
  TIERS,
} from './language.ts';
export {
  createTranslator,
  type DateStyle,
  type NumberStyle,
  type Translator,
} from './translator.ts';
