export type { MessageParams } from './icu.ts';
export type { FirstSentences, MessageKey, Sentences } from './keys.ts';
export {
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  isLanguage,
  LANGUAGES,
  type Language,
  loadSentences,
} from './language.ts';
export {
  createTranslator,
  type DateStyle,
  type NumberStyle,
  type Translator,
} from './translator.ts';
