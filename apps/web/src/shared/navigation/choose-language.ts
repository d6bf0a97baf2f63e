import { LANGUAGE_NAMES, type Language } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';

/** Changes the language, and says so when its sentences are not on this device yet. */
export function useChooseLanguage(): (language: Language) => void {
  const { t, setLanguage } = useMessages();
  const { notify } = useNotices();
  return (language) => {
    const text = t('app.language-later', { language: LANGUAGE_NAMES[language] });
    void setLanguage(language).then((isHere) => {
      if (!isHere) notify({ text }, NOTICE_DELAYS.account6);
    });
  };
}
