import {
  coversTier,
  createTranslator,
  DEFAULT_LANGUAGE,
  FIRST_SENTENCES,
  isLanguage,
  type Language,
  loadSentences,
  preferredLanguage,
  TIERS,
  type Tier,
  type Translator,
} from '@crece/messages';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** A translator and the highest tier of sentences that it has. */
export interface Voice {
  translator: Translator;
  tier: Tier;
}

interface Speech extends Translator {
  /** Changes the language and stores the choice on this device. */
  setLanguage(language: Language): void;
}

const SpeechContext = createContext<Speech | null>(null);
/** Whether the sentences that a page needs are loaded. */
type SentencesState = 'ready' | 'loading' | 'missing';

interface Loading {
  loaded: Tier;
  /** The tier that could not be loaded. */
  failed: Tier | null;
  /** Requests a tier; the returned function releases it when the part leaves the screen. */
  need(tier: Tier): () => void;
}

const LoadingContext = createContext<Loading>({
  loaded: 'first',
  failed: null,
  need: () => () => undefined,
});

/** Stored in `localStorage`, not in the device's database: the first paint must not wait for it. */
const LANGUAGE_KEY = 'crece.language';

/** The language chosen on this device; before a choice, the one that the browser prefers. */
export function rememberedLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

const firstEnglish = (): Voice => ({
  translator: createTranslator(DEFAULT_LANGUAGE, FIRST_SENTENCES),
  tier: 'first',
});

async function loadVoice(language: Language, tier: Tier): Promise<Voice> {
  return { translator: createTranslator(language, await loadSentences(language, tier)), tier };
}

/**
 * The first voice: English at once; another language after its sentences are loaded. English when
 * the load fails.
 */
export async function openVoice(language: Language): Promise<Voice> {
  if (language === DEFAULT_LANGUAGE) return firstEnglish();
  try {
    return await loadVoice(language, 'rest');
  } catch (cause) {
    console.warn('The sentences of this language could not be loaded.', cause);
    return firstEnglish();
  }
}

const highest = (tiers: readonly Tier[]): Tier =>
  [...TIERS].reverse().find((tier) => tiers.includes(tier)) ?? 'rest';

/**
 * Provides the translator to the application. The sentences that work offline are loaded behind the
 * first screens; those of accounts and administration when one of their pages is opened.
 */
export function MessagesProvider({ first, children }: { first: Voice; children: ReactNode }) {
  const [voice, setVoice] = useState(first);
  const [failed, setFailed] = useState<Tier | null>(null);
  const [wanted, setWanted] = useState<Tier>('rest');
  const needs = useRef<Tier[]>([]);
  const { translator, tier } = voice;

  const need = useCallback((needed: Tier) => {
    needs.current.push(needed);
    setWanted(highest(['rest', ...needs.current]));
    return () => {
      needs.current.splice(needs.current.indexOf(needed), 1);
      setWanted(highest(['rest', ...needs.current]));
      // The next page tries again.
      setFailed(null);
    };
  }, []);

  const setLanguage = useCallback((language: Language) => {
    localStorage.setItem(LANGUAGE_KEY, language);
    // Load all tiers that the screen needs before the change: otherwise a form would be replaced by
    // a loading state.
    loadVoice(language, highest(['rest', ...needs.current])).then(setVoice, (cause: unknown) => {
      console.warn('The sentences of this language could not be loaded.', cause);
    });
  }, []);

  // One tier at a time: tiers on this device must not wait for a tier that cannot be fetched.
  const next = coversTier(tier, wanted) ? undefined : TIERS[TIERS.indexOf(tier) + 1];
  useEffect(() => {
    if (failed !== null || next === undefined) return;
    let current = true;
    loadVoice(translator.language, next).then(
      (loaded) => current && setVoice(loaded),
      (cause: unknown) => {
        console.warn('The other sentences could not be loaded.', cause);
        if (current) setFailed(next);
      },
    );
    return () => {
      current = false;
    };
  }, [translator, next, failed]);

  useEffect(() => {
    document.documentElement.lang = translator.language;
  }, [translator]);

  const speech = useMemo(() => ({ ...translator, setLanguage }), [translator, setLanguage]);
  const loading = useMemo(() => ({ loaded: tier, failed, need }), [tier, failed, need]);
  return (
    <LoadingContext value={loading}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </LoadingContext>
  );
}

/** Sentences, numbers and dates in the person's language: `const { t, number } = useMessages()`. */
export function useMessages(): Speech {
  const speech = use(SpeechContext);
  if (speech === null) throw new Error('useMessages outside of MessagesProvider');
  return speech;
}

/** A part of the page in other words than the rest, such as a printed sheet in its own language. */
export function SpokenBy({ voice, children }: { voice: Translator; children: ReactNode }) {
  return <SpeechContext value={{ ...useMessages(), ...voice }}>{children}</SpeechContext>;
}

/** Loads the sentences up to a tier and returns whether they are ready, loading or missing. */
export function useSentences(tier: Tier): SentencesState {
  const { loaded, failed, need } = use(LoadingContext);
  useEffect(() => need(tier), [need, tier]);
  if (coversTier(loaded, tier)) return 'ready';
  return failed !== null && coversTier(tier, failed) ? 'missing' : 'loading';
}
