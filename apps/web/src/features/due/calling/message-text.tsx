import type { FamilyLanguage, FamilyMessage, RefusedMessage } from '@crece/domain';
import { LANGUAGE_NAMES } from '@crece/messages';
import { useMessages } from '../../../data/messages.tsx';

/** A message as the family will read it, and how long it is as a text message. */
export function MessageText({
  language,
  message,
  refused = null,
}: {
  language: FamilyLanguage;
  /** Null while something is missing. */
  message: FamilyMessage | null;
  /** The text that must not be sent, although each of its parts may. */
  refused?: RefusedMessage | null;
}) {
  const { t, number } = useMessages();
  if (refused !== null) {
    const { word, text } = refused;
    return (
      <p className="err call-refused" role="alert" tabIndex={-1}>
        {t('call.refused.together', { word, text })}
      </p>
    );
  }
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
