import {
  createTranslator,
  isLanguage,
  type Language,
  preferredLanguage,
  type Sentences,
  type Translator,
} from '@crece/messages';
import { createContext, use } from 'react';

/** The page's words in every language: a page of one screen has them from the first load on. */
const FILES = import.meta.glob<Sentences>(['./clinic.*.json', '../../shared/scan/scan.*.json'], {
  eager: true,
  import: 'default',
});

function sentencesIn(language: Language): Sentences {
  const own = Object.entries(FILES).filter(([file]) => file.endsWith(`.${language}.json`));
  return Object.fromEntries(own.flatMap(([, sentences]) => Object.entries(sentences)));
}

/** The same choice as the application's on this phone. */
const LANGUAGE_KEY = 'crece.language';

/** The language chosen here; before a choice, the one that the browser prefers. */
export function firstLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Storage may be switched off.
  }
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // The choice holds for this visit.
  }
}

export const translatorOf = (language: Language): Translator =>
  createTranslator(language, sentencesIn(language));

/** The translator of the page. */
export const VoiceContext = createContext<Translator>(translatorOf('en'));

export const useVoice = (): Translator => use(VoiceContext);
