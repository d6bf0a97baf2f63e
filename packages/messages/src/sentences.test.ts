import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { argumentsOf, formatMessage, type Message, parseMessage } from './icu.ts';
import type { Tier } from './keys.ts';
import { FIRST_SENTENCES, LANGUAGES, LOCALES, loadSentences, TIERS } from './language.ts';

const read = (language: string, file: string): Record<string, string> => {
  const content: unknown = JSON.parse(
    readFileSync(new URL(`./${language}/${file}`, import.meta.url), 'utf8'),
  );
  return content as Record<string, string>;
};

const areas = readdirSync(new URL('./en/', import.meta.url)).filter((name) =>
  name.endsWith('.json'),
);

/** Texts that are the same in other languages as in English: names, units, signs. */
const SAME_IN_BOTH =
  /^(?:[^\p{L}]*(?:Crece|MUAC|MAM|SAM|kcal|kg|cm|no|normal|z|mes)?[^\p{L}]*)*$/iu;

/** Every language except English, the original. */
const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

/** Sentences that are equal in both languages by chance. */
const EQUAL_KEYS = new Set<string>([
  'common.no',
  'admin.column-roles',
  'admin.roles-label',
  'reports.format.csv',
  'reports.format.xlsx',
  'desk.file.csv',
  'desk.file.xlsx',
  // A language is called by its own name.
  'card.paper.a5',
]);

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

describe.each(TRANSLATIONS.flatMap((language) => areas.map((file) => [language, file] as const)))(
  'the sentences %s/%s',
  (language, file) => {
    const english = read('en', file);
    const translated = read(language, file);

    it('have the keys of the English file, each starting with its area', () => {
      expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
      const area = file.replace(/(?:-later)?\.json$/, '');
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
      const numbers = (of: Record<string, string>) =>
        Object.entries(of).filter(([key]) => key.endsWith('.news-number'));
      expect(numbers(translated)).toEqual(numbers(english));
      for (const [, number] of numbers(english)) expect(number).toMatch(/^[1-9]\d*$/);
    });

    it('contain no empty sentence', () => {
      const empty = (sentences: Record<string, string>) =>
        Object.keys(sentences).filter((key) => sentences[key]?.trim() === '');
      expect([...empty(english), ...empty(translated)]).toEqual([]);
    });

    it('contain no untranslated sentence', () => {
      const equal = Object.keys(english).filter(
        (key) =>
          english[key] === translated[key] &&
          !EQUAL_KEYS.has(key) &&
          !SAME_IN_BOTH.test(withoutArguments(english[key] ?? '')),
      );
      expect(equal).toEqual([]);
    });

    it('are formatted as by the full ICU library', () => {
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
  },
);

describe('areas', () => {
  it('are the same in every language, and no two share a key', () => {
    for (const language of TRANSLATIONS) {
      expect(readdirSync(new URL(`./${language}/`, import.meta.url)).sort()).toEqual(areas.sort());
    }
    const keys = areas.flatMap((file) => Object.keys(read('en', file)));
    expect(keys.length).toBe(new Set(keys).size);
  });

  it('are all loaded by some tier, except those for the server and report cells', async () => {
    const keysOf = (files: readonly string[]) =>
      files.flatMap((file) => Object.keys(read('en', file))).sort();
    const spoken = areas.filter(
      (file) => !['jobs.json', 'mail.json', 'report-words.json'].includes(file),
    );
    const ofGuidance = 'guidance.json';
    const ofSync = [
      'backup.json',
      'card.json',
      'day.json',
      'hand.json',
      'removed.json',
      'sync.json',
      'waiting.json',
    ];
    const ofDesk = ['desk.json', 'imports.json', 'reports.json'];
    const later = [
      'accounts.json',
      'lock-later.json',
      'settings.json',
      'sync-later.json',
      'admin.json',
      ...ofDesk,
    ];
    const upTo: Readonly<Record<Tier, readonly string[]>> = {
      first: ['app', 'arrival', 'assessment', 'children', 'common', 'errors', 'places'].map(
        (a) => `${a}.json`,
      ),
      rest: spoken.filter((file) => ![ofGuidance, ...ofSync, ...later].includes(file)),
      guidance: spoken.filter((file) => ![...ofSync, ...later].includes(file)),
      sync: spoken.filter((file) => !later.includes(file)),
      accounts: spoken.filter((file) => !['admin.json', ...ofDesk].includes(file)),
      admin: spoken.filter((file) => !ofDesk.includes(file)),
      desk: spoken,
    };
    for (const tier of TIERS) {
      expect(Object.keys(await loadSentences('en', tier)).sort(), tier).toEqual(keysOf(upTo[tier]));
    }
    for (const language of TRANSLATIONS) {
      for (const tier of TIERS.filter((each) => each !== 'first')) {
        const keys = Object.keys(await loadSentences(language, tier)).sort();
        expect(keys, `${language} ${tier}`).toEqual(keysOf(upTo[tier]));
      }
    }
    expect(Object.keys(FIRST_SENTENCES).sort()).toEqual(keysOf(upTo.first));
  });
});
