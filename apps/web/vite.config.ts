import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bundleFiles } from './build/bundles.ts';
import { fileGroups } from './build/keep-groups.ts';
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

/**
 * What the list of children, with which nearly every visit begins, shares with other pages: left to
 * itself the bundler makes twenty chunks of it. A name that is missing here costs bytes and nothing else.
 */
const OF_LIST = [
  /\/growth\/src\/base\/days-per-month\.ts$/,
  /\/domain\/src\/standing\/(?:facts|open-today|outcome-today|standing-mark)\.ts$/,
  /\/domain\/src\/(?:fields\/parse|base\/(?:fold-text|last-where|limits))\.ts$/,
  /\/domain\/src\/screening\/(?:acute-evidence|age-today|measured|screening-(?:age|mark)|stored-z-scores|supplement|usable-measures)\.ts$/,
  /\/web\/src\/(?:data\/(?:moves|supplement-texts|today)|features\/children\/list-\w+|ui\/(?:row-keys|search-field|surfaces|use-on-paper|use-row-keys|use-wide))\.tsx?$/,
  /\/web\/src\/shared\/(?:arrival\/not-received|children\/(?:child-row-\w+|list-\w+|namesakes|new-child-state|result)|navigation\/(?:last-list|pressed-link|unit-route)|places\/wards?(?:-select)?|records\/unreadable-page)\.tsx?$/,
  /\/web\/src\/shared\/screenings\/(?:record-state|row-words|screening-mark|status-words|tape-link)\.tsx?$/,
];

/** What a record is read and assessed by: a visit's pages and each start load it. */
const OF_RECORDS = [
  /\/domain\/src\/fields\/(?:(?:child|mother|screening)-table|field)\.ts$/,
  /\/domain\/src\/gate\/(?:forbidden-names|gate-codes|provenance|read-(?:assessment|document|record)|repairs)\.ts$/,
  /\/domain\/src\/base\/(?:consent|homes|optional|same-as|words)\.ts$/,
  /\/domain\/src\/screening\/(?:assess-measures|body-mass|classify|compare-with-told|copied-figures|read-screening|status-table|stored-screening|told)\.ts$/,
  /\/growth\/src\/(?:base\/(?:lms|sex)|bmi|month-row|programme|tables\/(?:bmi-thresholds\.generated|lms-table|programme-tables))\.ts$/,
];

/** What a record is checked, stamped and stored by: each start loads it once the first rows stand. */
const OF_WRITES = [
  /\/domain\/src\/(?:fields\/(?:conflicts|records)|gate\/(?:check-document|name-characters))\.ts$/,
  /\/domain\/src\/child\/(?:consent-answers|family|plan-writes|summarise-child)\.ts$/,
  /\/domain\/src\/(?:due\/referral-draft|screening\/assess-stored|settings\/rules-version)\.ts$/,
  /\/replication\/src\/(?:provenance|tree\/(?:add-path|bounds|tree-builder))\.ts$/,
  /\/storage\/src\/unit\/writes\/(?:child-(?:records|writes)|merge-edit|mother-writes|provenance|unit-writer|writes)\.ts$/,
  /\/storage\/src\/unit\/(?:known\/holds|projection\/open-choices)\.ts$/,
  /\/storage\/src\/unit\/records\/(?:damage|followed-blocks|growing|incoming|making-head|md5|packing|taking|tidying|writing)\.ts$/,
  /\/storage\/src\/base\/(?:mutex|shared-locks)\.ts$/,
];

/** Who is due, and what the list's filters by date answer: the next that a start loads. */
const OF_STANDING = [
  /\/domain\/src\/standing\/(?:closings|outcome|standing)\.ts$/,
  /\/domain\/src\/(?:due\/due-visit|screening\/next-visit|settings\/programme-settings)\.ts$/,
  /\/web\/src\/(?:data\/(?:app-badge|programme|row-standing)|features\/children\/(?:due-filters|sort-rows))\.ts$/,
  /\/web\/src\/shared\/navigation\/due-count\.tsx$/,
];

/** What every start asks the server, and how: one chunk beside the first load. */
const OF_CALLS = /\/web\/src\/api\/(?:config|http|session-calls)\.ts$/;

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
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'list', test: (id) => OF_LIST.some((each) => each.test(id)) },
            { name: 'calls', test: OF_CALLS },
            { name: 'records', test: (id) => OF_RECORDS.some((each) => each.test(id)) },
            { name: 'writes', test: (id) => OF_WRITES.some((each) => each.test(id)) },
            { name: 'standing', test: (id) => OF_STANDING.some((each) => each.test(id)) },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 300,
  },
});
