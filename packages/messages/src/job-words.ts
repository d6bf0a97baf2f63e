// Entry `@crece/messages/job-words` for the server: sentences about running reports, imports and
// conversions.
import { JOBS } from './apart.ts';
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

export type JobWord = keyof typeof JOBS.en;

/** A sentence about a job, in the language in which the job was requested. */
export function jobSentence(language: Language, key: JobWord, params: MessageParams = {}): string {
  const locale = LOCALES[language];
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return formatMessage(parseMessage(JOBS[language][key]), params, {
    number: (value) => numbers.format(value),
    plural: (value) => plurals.select(value),
  });
}
