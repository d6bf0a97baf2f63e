import { createTranslator, type Language, type Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { loadSentences } from '../../data/sentences.ts';
import { useLoaded } from '../../data/use-loaded.ts';

/** Speaks the language of a report, which may be another than the screen's. */
export function useVoiceOf(language: Language): Translator {
  const own = useMessages();
  const other = useLoaded(
    async () => createTranslator(language, await loadSentences(language, 'desk')),
    [language],
    // The rows are worth more than their words.
    { fail: () => undefined },
  );
  return own.language === language ? own : (other ?? own);
}
