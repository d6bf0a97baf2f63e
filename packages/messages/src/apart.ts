// What is said apart from the screens, by language: by the server, in mails and in files.
import importsEn from './imports.en.json' with { type: 'json' };
import importsEs from './imports.es.json' with { type: 'json' };
import jobsEn from './jobs.en.json' with { type: 'json' };
import jobsEs from './jobs.es.json' with { type: 'json' };
import type { Language } from './language.ts';
import mailEn from './mail.en.json' with { type: 'json' };
import mailEs from './mail.es.json' with { type: 'json' };
import reportsEn from './report-words.en.json' with { type: 'json' };
import reportsEs from './report-words.es.json' with { type: 'json' };

type ByLanguage<Texts> = Readonly<Record<Language, Readonly<Texts>>>;

export const IMPORTS: ByLanguage<typeof importsEn> = { en: importsEn, es: importsEs };
export const JOBS: ByLanguage<typeof jobsEn> = { en: jobsEn, es: jobsEs };
export const MAIL: ByLanguage<typeof mailEn> = { en: mailEn, es: mailEs };
export const REPORT_WORDS: ByLanguage<typeof reportsEn> = { en: reportsEn, es: reportsEs };
