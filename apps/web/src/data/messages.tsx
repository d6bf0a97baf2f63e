import {
  createTranslator,
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  isLanguage,
  type Language,
  loadSentences,
  type Translator,
} from '@crece/messages';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';

/** A translator, and whether it has every sentence or only those of the first screens. */
export interface Voice {
  translator: Translator;
  complete: boolean;
}

interface Speech extends Translator {
  /** Changes the language and remembers it on this device. */
  setLanguage(language: Language): void;
}

const SpeechContext = createContext<Speech | null>(null);
/** How far the sentences beyond the first screens are. */
type RestOfSentences = 'ready' | 'loading' | 'missing';

const RestContext = createContext<RestOfSentences>('loading');

/** Kept in `localStorage`, not in the device's database: the first paint must not wait for it. */
const LANGUAGE_KEY = 'crece.language';

/** The language chosen on this device, English until somebody chooses. */
export function rememberedLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}

const firstEnglish = (): Voice => ({
  translator: createTranslator(DEFAULT_LANGUAGE, FIRST_SENTENCES),
  complete: false,
});

async function completeVoice(language: Language): Promise<Voice> {
  return { translator: createTranslator(language, await loadSentences(language)), complete: true };
}

/** The voice to begin with: English at once, another language when its sentences are here. */
export async function openVoice(language: Language): Promise<Voice> {
  if (language === DEFAULT_LANGUAGE) return firstEnglish();
  try {
    return await completeVoice(language);
  } catch (cause) {
    console.warn('The sentences of this language could not be loaded.', cause);
    return firstEnglish();
  }
}

/** Gives the application its voice; what the first screens do not need is loaded behind them. */
export function MessagesProvider({ first, children }: { first: Voice; children: ReactNode }) {
  const [voice, setVoice] = useState(first);
  const [missing, setMissing] = useState(false);
  const { translator, complete } = voice;

  const setLanguage = useCallback((language: Language) => {
    localStorage.setItem(LANGUAGE_KEY, language);
    completeVoice(language).then(setVoice, (cause: unknown) => {
      console.warn('The sentences of this language could not be loaded.', cause);
    });
  }, []);

  useEffect(() => {
    if (complete) return;
    let current = true;
    completeVoice(translator.language).then(
      (loaded) => current && setVoice(loaded),
      (cause: unknown) => {
        console.warn('The other sentences could not be loaded.', cause);
        if (current) setMissing(true);
      },
    );
    return () => {
      current = false;
    };
  }, [translator, complete]);

  useEffect(() => {
    document.documentElement.lang = translator.language;
  }, [translator]);

  const speech = useMemo(() => ({ ...translator, setLanguage }), [translator, setLanguage]);
  const rest = complete ? 'ready' : missing ? 'missing' : 'loading';
  return (
    <RestContext value={rest}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </RestContext>
  );
}

/** Sentences, figures and dates in the person's language: `const { t, number } = useMessages()`. */
export function useMessages(): Speech {
  const speech = use(SpeechContext);
  if (speech === null) throw new Error('useMessages outside of MessagesProvider');
  return speech;
}

/** Whether a page beyond the first screens can speak. */
export function useRestOfSentences(): RestOfSentences {
  return use(RestContext);
}
