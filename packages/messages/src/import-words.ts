// Entry `@crece/messages/import-words`: sentences about import findings for the server and the
// command line. The application's pages get the same sentences from their translator.
import { IMPORTS } from './apart.ts';
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import { type Language, LOCALES } from './language.ts';

type ChangedValue = string | number | boolean | null;

/** Sentences about findings in rows and files, in one language. */
export interface ImportWords {
  /** `imports.finding.<code>`. */
  finding(code: string, params?: MessageParams): string;
  /** What a value becomes: "7.1 → 8". */
  change(from: ChangedValue, to: ChangedValue): string;
  /** `imports.refusal.<code>`. */
  refusal(code: string): string;
}

/** Creates the sentences of a language. */
export function createImportWords(language: Language): ImportWords {
  const sentences: Readonly<Record<string, string>> = IMPORTS[language];
  const plurals = new Intl.PluralRules(LOCALES[language]);
  const speech = { number: String, plural: (value: number) => plurals.select(value) };
  function sentence(area: string, code: string, params: MessageParams = {}): string {
    const text = sentences[`imports.${area}.${code}`] ?? sentences[`imports.${area}.other`] ?? code;
    return formatMessage(parseMessage(text), { code, ...params }, speech);
  }
  const valueText = (value: ChangedValue) => {
    if (value === null) return '–';
    const word = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
    return sentences[`imports.value.${word.toLowerCase()}`] ?? word;
  };
  return {
    change: (from, to) => `${valueText(from)} → ${valueText(to)}`,
    finding: (code, params) => sentence('finding', code, params),
    refusal: (code) => sentence('refusal', code),
  };
}
