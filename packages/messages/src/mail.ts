// Entry `@crece/messages/mail` for the server: the sentences of mails. Separate from the browser's
// entry, so that phones do not download sentences that they never show.
import { MAIL } from './apart.ts';
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

export type MailKey = keyof typeof MAIL.en;

/** The sentences of mails in one language. */
export interface MailSpeaker {
  readonly language: Language;
  t(key: MailKey, params?: MessageParams): string;
  /** A date and time in UTC: `14 March 2026 at 10:42 UTC`. */
  instant(at: Date): string;
}

/** Creates the sentences of a mail's language. */
export function createMailSpeaker(language: Language): MailSpeaker {
  const locale = LOCALES[language];
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const speech = {
    number: (value: number) => numbers.format(value),
    plural: (value: number) => plurals.select(value),
  };
  const instants = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    language,
    t: (key, params = {}) => formatMessage(parseMessage(MAIL[language][key]), params, speech),
    instant: (at) => `${instants.format(at)} UTC`,
  };
}
