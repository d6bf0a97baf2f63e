import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ZSCORE_STATUSES } from '@crece/domain';
import { LANGUAGES } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeArea } from '../../../packages/messages/src/testing/describe-area.ts';
import { packed } from './packed-data.ts';
import { fetchingSource, keepOfSentences, readSentences } from './sentences.ts';

const { groups, texts, files } = await readSentences();

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
  'slip.paper.a6',
]);

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

for (const file of files) {
  const read = (language: string) =>
    JSON.parse(readFileSync(file.replace('.en.json', `.${language}.json`), 'utf8')) as Readonly<
      Record<string, string>
    >;
  for (const language of TRANSLATIONS) {
    const area = basename(file, '.en.json');
    describeArea({ area, language, english: read('en'), translated: read(language) }, EQUAL_KEYS);
  }
}

describe('the sentences of the screens', () => {
  it.each([
    ['children.search', 'start'],
    ['children.save-new', 'first'],
    ['guidance.title', 'first'],
    ['removed.title', 'later'],
    ['access.title', 'on-demand'],
    ['imports.title', 'desk'],
    // By the translator itself, wherever a date is shown.
    ['common.yesterday', 'start'],
    // By parts that the first screens load later without waiting for more sentences.
    ['app.author-title', 'start'],
  ])('%s is loaded with the group "%s"', (key, group) => {
    expect(groups.get(key)).toBe(group);
  });

  it('leave most for later than the first screens', () => {
    const start = [...groups.values()].filter((group) => group === 'start');
    expect(start.length).toBeGreaterThan(150);
    expect(start.length).toBeLessThan(300);
    expect(groups.size).toBeGreaterThan(3000);
  });

  it.each(LANGUAGES)('name a status in %s as the reports do', (language) => {
    const { word } = createReportWords(language);
    for (const status of ZSCORE_STATUSES) {
      expect(texts[language][`assessment.status.${status}`]).toBe(word(`status.${status}`));
    }
  });

  it('sentences are kept as the pages that speak them, and a translation of the first ones after the English', () => {
    expect(keepOfSentences('../../virtual:sentences/en-first')).toBe('visit');
    expect(keepOfSentences('../../virtual:sentences/es-first')).toBe('later');
    expect(keepOfSentences('../../virtual:sentences/en-later')).toBe('later');
    expect(keepOfSentences('../../virtual:sentences/es-later')).toBe('later');
    expect(keepOfSentences('../../virtual:sentences/es-on-demand')).toBe('desk');
    expect(keepOfSentences('src/data/sentences.ts')).toBeUndefined();
  });
});

/** A made-up application with one page of the list and one of its own group. */
const APPLICATION = {
  'main.tsx': "t('list.title'); void import('./part.tsx');",
  'part.tsx': "t('list.hint');",
  'waiting-part.tsx': "useSentences('later'); t('gone.title');",
  'features/list/feature.ts': feature('first', "'start'", 'first'),
  'features/list/pages.ts': "one: async () => (await import('./one-page.tsx')).OnePage,",
  'features/list/one-page.tsx':
    "import { row } from './row.tsx';\nconst load = () => import('../../waiting-part.tsx');",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
  'features/list/row.tsx': 't(`list.sex.${sex}`);',
  'features/list/list.en.json': list('Title', 'Hint', 'boy', 'Save'),
  'features/list/list.es.json': list('Título', 'Consejo', 'niño', 'Guardar'),
  'features/gone/feature.ts': feature('later', "'later'", 'later'),
  'features/gone/pages.ts': "one: async () => (await import('./one-page.tsx')).OnePage,",
  'features/gone/one-page.tsx': "t('gone.title'); t('list.save');",
  'features/gone/gone.en.json': '{ "gone.title": "Gone" }',
  'features/gone/gone.es.json': '{ "gone.title": "Se fue" }',
};

function feature(speaks: string, page: string, keep: string): string {
  return [
    `export const one = { speaks: '${speaks}', pages: { one: { at: '/', speaks: ${page} } } };`,
    `export const keep = { '.': '${keep}' };`,
  ].join('\n');
}

function list(title: string, hint: string, boy: string, save: string): string {
  return JSON.stringify({
    'list.save': save,
    'list.title': title,
    'list.hint': hint,
    'list.sex.Boy': boy,
  });
}

type Files = Partial<Record<keyof typeof APPLICATION, string | null>>;

/** Reads the sentences of the made-up application with some files otherwise; null: without it. */
async function readOther(other: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'crece-sentences-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...APPLICATION, ...other })) {
    const file = join(folder, 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    if (text !== null) writeFileSync(file, text);
  }
  return readSentences(folder, ['en', 'es']);
}

describe('reading the sentences of an application', () => {
  it('sorts them by what the pages say, and of the first visit only what the first screens say to the start', async () => {
    const read = await readOther({});
    expect(Object.fromEntries(read.groups)).toEqual({
      'gone.title': 'later',
      'list.save': 'first',
      'list.title': 'start',
      'list.hint': 'start',
      'list.sex.Boy': 'start',
    });
    expect(read.texts.es['list.save']).toBe('Guardar');
  });

  it.each<[string, Files, string]>([
    [
      'a language without a concern',
      { 'features/gone/gone.es.json': null },
      'gone.es.json is missing',
    ],
    [
      'a sentence that a language lacks',
      { 'features/gone/gone.es.json': '{}' },
      'gone.es.json lacks gone.title',
    ],
    [
      'a sentence of one language alone',
      { 'features/gone/gone.es.json': '{ "gone.title": "Se fue", "gone.more": "Más" }' },
      'gone.es.json has gone.more alone',
    ],
    [
      'a sentence with the name of another concern',
      {
        'features/gone/gone.en.json': '{ "list.more": "More" }',
        'features/gone/gone.es.json': '{ "list.more": "Más" }',
      },
      'gone.en.json names list.more otherwise',
    ],
    [
      'a first screen that says what is kept later',
      { 'features/list/row.tsx': "t('gone.title');" },
      'row.tsx, shown with "start", says gone.title of "later"',
    ],
    [
      'a part of a first screen that does not wait for what is kept later',
      { 'part.tsx': "t('gone.title');" },
      'part.tsx, shown with "start", says gone.title of "later"',
    ],
    [
      'a page that is kept before its sentences',
      { 'features/gone/feature.ts': feature('later', "'later'", 'first') },
      'one is kept as "first" and speaks "later"',
    ],
    ['a page without a module', { 'features/gone/pages.ts': '' }, 'gone/pages.ts lacks one'],
  ])('refuses %s', async (_, other, message) => {
    await expect(readOther(other)).rejects.toThrow(message);
  });
});

describe('a packed translation', () => {
  it.each(['first', 'later'] as const)(
    'a packed translation takes its keys from English (%s)',
    async (group) => {
      const module = (source: string) =>
        `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
      const start = { 'a.yes': 'Yes' };
      const english = { 'b.age': 'Age', 'a.no': 'No' };
      const sentences = [...(group === 'first' ? ['Sí'] : []), 'Edad', 'No'];
      const address = `data:application/octet-stream;base64,${packed(sentences).toString('base64')}`;
      const source = fetchingSource(address, 'es', group).replace(
        'virtual:sentences',
        module(`export const START = ${JSON.stringify(start)};`),
      );
      const { default: fetched } = await import(/* @vite-ignore */ module(source));
      const unpacked = await fetched(async (of: string) => (of === group ? english : {}));
      expect(unpacked).toEqual({
        ...(group === 'first' ? { 'a.yes': 'Sí' } : {}),
        'b.age': 'Edad',
        'a.no': 'No',
      });
    },
  );
});
