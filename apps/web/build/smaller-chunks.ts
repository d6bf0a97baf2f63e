import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { dropFacades, FACADES_BY, facadesIn, pastFacades } from './facades.ts';

/** Chunks with fewer characters do not become smaller. */
const WORTH_IT = 300;

const OPTIONS = {
  module: true,
  ecma: 2020,
  // As for the bundler: no getter in our code or in our libraries has a side effect. Nor is a function
  // without a name, which asks for no `this`, called with `new`: such a one may become an arrow. React has
  // one (`Fake`), in a `try`: an error's report then names a class component without its place.
  compress: { passes: 2, pure_getters: true, unsafe_arrows: true },
} as const;
/** For scripts that browsers of 2010 must be able to parse. */
const OLD_SCRIPT = { ecma: 5, ie8: true, compress: { passes: 2 } } as const;

const TOOL = createRequire(import.meta.url)('terser/package.json') as { version: string };
/** Read before the first call: the tool writes into the options that it is given. */
const MADE_BY = JSON.stringify([TOOL.version, OPTIONS]);

/**
 * Minified chunks by what they were made of: most of the time of a build would pass with chunks
 * that have not changed since the build before.
 */
export class MinifiedBefore {
  readonly #folder: string;
  readonly #used = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async minify(code: string): Promise<string> {
    const name = createHash('sha256')
      .update(MADE_BY + code)
      .digest('hex');
    this.#used.add(name);
    const kept = this.#read(name);
    if (kept !== null) return kept;
    const { code: smaller = code } = await minify(code, structuredClone(OPTIONS));
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, name), sealed(smaller));
    return smaller;
  }

  /** Keeps only what this build was made of. */
  dropUnused(): void {
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder)) {
      if (!this.#used.has(name)) rmSync(join(this.#folder, name));
    }
  }

  /** `null`: it is not there, or a build that broke off left half of it. */
  #read(name: string): string | null {
    try {
      const text = readFileSync(join(this.#folder, name), 'utf8');
      const code = text.slice(DIGEST_LETTERS);
      return sealed(code) === text ? code : null;
    } catch {
      return null;
    }
  }
}

/** What the bundler makes of `(await import('./page.ts')).Page`: the import is named twice more. */
const NAMED_IMPORT = /async ?\(\) ?=> ?\{let(\{[^{}]*\})=await import\(([^()]*)\);return ?\1\}/g;

/** Parts that are loaded later are taken from their module itself: it has the same names. */
export const shorterImports = (code: string): string =>
  code.replaceAll(NAMED_IMPORT, '()=>import($2)');

const DIGEST_LETTERS = 64;

/** The code behind its own digest. */
function sealed(code: string): string {
  return createHash('sha256').update(code).digest('hex') + code;
}

/**
 * Minifies the bundler's output a second time with a slower tool: some 7 KB less of all that a
 * phone keeps, for some seconds of build time. Also minifies the scripts of `public/`, which the
 * bundler does not process.
 */
export function smallerChunks(): Plugin {
  let publicDir = '';
  let folder = '';
  return {
    name: 'smaller-chunks',
    apply: 'build',
    configResolved: (config) => {
      publicDir = config.publicDir;
      folder = join(config.cacheDir, 'smaller-chunks');
    },
    // The name of a chunk must change when these options change.
    augmentChunkHash: () => JSON.stringify([OPTIONS, WORTH_IT, NAMED_IMPORT.source, FACADES_BY]),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const before = new MinifiedBefore(folder);
        const facades = facadesIn(bundle);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = pastFacades(chunk.fileName, shorterImports(chunk.code), facades);
          if (chunk.code.length < WORTH_IT) continue;
          const code = await before.minify(chunk.code);
          if (code.length < chunk.code.length) chunk.code = code;
        }
        before.dropUnused();
        dropFacades(bundle, facades);
      },
    },
    async writeBundle({ dir = '' }) {
      for (const name of readdirSync(publicDir).filter((file) => file.endsWith('.js'))) {
        const { code } = await minify(readFileSync(join(publicDir, name), 'utf8'), OLD_SCRIPT);
        if (code !== undefined) writeFileSync(join(dir, name), code);
      }
    },
  };
}
