import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bundleFiles } from './build/bundles.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { fileGroups, keepOf } from './build/keep-groups.ts';
import { namedReact } from './build/named-react.ts';
import { packedData } from './build/packed-data.ts';
import { sentences } from './build/sentences.ts';
import { smallerChunks } from './build/smaller-chunks.ts';
import { smallerRouter } from './build/smaller-router.ts';

/**
 * The syntax that the build writes. Chrome 95, the oldest that public/browser-check.js lets in, knows
 * all of it: 98 differs only in a fault of 95 with static class fields called `name` or `length`. For
 * that fault a target of 95 rewrites every class field, which makes 18 KB. scripts/oldest-chrome/
 * checks the built files, also for such fields.
 */
const SYNTAX = 'chrome98';

/** Address of the server for `npm run dev`. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Output folder of this build; a build into another folder is for inspection. */
let outDir = 'dist';
const findOutDir: Plugin = {
  name: 'find-out-dir',
  configResolved: ({ root, build }) => {
    outDir = resolve(root, build.outDir);
  },
};

/** In development the clinic's page, which is built by itself, lies at its address too. */
const clinicAddress: Plugin = {
  name: 'clinic-address',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/referral(?:\?|$)/.test(request.url ?? '')) request.url = '/referral.html';
      next();
    });
  },
};

/** Nobody looks at a build with React's developer tools: what tells them of it is left out. */
const withoutDeveloperTools: Plugin = {
  name: 'without-developer-tools',
  apply: 'build',
  config: () => ({ define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
};

export default defineConfig({
  plugins: [
    react(),
    withoutDeveloperTools,
    clinicAddress,
    namedReact(),
    packedData(),
    sentences(),
    smallerRouter(),
    smallerChunks(),
    findOutDir,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/offline',
      filename: 'sw.ts',
      registerType: 'prompt',
      // main.tsx registers the service worker itself, under the page's Trusted Types policy.
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,bin}'],
        // The browser requests these icons only when the application is installed.
        globIgnores: ['icon-*.png'],
        manifestTransforms: [
          (entries) => {
            const { visit, ofVisit, later, desk, onDemand } = fileGroups(outDir);
            const first = entries.filter(({ url }) => !onDemand.has(url) && !later.has(url));
            const isAlone = (url: string) => ofVisit.has(url) || !url.startsWith('assets/');
            const together = first.map(({ url }) => url).filter((url) => !isAlone(url));
            // src/offline/sw.ts knows the groups by these names: what has an `url` is kept first.
            const named = (key: 'url' | 'later' | 'desk', files: Iterable<string>) => {
              const name = key === 'url' ? 'first' : key;
              const { bundles, alone } = bundleFiles(outDir, name, files);
              return [
                ...alone.map((file) => ({ [key]: file })),
                ...bundles.map(({ file }) => ({ [key]: file })),
                ...bundles.map(({ file, holds }) => ({ bundle: file, holds })),
              ];
            };
            const manifest = [
              ...first.filter(({ url }) => isAlone(url)),
              ...named('url', together).map((file) =>
                'url' in file ? { ...file, revision: null } : file,
              ),
              ...[...visit].map((file) => ({ visit: file })),
              ...named('later', later),
              ...named('desk', desk),
            ];
            return {
              manifest: manifest as unknown as typeof entries,
              warnings: [],
            };
          },
        ],
        // A file name with a hash needs no revision.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 1_000_000,
        buildPlugins: { vite: [] },
      },
      manifest: {
        id: '/',
        name: 'Crece',
        short_name: 'Crece',
        description: 'Screening of child malnutrition, online and offline',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f4f2ec',
        theme_color: '#1b2459',
        lang: 'en',
        categories: ['medical', 'health'],
        // A file that another phone hands over; src/offline/sw.ts receives it.
        share_target: {
          action: '/children/receive',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'file', accept: ['text/plain', '.txt', '.crece'] }] },
        },
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
    }),
  ],
  // The name by which a phone tells its build (`data/phone-report.ts`).
  define: { __CRECE_BUILD__: JSON.stringify(process.env['CRECE_BUILD'] ?? '') },
  // The package's default entry is a build for browsers of 2016, which is twice as large.
  resolve: { alias: { 'workbox-window': 'workbox-window/build/workbox-window.prod.mjs' } },
  server: {
    // A plain '/sync' would also match the page of sync errors.
    proxy: {
      '/api': SERVER,
      '/health': SERVER,
      '^/sync/': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '^/files/[^?]*[?](?:.*&)?ticket=': SERVER,
    },
  },
  build: {
    target: SYNTAX,
    // The check of the first load's size reads it.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Otherwise the first chunk would contain the file names of every later page. Such a page
      // loads its parts by itself, once, and the service worker keeps them from then on.
      resolveDependencies: (page, files) =>
        /child-list-page/.test(page) ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // No getter in our code or in our libraries has a side effect.
        minify: {
          compress: {
            target: SYNTAX,
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          },
        },
        // One chunk for everything that the application needs at its start. Otherwise the bundler
        // splits it into a dozen chunks shared with lazy pages, which together compress worse (5 KB
        // gzip).
        codeSplitting: {
          groups: chunkGroups(keepOf),
        },
      },
    },
    chunkSizeWarningLimit: 300,
  },
});
