// Entry `@crece/messages/report-words`: column titles and cell words of reports. The English words
// are those in the specification's `reports.md`; the import recognises files by them.
import { REPORT_WORDS } from './apart.ts';
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import type { Language } from './language.ts';

type Key = keyof typeof REPORT_WORDS.en;
type NameOf<K> = K extends `report-words.${infer Name}` ? Name : never;

/** A word for a cell, e.g. `alert.swelling`. */
export type ReportWord = Exclude<NameOf<Key>, `column.${string}`>;

/** The words of reports in one language. */
export interface ReportWords {
  readonly language: Language;
  word(name: ReportWord, params?: MessageParams): string;
  /**
   * The title of a column: in English its field name, in Spanish a word. Codes such as `ha` or
   * `who_zlen` are the same in both. A report may have its own title for a column.
   */
  title(column: string, report?: string): string;
}

const SPEECH = { number: String, plural: () => 'other' } as const;

/** The words of a language by name, as a Map for speed: cells look up hundreds of thousands. */
function wordsOf(sentences: Readonly<Record<Key, string>>): ReadonlyMap<string, string> {
  const prefix = 'report-words.'.length;
  return new Map(Object.entries(sentences).map(([key, word]) => [key.slice(prefix), word]));
}

/** Creates the words of a report's language. */
export function createReportWords(language: Language): ReportWords {
  const words = wordsOf(REPORT_WORDS[language]);
  function word(name: ReportWord, params?: MessageParams): string {
    const sentence = words.get(name) ?? name;
    return params === undefined ? sentence : formatMessage(parseMessage(sentence), params, SPEECH);
  }
  return {
    language,
    word,
    title: (column, report = '') =>
      words.get(`${report}.${column}`) ?? words.get(`column.${column}`) ?? column,
  };
}
