// The door of reports, `@crece/messages/report-words`: titles of columns and words of cells. English
// words are those that `reports.md` of the specification gives; files are read again by them.
import english from './en/report-words.json' with { type: 'json' };
import spanish from './es/report-words.json' with { type: 'json' };
import { formatMessage, type MessageParams, parseMessage } from './icu.ts';
import type { Language } from './language.ts';

type Key = keyof typeof english;
type NameOf<K> = K extends `report-words.${infer Name}` ? Name : never;

/** A word of a cell, e.g. `alert.swelling`. */
export type ReportWord = Exclude<NameOf<Key>, `column.${string}`>;

/** Speaks the cells of reports in one language. */
export interface ReportWords {
  readonly language: Language;
  word(name: ReportWord, params?: MessageParams): string;
  /**
   * The title of a column: in English its name, in Spanish its word. Codes such as `ha` or `who_zlen`
   * read alike in both. A report may have a word of its own for a column of another one's name.
   */
  title(column: string, report?: string): string;
}

const SPEECH = { number: String, plural: () => 'other' } as const;

/** The words of a language by their names: cells ask for hundreds of thousands. */
function wordsOf(sentences: Readonly<Record<Key, string>>): ReadonlyMap<string, string> {
  const prefix = 'report-words.'.length;
  return new Map(Object.entries(sentences).map(([key, word]) => [key.slice(prefix), word]));
}

const WORDS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: wordsOf(english),
  es: wordsOf(spanish),
};

/** Makes the speaker of a report's language. */
export function createReportWords(language: Language): ReportWords {
  const words = WORDS[language];
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
