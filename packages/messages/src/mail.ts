// The server's door, `@crece/messages/mail`: what mails say. Kept out of the browser's door, where
// every sentence would be downloaded by phones that never show it.
import english from './en/mail.json' with { type: 'json' };
import spanish from './es/mail.json' with { type: 'json' };
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

export type MailKey = keyof typeof english;

const SENTENCES: Readonly<Record<Language, Readonly<Record<MailKey, string>>>> = {
  en: english,
  es: spanish,
};

/** Speaks the sentences of mails in one language. */
export interface MailSpeaker {
  readonly language: Language;
  t(key: MailKey, params?: MessageParams): string;
  /** A day and clock time in UTC: `14 March 2026 at 10:42 UTC`. */
  instant(at: Date): string;
}

/** Makes the speaker of a mail's language. */
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
    t: (key, params = {}) => formatMessage(parseMessage(SENTENCES[language][key]), params, speech),
    instant: (at) => `${instants.format(at)} UTC`,
  };
}
