// The door of imports' findings, `@crece/messages/import-words`: what server and command line say of a
// row in the list of findings. The application's pages have the same sentences by their translator.
import english from './en/imports.json' with { type: 'json' };
import spanish from './es/imports.json' with { type: 'json' };
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

const SENTENCES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: english,
  es: spanish,
};

/** Says what was found about rows and files, in one language. */
export interface ImportWords {
  /** `imports.finding.<code>`. */
  finding(code: string, params?: MessageParams): string;
  /** `imports.refusal.<code>`. */
  refusal(code: string): string;
}

/** Makes the speaker of a language. */
export function createImportWords(language: Language): ImportWords {
  const sentences = SENTENCES[language];
  const plurals = new Intl.PluralRules(LOCALES[language]);
  const speech = { number: String, plural: (value: number) => plurals.select(value) };
  function sentence(area: string, code: string, params: MessageParams = {}): string {
    const text = sentences[`imports.${area}.${code}`] ?? sentences[`imports.${area}.other`] ?? code;
    return formatMessage(parseMessage(text), { code, ...params }, speech);
  }
  return {
    finding: (code, params) => sentence('finding', code, params),
    refusal: (code) => sentence('refusal', code),
  };
}
