import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { argumentsOf, formatMessage, type Message, parseMessage } from '../icu.ts';
import { type Language, LOCALES } from '../language.ts';

type Sentences = Readonly<Record<string, string>>;

/** The sentences of one concern in English and in another language. */
export interface Area {
  readonly area: string;
  readonly language: Language;
  readonly english: Sentences;
  readonly translated: Sentences;
}

/** Texts that are the same in other languages as in English: names, units, signs. */
const SAME_IN_BOTH =
  /^(?:[^\p{L}]*(?:Crece|WhatsApp|MUAC|MAM|SAM|kcal|kg|cm|no|normal|z|mes)?[^\p{L}]*)*$/iu;

const withoutArguments = (sentence: string) => sentence.replace(/\{[^{}]*\}/g, '');

/** Sample arguments: the number 3 or a word for each, and every branch of plurals and selects. */
function samples(message: Message): Record<string, string | number>[] {
  const names = argumentsOf(message);
  return [0, 1, 2, 5].map((count) => {
    const params: Record<string, string | number> = {};
    for (const name of names) params[name] = count;
    return params;
  });
}

/** Tests that a translation says what the English sentences say; `equal` are rightly the same. */
export function describeArea(of: Area, equal: ReadonlySet<string> = new Set()): void {
  const { area, language, english, translated } = of;
  describe(`the sentences of ${area} in ${language}`, () => {
    it('sentences have the keys of the English file, each starting with its area', () => {
      expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
      expect(Object.keys(english).filter((key) => !key.startsWith(`${area}.`))).toEqual([]);
    });

    it('use the same arguments as the English file, except the sex for grammatical agreement', () => {
      const asked = (sentence: string | undefined) =>
        argumentsOf(parseMessage(sentence ?? ''))
          .filter((name) => name !== 'sex')
          .join();
      const different = Object.keys(english).filter(
        (key) => asked(english[key]) !== asked(translated[key]),
      );
      expect(different).toEqual([]);
    });

    it('number their news alike, in whole numbers', () => {
      const numbers = (sentences: Sentences) =>
        Object.entries(sentences).filter(([key]) => key.endsWith('.news-number'));
      expect(numbers(translated)).toEqual(numbers(english));
      for (const [, number] of numbers(english)) expect(number).toMatch(/^[1-9]\d*$/);
    });

    it('contain no empty sentence', () => {
      const empty = (sentences: Sentences) =>
        Object.keys(sentences).filter((key) => sentences[key]?.trim() === '');
      expect([...empty(english), ...empty(translated)]).toEqual([]);
    });

    it('contain no untranslated sentence', () => {
      const untranslated = Object.keys(english).filter(
        (key) =>
          english[key] === translated[key] &&
          !equal.has(key) &&
          !SAME_IN_BOTH.test(withoutArguments(english[key] ?? '')),
      );
      expect(untranslated).toEqual([]);
    });

    it('sentences are formatted as by the full ICU library', () => {
      for (const [locale, sentences] of [
        [LOCALES.en, english],
        [LOCALES[language], translated],
      ] as const) {
        const numbers = new Intl.NumberFormat(locale);
        const plurals = new Intl.PluralRules(locale);
        const speech = {
          number: (value: number) => numbers.format(value),
          plural: (value: number) => plurals.select(value),
        };
        for (const sentence of Object.values(sentences)) {
          const message = parseMessage(sentence);
          const full = new IntlMessageFormat(sentence, locale, undefined, { ignoreTag: true });
          for (const params of samples(message)) {
            expect(formatMessage(message, params, speech)).toBe(full.format(params));
          }
        }
      }
    });
  });
}
