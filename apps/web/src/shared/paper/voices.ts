import { createTranslator, LANGUAGES, type Language, type Translator } from '@crece/messages';
import { loadSentences } from '../../data/sentences.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** What a sheet can speak: one language, or each line in both. */
export const SPEECHES = [...LANGUAGES, 'both'] as const;
export type Speech = (typeof SPEECHES)[number];

/** The translators of a sheet, one or two. */
export type Voices = readonly [Translator, ...Translator[]];

const loadVoice = async (language: Language) =>
  createTranslator(language, await loadSentences(language, 'later'));

/** The languages of a sheet: one, or the screen's and the first of the others. */
function languagesOf(speech: Speech, screen: Language): [Language, ...Language[]] {
  if (speech !== 'both') return [speech];
  return [screen, ...LANGUAGES.filter((language) => language !== screen).slice(0, 1)];
}

/** Loads the sentences of a sheet; null when they cannot be had on this device. */
export function useVoices(speech: Speech, screen: Language): Voices | null | undefined {
  return useLoaded<Voices | null>(
    async () => {
      const [first, ...others] = languagesOf(speech, screen);
      return [await loadVoice(first), ...(await Promise.all(others.map(loadVoice)))];
    },
    [speech, screen],
    { fail: () => null },
  );
}

/** One text from several languages, each once: "Weight, kg / Peso, kg". */
function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(' / ');
}

/** Speaks every sentence in all languages; figures and dates as the first one writes them. */
export function inAll(voices: Voices): Translator {
  return {
    ...voices[0],
    t: (key, params) => joined(voices.map((voice) => voice.t(key, params))),
  };
}
