import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The clinic's page works in the browsers of the last years, not in Chrome alone. */
const SYNTAX = ['chrome95', 'safari15', 'firefox100'];

const WORKER = 'referral-sw.js';
/** What the browser fetches besides the scripts and the style. */
const PICTURES = ['/icon.svg'];

/** Writes the names of the page's files into its worker, which keeps them. */
function namedFiles(): Plugin {
  return {
    name: 'clinic-files',
    // The page itself is written by then: a change of it alone makes a new version too.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`The build made no ${WORKER}`);
        if (worker.imports.length > 0) throw new Error(`${WORKER} must stand alone`);
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .map((name) => `/${name}`)
          .sort();
        const page = bundle['referral.html'];
        if (page?.type !== 'asset') throw new Error('The build made no referral.html');
        const version = createHash('sha256').update(files.join() + String(page.source));
        worker.code = worker.code
          .replaceAll('__CLINIC_FILES__', JSON.stringify([...files, ...PICTURES]))
          .replaceAll('__CLINIC_VERSION__', JSON.stringify(version.digest('hex').slice(0, 12)));
      },
    },
  };
}

/**
 * The clinic's page, /referral, built after the application and into the same folder: a page of its own,
 * because a phone that never had Crece must not load the whole application to answer one slip.
 */
export default defineConfig({
  plugins: [react(), namedFiles()],
  publicDir: false,
  build: {
    target: SYNTAX,
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        referral: resolve(import.meta.dirname, 'referral.html'),
        worker: resolve(import.meta.dirname, 'src/features/clinic/worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
