import { createHash } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Modules that contain only data and are loaded on demand. Every phone keeps them for offline use,
 * so they are stored compressed, at about a third of their size; unpacking the largest takes a few
 * milliseconds.
 */
const PACKED = [
  /\/growth\/src\/tables\/exact-tables\.generated\.ts$/,
  /\/messages\/src\/[a-z]+-(?:rest|guidance|sync)\.ts$/,
  /\/domain\/src\/catalogue\/catalogue\.json$/,
  /\/shared\/places\/flag-drawings\.ts$/,
];

/**
 * The English files that a translation (`spanish-sync.ts`) belongs to. It has the same names, which
 * are stored only in the English files. Undefined for a file that is not a translation.
 */
export function originalsOf(file: string): readonly string[] | undefined {
  const [, language, tier] = /^([a-z]+)-(rest|guidance|sync)\.ts$/.exec(file) ?? [];
  if (tier === undefined || language === 'english') return undefined;
  return tier === 'rest' ? ['english-first.ts', 'english-rest.ts'] : [`english-${tier}.ts`];
}

type Sentences = Readonly<Record<string, string>>;

async function exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(file).href;
  if (!file.endsWith('.json')) return { ...(await import(url)) };
  const { default: content } = await import(url, { with: { type: 'json' } });
  return { default: content };
}

/** Data in the form stored beside the application: JSON, deflated. */
export function packed(data: Readonly<Record<string, unknown>> | readonly string[]): Buffer {
  return deflateSync(JSON.stringify(data), { level: 9, memLevel: 9 });
}

/**
 * The sentences of a translation without their names, in the order of the originals. Throws when
 * the names differ.
 */
export function sentencesInOrder(
  translation: Sentences,
  originals: readonly Sentences[],
): string[] {
  const names = Object.keys(Object.assign({}, ...originals));
  const sentences = names.flatMap((name) => translation[name] ?? []);
  if (sentences.length !== names.length || names.length !== Object.keys(translation).length) {
    throw new Error('A translation and its original have not the same sentences');
  }
  return sentences;
}

function fetchingLines(address: string): string[] {
  return [
    `const answer = await fetch(${JSON.stringify(address)});`,
    "if (!answer.ok) throw new Error('The application is not complete: ' + answer.url);",
    "const stream = answer.body.pipeThrough(new DecompressionStream('deflate'));",
    'const data = await new Response(stream).json();',
  ];
}

/** The source of a module that fetches a translation and adds the names of the originals. */
export function translatingSource(
  address: string,
  name: string,
  originals: readonly string[],
): string {
  const spaces = originals.map((_, at) => `original${at}`);
  return [
    ...originals.map((file, at) => `import * as original${at} from ${JSON.stringify(file)};`),
    ...fetchingLines(address),
    `const sets = [${spaces.join(', ')}].flatMap((original) => Object.values(original));`,
    'const names = Object.keys(Object.assign({}, ...sets));',
    `export const ${name} = Object.fromEntries(names.map((name, at) => [name, data[at]]));`,
  ].join('\n');
}

/** The source of a module that fetches and unpacks its data before its importer continues. */
export function unpackingSource(address: string, names: readonly string[]): string {
  const lines = names.map((name) =>
    name === 'default'
      ? 'export default data.default;'
      : `export const ${name} = data[${JSON.stringify(name)}];`,
  );
  return [...fetchingLines(address), ...lines].join('\n');
}

/** The compressed data of a module, and the source of the module that restores them. */
async function packModule(
  id: string,
): Promise<{ source: Buffer; codeAt: (address: string) => string }> {
  const data = await exportsOf(id);
  const originals = originalsOf(basename(id))?.map((file) => join(dirname(id), file));
  if (originals === undefined) {
    return {
      source: packed(data),
      codeAt: (address) => unpackingSource(address, Object.keys(data)),
    };
  }
  const [[name, translation] = ['', {}]] = Object.entries(data);
  const sets = (await Promise.all(originals.map(exportsOf))).flatMap((each) => Object.values(each));
  return {
    source: packed(sentencesInOrder(translation as Sentences, sets as Sentences[])),
    codeAt: (address) => translatingSource(address, name, originals),
  };
}

/**
 * Vite plugin: stores the modules that contain only data compressed beside the built application.
 */
export function packedData(): Plugin {
  return {
    name: 'packed-data',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (!PACKED.some((pattern) => pattern.test(id))) return null;
      const { source, codeAt } = await packModule(id);
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/${basename(id, extname(id))}-${hash}.bin`;
      this.emitFile({ type: 'asset', fileName, source });
      return { code: codeAt(`/${fileName}`), moduleType: 'js' };
    },
  };
}
