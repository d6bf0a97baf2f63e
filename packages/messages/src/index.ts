export type { MessageParams } from './icu.ts';
export {
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  type FirstSentences,
  isLanguage,
  LANGUAGES,
  type Language,
  loadSentences,
  type MessageKey,
  type Sentences,
} from './language.ts';
export {
  createTranslator,
  type DateStyle,
  type NumberStyle,
  type Translator,
} from './translator.ts';
