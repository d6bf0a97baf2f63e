import { useMemo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';

/** The translator with the programme's own words for the supplements that it hands out. */
export function useDeskWords() {
  const messages = useMessages();
  const { supplements } = useProgramme();
  return useMemo(() => ({ ...messages, supplements }), [messages, supplements]);
}
