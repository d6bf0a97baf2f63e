import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../../../packages/messages/src/language.ts';
import { SENTENCE_GROUPS, type SentenceGroup } from '../src/data/sentence-groups.ts';
import type { Keep } from '../src/shared/navigation/feature.ts';
import { KEEP_ORDER, type Manifest, namedOnes, readManifests, WEB } from './manifests.ts';
import { fetchingLines, packedAsset } from './packed-data.ts';
import { keysIn, speakingFrom } from './said-keys.ts';

type Sentences = Readonly<Record<string, string>>;

/** The sentences of all concerns: of each key the group in which it is loaded, and its texts. */
export interface AllSentences {
  readonly groups: ReadonlyMap<string, SentenceGroup>;
  readonly texts: Readonly<Record<Language, Sentences>>;
  /** The files that they were read from. */
  readonly files: readonly string[];
}

/** When a phone keeps the English sentences of a group: with the first pages that speak them. */
const KEPT: Readonly<Record<SentenceGroup, Keep>> = {
  start: 'visit',
  first: 'visit',
  later: 'later',
  'on-demand': 'desk',
  desk: 'desk',
};

/**
 * When a phone keeps the sentences of a group in a language. A translation waits for the English ones,
 * which are said when it cannot be loaded.
 */
const keptIn = (language: string, group: SentenceGroup): Keep =>
  language !== 'en' && KEPT[group] === 'visit' ? 'later' : KEPT[group];

const ENGLISH = '.en.json';
/** What the translator itself says. */
const TRANSLATOR = join(WEB, '../../packages/messages/src/translator.ts');

const isAfter = (one: SentenceGroup, other: SentenceGroup) =>
  SENTENCE_GROUPS.indexOf(one) > SENTENCE_GROUPS.indexOf(other);

/** A file as a person calls it. */
const shortly = (file: string) => file.replace(/^.*\/(?=src\/)/, '');

/**
 * The English files of sentences, each with the group of its concern: as a manifest says of the file
 * itself, else as its feature speaks; what features share is said from the first visit on.
 */
function groupsOfFiles(
  web: string,
  manifests: readonly Manifest[],
): ReadonlyMap<string, SentenceGroup> {
  const named = namedOnes(manifests);
  const beside = globSync(`src/**/*${ENGLISH}`, { cwd: web }).map((file) => join(web, file));
  const files = [...beside, ...[...named.keys()].filter((file) => file.endsWith(ENGLISH))].sort();
  return new Map(
    files.map((file) => {
      const own = named.get(file);
      if (own === 'visit') throw new Error(`${shortly(file)} is not kept as "visit": say "first"`);
      const of = manifests.find(({ folder }) => file.startsWith(`${folder}/`));
      return [file, own ?? of?.feature.speaks ?? 'first'];
    }),
  );
}

/** Reads a file of sentences in a language; its keys must be those of the English file. */
function readTexts(english: string, language: Language): Sentences {
  const file = english.replace(ENGLISH, `.${language}.json`);
  if (!existsSync(file)) throw new Error(`${shortly(file)} is missing`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Sentences;
  const area = basename(english, ENGLISH);
  const keys = Object.keys(JSON.parse(readFileSync(english, 'utf8')) as Sentences);
  const wrong = [
    ...keys.filter((key) => !Object.hasOwn(texts, key)).map((key) => `lacks ${key}`),
    ...Object.keys(texts).flatMap((key) => (keys.includes(key) ? [] : `has ${key} alone`)),
    ...keys.filter((key) => !key.startsWith(`${area}.`)).map((key) => `names ${key} otherwise`),
  ];
  if (wrong.length > 0) throw new Error(`${shortly(file)} ${wrong.join(', ')}`);
  return texts;
}

interface Page {
  readonly module: string;
  readonly speaks: SentenceGroup;
}

/** The module of each page, as the feature's `pages.ts` writes it; none is kept before what it says. */
function pagesOf({ folder, feature, keep }: Manifest): readonly Page[] {
  if (Object.keys(feature.pages).length === 0) return [];
  const list = readFileSync(join(folder, 'pages.ts'), 'utf8');
  return Object.entries(feature.pages).map(([name, { speaks = feature.speaks }]) => {
    const module = new RegExp(`\\b${name}: async \\(\\) => \\(await import\\('([^']+)'`).exec(list);
    if (module?.[1] === undefined) throw new Error(`${shortly(folder)}/pages.ts lacks ${name}`);
    const kept = keep[module[1].replace('./', '')] ?? keep['.'];
    if (KEEP_ORDER.indexOf(KEPT[speaks]) > KEEP_ORDER.indexOf(kept)) {
      throw new Error(`${shortly(folder)}: ${name} is kept as "${kept}" and speaks "${speaks}"`);
    }
    return { module: join(folder, module[1]), speaks };
  });
}

/**
 * Throws when a page says what is loaded later than it. The first load holds no more than what the
 * first screens say: a key that they say is moved there from the first visit's.
 */
function settleGroups(
  web: string,
  groups: Map<string, SentenceGroup>,
  manifests: readonly Manifest[],
): Map<string, SentenceGroup> {
  const pages = manifests.flatMap(pagesOf);
  const wrong = new Set<string>();
  for (const speaks of SENTENCE_GROUPS) {
    const modules = pages.filter((page) => page.speaks === speaks).map(({ module }) => module);
    const ahead = speaks === 'start' ? [join(web, 'src/main.tsx'), TRANSLATOR] : [];
    for (const [module, source] of speakingFrom([...modules, ...ahead])) {
      for (const key of keysIn(source, [...groups.keys()])) {
        const group = groups.get(key) ?? 'start';
        if (!isAfter(group, speaks)) continue;
        if (speaks === 'start' && group === 'first') groups.set(key, 'start');
        else wrong.add(`${shortly(module)}, shown with "${speaks}", says ${key} of "${group}"`);
      }
    }
  }
  if (wrong.size > 0) throw new Error([...wrong].join('\n'));
  return groups;
}

/** Reads the sentences of all concerns in all languages, and sorts them by group. */
export async function readSentences(
  web: string = WEB,
  languages: readonly Language[] = LANGUAGES,
): Promise<AllSentences> {
  const manifests = await readManifests(web);
  const ofFiles = groupsOfFiles(web, manifests);
  const groups = new Map<string, SentenceGroup>();
  const texts = Object.fromEntries(languages.map((each) => [each, {}])) as Record<
    Language,
    Record<string, string>
  >;
  for (const [file, group] of ofFiles) {
    for (const language of languages) Object.assign(texts[language], readTexts(file, language));
    for (const key of Object.keys(readTexts(file, 'en'))) {
      if (groups.has(key))
        throw new Error(`${shortly(file)} has ${key}, which stands elsewhere too`);
      groups.set(key, group);
    }
  }
  return { groups: settleGroups(web, groups, manifests), texts, files: [...ofFiles.keys()] };
}

/**
 * The sentences of a group in a language, in the order of the English ones, by which a packed
 * translation finds its keys. Only English has its own first load.
 */
function textsOf({ groups, texts }: AllSentences, language: Language, group: string): Sentences {
  const isStartToo = group === 'first' && language !== 'en';
  const keysOf = (asked: string) => [...groups.keys()].filter((key) => groups.get(key) === asked);
  const keys = [...(isStartToo ? keysOf('start') : []), ...keysOf(group)];
  return Object.fromEntries(keys.map((key) => [key, texts[language][key] ?? '']));
}

const VIRTUAL = 'virtual:sentences';
const VIRTUAL_PART = new RegExp(`^\0${VIRTUAL}/([a-z]+)-(${SENTENCE_GROUPS.join('|')})$`);

/** The language and the group of the sentences that a module of the build loads. */
function sentencesIn(module: string): { language: string; group: SentenceGroup } | undefined {
  for (const group of SENTENCE_GROUPS) {
    const language = new RegExp(`${VIRTUAL}/([a-z]+)-${group}$`).exec(module)?.[1];
    if (language !== undefined) return { language, group };
  }
  return undefined;
}

/** When a phone keeps the sentences that a module of the build loads; undefined for other modules. */
export function keepOfSentences(module: string): Keep | undefined {
  const read = sentencesIn(module);
  return read && keptIn(read.language, read.group);
}

/** Whether a module loads what a visit says in another language than English. */
export function isTranslatedVisit(module: string): boolean {
  const read = sentencesIn(module);
  return read !== undefined && read.language !== 'en' && KEPT[read.group] === 'visit';
}

const partOf = (language: Language, group: SentenceGroup) => `${VIRTUAL}/${language}-${group}`;

/** The module with the first load's sentences and what loads the others. */
function doorSource(all: AllSentences): string {
  const loaders = LANGUAGES.map((language) => {
    const [, ...later] = SENTENCE_GROUPS;
    const each = later.map((group) => `() => import('${partOf(language, group)}')`);
    // A translation of the first screens comes with that of the first visit.
    const start = language === 'en' ? 'async () => ({ default: async () => START })' : 'first';
    return `${language}: ((first, ...later) => [${start}, first, ...later])(${each.join(', ')})`;
  });
  return [
    `export const START = ${JSON.stringify(textsOf(all, 'en', 'start'))};`,
    `export const LOADERS = { ${loaders.join(', ')} };`,
  ].join('\n');
}

/**
 * The source of a module whose function fetches the sentences of a group: a module that itself waited for
 * them would fail for as long as the page is open once they could not be had. Those of a translation are
 * packed without their keys, which the English ones have; `english` gives those of a group.
 */
export function fetchingSource(address: string, language: Language, group: SentenceGroup): string {
  const isEnglish = language === 'en';
  const isOfStart = !isEnglish && group === 'first';
  const known = `await english('${group}')`;
  return [
    ...(isOfStart ? [`import { START } from '${VIRTUAL}';`] : []),
    'export default async (english) => {',
    ...fetchingLines(address),
    ...(isEnglish
      ? ['return data.default;']
      : [
          `const keys = Object.keys(${isOfStart ? `{ ...START, ...(${known}) }` : known});`,
          'return Object.fromEntries(keys.map((key, at) => [key, data[at]]));',
        ]),
    '};',
  ].join('\n');
}

/**
 * Vite plugin: the sentences that lie beside the features, as one module for each group and language. A
 * build stores them packed: every phone keeps them for offline use.
 */
export function sentences(): Plugin {
  let isBuild = false;
  let all: Promise<AllSentences> | undefined;
  return {
    name: 'sentences',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    buildStart: () => {
      all = undefined;
    },
    resolveId: (id) => (id === VIRTUAL || id.startsWith(`${VIRTUAL}/`) ? `\0${id}` : null),
    watchChange: () => {
      all = undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      all ??= readSentences();
      const read = await all;
      for (const file of read.files) this.addWatchFile(file);
      if (id === `\0${VIRTUAL}`) return doorSource(read);
      const [, language, group] = VIRTUAL_PART.exec(id) as unknown as [0, Language, SentenceGroup];
      const texts = textsOf(read, language, group);
      if (!isBuild) return `export default async () => (${JSON.stringify(texts)});`;
      const data = language === 'en' ? { default: texts } : Object.values(texts);
      const asset = packedAsset(`${language}-${group}`, data);
      this.emitFile(asset);
      return fetchingSource(`/${asset.fileName}`, language, group);
    },
  };
}
