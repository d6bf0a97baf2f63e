// Entry `@crece/messages/job-words` for the server: sentences about running reports, imports and
// conversions.
import english from './en/jobs.json' with { type: 'json' };
import spanish from './es/jobs.json' with { type: 'json' };
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

export type JobWord = keyof typeof english;

const SENTENCES: Readonly<Record<Language, Readonly<Record<JobWord, string>>>> = {
  en: english,
  es: spanish,
};

/** A sentence about a job, in the language in which the job was requested. */
export function jobSentence(language: Language, key: JobWord, params: MessageParams = {}): string {
  const locale = LOCALES[language];
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return formatMessage(parseMessage(SENTENCES[language][key]), params, {
    number: (value) => numbers.format(value),
    plural: (value) => plurals.select(value),
  });
}
