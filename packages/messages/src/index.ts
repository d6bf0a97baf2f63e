export type { MessageParams } from './icu.ts';
export type { MessageKey, Sentences } from './keys.ts';
export {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  preferredLanguage,
} from './language.ts';
export {
  createTranslator,
  type DateStyle,
  type NumberStyle,
  type Translator,
} from './translator.ts';
