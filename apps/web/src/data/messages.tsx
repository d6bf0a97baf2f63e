import {
  createTranslator,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  preferredLanguage,
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
import { useRequired } from './required-context.ts';
import { coversGroup, SENTENCE_GROUPS, type SentenceGroup } from './sentence-groups.ts';
import { loadSentences, START_SENTENCES } from './sentences.ts';

/** A translator and the highest group of sentences that it has. */
export interface Voice {
  translator: Translator;
  group: SentenceGroup;
}

interface Speech extends Translator {
  /**
   * Changes the language and stores the choice on this device. False: its sentences are not here;
   * they are asked for again when a connection is back.
   */
  setLanguage(language: Language): Promise<boolean>;
}

const SpeechContext = createContext<Speech | null>(null);
/** Whether the sentences that a page needs are loaded. */
type SentencesState = 'ready' | 'loading' | 'missing';

interface Loading {
  loaded: SentenceGroup;
  /** The group that could not be loaded. */
  failed: SentenceGroup | null;
  /** Requests a group; the returned function releases it when the part leaves the screen. */
  need(group: SentenceGroup): () => void;
}

const LoadingContext = createContext<Loading>({
  loaded: 'start',
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

const startEnglish = (): Voice => ({
  translator: createTranslator(DEFAULT_LANGUAGE, START_SENTENCES),
  group: 'start',
});

const warnNotLoaded = (cause: unknown) => console.warn('Sentences could not be loaded.', cause);

async function loadVoice(language: Language, group: SentenceGroup): Promise<Voice> {
  return { translator: createTranslator(language, await loadSentences(language, group)), group };
}

/**
 * The first voice: English at once; another language after its sentences are loaded. English when
 * the load fails.
 */
export async function openVoice(language: Language): Promise<Voice> {
  if (language === DEFAULT_LANGUAGE) return startEnglish();
  try {
    return await loadVoice(language, 'first');
  } catch (cause) {
    warnNotLoaded(cause);
    return startEnglish();
  }
}

const highest = (groups: readonly SentenceGroup[]): SentenceGroup =>
  [...SENTENCE_GROUPS].reverse().find((group) => groups.includes(group)) ?? 'first';

/**
 * Provides the translator to the application. The sentences that work offline are loaded behind the
 * first screens; those of accounts and administration when one of their pages is opened.
 */
export function MessagesProvider({ first, children }: { first: Voice; children: ReactNode }) {
  const [voice, setVoice] = useState(first);
  const [failed, setFailed] = useState<SentenceGroup | null>(null);
  const [wanted, setWanted] = useState<SentenceGroup>('first');
  const needs = useRef<SentenceGroup[]>([]);
  const { translator, group } = voice;

  const need = useCallback((needed: SentenceGroup) => {
    needs.current.push(needed);
    setWanted(highest(['first', ...needs.current]));
    return () => {
      needs.current.splice(needs.current.indexOf(needed), 1);
      setWanted(highest(['first', ...needs.current]));
      // The next page tries again.
      setFailed(null);
    };
  }, []);

  const [awaited, setAwaited] = useState<Language | null>(null);
  const chosen = useRef<Language>(null);
  const setLanguage = useCallback(async (language: Language) => {
    chosen.current = language;
    localStorage.setItem(LANGUAGE_KEY, language);
    setAwaited(null);
    try {
      // Load all groups that the screen needs before the change: otherwise a form would be replaced
      // by a loading state. A page that needs more may be opened meanwhile.
      let loaded: Voice;
      do {
        loaded = await loadVoice(language, highest(['first', ...needs.current]));
      } while (!coversGroup(loaded.group, highest(needs.current)));
      // Another may have been chosen meanwhile.
      if (chosen.current === language) setVoice(loaded);
      return true;
    } catch (cause) {
      warnNotLoaded(cause);
      if (chosen.current !== language) return true;
      setAwaited(language);
      return false;
    }
  }, []);
  useEffect(() => {
    if (awaited === null) return;
    const again = () => void setLanguage(awaited);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [awaited, setLanguage]);

  // One group at a time: groups on this device must not wait for a group that cannot be fetched.
  const next = coversGroup(group, wanted)
    ? undefined
    : SENTENCE_GROUPS[SENTENCE_GROUPS.indexOf(group) + 1];
  useEffect(() => {
    if (failed !== null || next === undefined) return;
    let current = true;
    loadVoice(translator.language, next).then(
      (loaded) => {
        // Until the next drawing `current` does not know of a language that has just come.
        const { language } = loaded.translator;
        if (current) setVoice((now) => (now.translator.language === language ? loaded : now));
      },
      (cause: unknown) => {
        warnNotLoaded(cause);
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
  const loading = useMemo(() => ({ loaded: group, failed, need }), [group, failed, need]);
  return (
    <LoadingContext value={loading}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </LoadingContext>
  );
}

/** Sentences, numbers and dates in the person's language: `const { t, number } = useMessages()`. */
export function useMessages(): Speech {
  return useRequired(SpeechContext, 'MessagesProvider');
}

/** A part of the page in other words than the rest, such as a printed sheet in its own language. */
export function SpokenBy({ voice, children }: { voice: Translator; children: ReactNode }) {
  return <SpeechContext value={{ ...useMessages(), ...voice }}>{children}</SpeechContext>;
}

/** Loads the sentences up to a group and returns whether they are ready, loading or missing. */
export function useSentences(group: SentenceGroup): SentencesState {
  const { loaded, failed, need } = use(LoadingContext);
  useEffect(() => need(group), [need, group]);
  if (coversGroup(loaded, group)) return 'ready';
  return failed !== null && coversGroup(group, failed) ? 'missing' : 'loading';
}
