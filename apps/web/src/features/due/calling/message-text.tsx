import type { FamilyLanguage, FamilyMessage } from '@crece/domain';
import { LANGUAGE_NAMES } from '@crece/messages';
import { useMessages } from '../../../data/messages.tsx';

/** A message as the family will read it, and how long it is as a text message. */
export function MessageText({
  language,
  message,
}: {
  language: FamilyLanguage;
  /** Null while something is missing. */
  message: FamilyMessage | null;
}) {
  const { t, number } = useMessages();
  if (message === null) return null;
  const { characters, room, messages } = message.length;
  return (
    <figure className="call-message">
      <blockquote lang={language}>{message.text}</blockquote>
      <figcaption>
        {LANGUAGE_NAMES[language]}
        {' · '}
        {t('call.length', { characters: number(characters), room: number(room) })}
        {messages > 1 ? ` · ${t('call.too-long-for-sms')}` : null}
      </figcaption>
    </figure>
  );
}
