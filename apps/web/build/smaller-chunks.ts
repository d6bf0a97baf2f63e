import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import type { Plugin } from 'vite';

/** Chunks with fewer characters do not become smaller. */
const WORTH_IT = 300;

const OPTIONS = {
  module: true,
  ecma: 2020,
  // As for the bundler: no getter in our code or in our libraries has a side effect.
  compress: { passes: 2, pure_getters: true },
} as const;
/** For scripts that browsers of 2010 must be able to parse. */
const OLD_SCRIPT = { ecma: 5, ie8: true, compress: { passes: 2 } } as const;

/**
 * Minifies the bundler's output a second time with a slower tool: some 7 KB less of all that a
 * phone keeps, for some seconds of build time. Also minifies the scripts of `public/`, which the
 * bundler does not process.
 */
export function smallerChunks(): Plugin {
  let publicDir = '';
  return {
    name: 'smaller-chunks',
    apply: 'build',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    // The name of a chunk must change when these options change.
    augmentChunkHash: () => JSON.stringify([OPTIONS, WORTH_IT]),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.code.length < WORTH_IT) continue;
          const { code = chunk.code } = await minify(chunk.code, OPTIONS);
          if (code.length < chunk.code.length) chunk.code = code;
        }
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
