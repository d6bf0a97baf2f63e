import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Modules that hold nothing but data and are loaded when they are needed. Every phone keeps them for
 * use without a connection, so they are kept compressed, at about a third of their size; unpacking
 * the largest takes a few milliseconds.
 */
const PACKED = [
  /\/growth\/src\/tables\/exact-tables\.generated\.ts$/,
  /\/messages\/src\/(?:english-rest|english-sync|spanish|spanish-sync)\.ts$/,
  /\/domain\/src\/catalogue\/catalogue\.json$/,
  /\/components\/flag-drawings\.ts$/,
];

async function exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(file).href;
  if (!file.endsWith('.json')) return { ...(await import(url)) };
  const { default: content } = await import(url, { with: { type: 'json' } });
  return { default: content };
}

/** Data as they lie beside the application: JSON, deflated. */
export function packed(data: Readonly<Record<string, unknown>>): Buffer {
  return deflateRawSync(JSON.stringify(data), { level: 9, memLevel: 9 });
}

/** The source of a module that fetches and unpacks its data before whoever imports it goes on. */
export function unpackingSource(address: string, names: readonly string[]): string {
  const lines = names.map((name) =>
    name === 'default'
      ? 'export default data.default;'
      : `export const ${name} = data[${JSON.stringify(name)}];`,
  );
  return [
    `const answer = await fetch(${JSON.stringify(address)});`,
    "if (!answer.ok) throw new Error('The application is not complete: ' + answer.url);",
    "const stream = answer.body.pipeThrough(new DecompressionStream('deflate-raw'));",
    'const data = await new Response(stream).json();',
    ...lines,
  ].join('\n');
}

/** Keeps the modules that are nothing but data compressed beside the built application. */
export function packedData(): Plugin {
  return {
    name: 'packed-data',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (!PACKED.some((pattern) => pattern.test(id))) return null;
      const data = await exportsOf(id);
      const source = packed(data);
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/${basename(id, extname(id))}-${hash}.bin`;
      this.emitFile({ type: 'asset', fileName, source });
      return { code: unpackingSource(`/${fileName}`, Object.keys(data)), moduleType: 'js' };
    },
  };
}
