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

const SENTENCES: Readonly<Record<Language, Readonly<Record<Key, string>>>> = {
  en: english,
  es: spanish,
};

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

function isKey(key: string): key is Key {
  return Object.hasOwn(english, key);
}

const SPEECH = { number: String, plural: () => 'other' } as const;

/** Makes the speaker of a report's language. */
export function createReportWords(language: Language): ReportWords {
  const sentences = SENTENCES[language];
  function word(name: ReportWord, params?: MessageParams): string {
    if (params !== undefined) {
      return formatMessage(parseMessage(sentences[`report-words.${name}`]), params, SPEECH);
    }
    return sentences[`report-words.${name}`];
  }
  function title(column: string, report = ''): string {
    const keys = [`report-words.${report}.${column}`, `report-words.column.${column}`];
    const key = keys.find(isKey);
    return key === undefined ? column : sentences[key];
  }
  return { language, word, title };
}
