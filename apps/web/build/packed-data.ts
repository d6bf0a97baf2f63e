import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
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
  /\/domain\/src\/catalogue\/catalogue\.json$/,
  /\/shared\/places\/flag-drawings\.ts$/,
];

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

/** A packed file of a build, named by what is in it. */
export function packedAsset(
  name: string,
  data: Parameters<typeof packed>[0],
): { type: 'asset'; fileName: string; source: Buffer } {
  const source = packed(data);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { type: 'asset', fileName: `assets/${name}-${hash}.bin`, source };
}

/** The lines of a module that fetch and unpack `data`. */
export function fetchingLines(address: string): string[] {
  return [
    `const answer = await fetch(${JSON.stringify(address)});`,
    "if (!answer.ok) throw new Error('The application is not complete: ' + answer.url);",
    "const stream = answer.body.pipeThrough(new DecompressionStream('deflate'));",
    'const data = await new Response(stream).json();',
  ];
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
      const data = await exportsOf(id);
      const asset = packedAsset(basename(id, extname(id)), data);
      this.emitFile(asset);
      const code = unpackingSource(`/${asset.fileName}`, Object.keys(data));
      return { code, moduleType: 'js' };
    },
  };
}
