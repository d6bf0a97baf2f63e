import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { packedData } from './build/packed-data.ts';
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
 * Pages that are useless without the server, their sentences, and the invented children of a
 * demonstration. They are not precached; src/offline/sw.ts keeps each file from its first use.
 */
const ON_DEMAND = [
  /\/demo\/demo-records\.ts$/,
  /\/data\/demonstration\.ts$/,
  /\/app\/(?:account|desk)-pages\.ts$/,
  /\/features\/(?:accounts|admin|desk|imports|reports)\//,
  /\/features\/settings\/(?!device-page)/,
  /\/features\/sync\/sync-info-page\.tsx$/,
  /\/messages\/src\/[a-z]+-(?:accounts|admin|desk)\.ts$/,
];

/**
 * Pages that a single screening does not need: sync, conflicts, refusals, the backup file, the
 * screening day, the due list, the choice of a unit, with their sentences, mothers, removals, and the
 * charts and earlier screenings of a child's page, the result of a referral, and what is said when a child has gone or nothing opens.
 * Every device keeps them, but fetches them after the rest, so that a phone on a slow line can work
 * without a connection sooner. They are stored compressed (src/offline/sw.ts).
 */
const LATER = [
  /\/charts\/growth-charts\.tsx$/,
  /\/app\/start-slow\.tsx$/,
  /\/app\/sync-pages\.tsx$/,
  /\/data\/keep-synced\.ts$/,
  /\/features\/(?:due|mothers|places)\//,
  /\/features\/screenings\/(?:departure-panel|referral-card|screening-history)\.tsx$/,
  /\/features\/(?:children|screenings)\/remove-\w+-page\.tsx$/,
  /\/features\/settings\/device-page\.tsx$/,
  /\/messages\/src\/[a-z]+-sync\.ts$/,
  /\/shared\/navigation\/not-opened\.tsx$/,
  /\/shared\/records\/vanished-notice\.tsx$/,
  /\/storage\/src\/engine\/(?:remove-local-copy\.ts$|removed\/)/,
];

/** The pages of a visit, from the list to the result, whose scripts are stored ready to run. */
const OF_VISIT = [
  /\/features\/children\/child-(?:list|form)-page\.tsx$/,
  /\/features\/screenings\/(?:child-view|screening-form)-page\.tsx$/,
];

/** Entry modules of the coordinator's pages, and the sentence tiers up to theirs. */
const OF_DESK = [/\/app\/desk-pages\.ts$/, /\/messages\/src\/[a-z]+-(?:accounts|admin|desk)\.ts$/];

/** A part of the coordinator's pages that is useless without a connection. */
const NEEDS_SERVER = /\/csv-channel\.ts$/;

interface BuiltChunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Built = Readonly<Record<string, BuiltChunk>>;

/**
 * The chunks reached from `names`, plus `before`. Dynamic imports count only when `follows` accepts
 * them.
 */
function reachedFrom(
  built: Built,
  names: readonly string[],
  follows: (later: string) => boolean,
  before: ReadonlySet<string> = new Set(),
): Set<string> {
  const reached = new Set(before);
  const visit = (name: string) => {
    const chunk = built[name];
    if (chunk === undefined || reached.has(name)) return;
    reached.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const later of chunk.dynamicImports ?? []) if (follows(later)) visit(later);
  };
  for (const name of names) visit(name);
  return reached;
}

interface FileGroups {
  /** The scripts of a visit, from the start to the result. */
  visit: Set<string>;
  /** What every device keeps after the files that make the application usable. */
  later: Set<string>;
  /** What a coordinator's device keeps besides. */
  desk: Set<string>;
  /** Files that the application's page reaches only through a page on demand; includes `desk`. */
  onDemand: Set<string>;
}

/** Sorts the files of a build by when a device fetches them. */
function fileGroups(outDir: string): FileGroups {
  const manifest = join(outDir, '.vite/manifest.json');
  // A failed build has no manifest; its own error must be the one that is reported.
  if (!existsSync(manifest)) {
    return { visit: new Set(), later: new Set(), desk: new Set(), onDemand: new Set() };
  }
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Built;
  const page = readFileSync(join(outDir, 'index.html'), 'utf8');
  const names = Object.keys(built);
  const isAny = (patterns: readonly RegExp[]) => (name: string) =>
    patterns.some((each) => each.test(name));
  const packed = readdirSync(join(outDir, 'assets')).filter((file) => file.endsWith('.bin'));
  const filesOf = (chunks: Iterable<string>) =>
    [...chunks].flatMap((key) => {
      const { file = '', name = '', css = [] } = built[key] ?? {};
      // build/packed-data.ts names the data of a chunk after it: `english-sync-NbHTpCwd.bin`.
      const data = packed.filter((each) => each.replace(/-.{8}\.bin$/, '') === name);
      return [file, ...css, ...data.map((each) => `assets/${each}`)];
    });
  const less = (files: Iterable<string>, others: ReadonlySet<string>) =>
    new Set([...files].filter((file) => !others.has(file)));
  const start = names.filter((name) => page.includes(`/${built[name]?.file}`));
  const onDemand = isAny(ON_DEMAND);
  const chunksOfAll = reachedFrom(built, start, (later) => !onDemand(later));
  const chunksOfFirst = reachedFrom(
    built,
    start,
    (later) => !isAny([...ON_DEMAND, ...LATER])(later),
  );
  const chunksOfDesk = reachedFrom(
    built,
    names.filter(isAny(OF_DESK)),
    (later) => !NEEDS_SERVER.test(later),
    chunksOfAll,
  );
  const all = new Set(filesOf(chunksOfAll));
  const first = new Set(filesOf(chunksOfFirst));
  const chunksOfVisit = reachedFrom(
    built,
    [...start, ...names.filter(isAny(OF_VISIT))],
    () => false,
  );
  return {
    visit: new Set(filesOf(chunksOfVisit).filter((file) => file.endsWith('.js'))),
    later: less(all, first),
    desk: less(filesOf(chunksOfDesk), all),
    onDemand: less(filesOf(names), all),
  };
}

/**
 * What the list of children, with which nearly every visit begins, shares with other pages: left to
 * itself the bundler makes twenty chunks of it. A name that is missing here costs bytes and nothing else.
 */
const OF_LIST = [
  /\/domain\/src\/(?:last-where|standing\/(?:facts|open-today|outcome-today|standing-mark))\.ts$/,
  /\/domain\/src\/(?:parse|limits|child\/(?:age-today|fold-text))\.ts$/,
  /\/domain\/src\/screening\/(?:acute-evidence|measured|screening-(?:age|mark)|stored-z-scores|supplement|usable-measures)\.ts$/,
  /\/web\/src\/(?:data\/today|features\/children\/(?:list-\w+|new-child-state)|ui\/(?:search-field|surfaces))\.tsx?$/,
  /\/web\/src\/shared\/(?:arrival\/not-received|navigation\/unit-route|places\/wards?(?:-select)?|records\/unreadable)\.tsx?$/,
  /\/web\/src\/shared\/screenings\/(?:record-state|screening-mark|status-words|tape-link)\.tsx?$/,
];

/** Output folder of this build; a build into another folder is for inspection. */
let outDir = 'dist';
const findOutDir: Plugin = {
  name: 'find-out-dir',
  configResolved: ({ root, build }) => {
    outDir = resolve(root, build.outDir);
  },
};

export default defineConfig({
  plugins: [
    react(),
    packedData(),
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
            const { visit, later, desk, onDemand } = fileGroups(outDir);
            // src/offline/sw.ts knows the groups by these names: what has an `url` is kept first.
            const named = (key: 'visit' | 'later' | 'desk', files: Iterable<string>) =>
              [...files].map((file) => ({ [key]: file }) as unknown as (typeof entries)[number]);
            const first = entries.filter(({ url }) => !onDemand.has(url) && !later.has(url));
            return {
              manifest: [
                ...first,
                ...named('visit', visit),
                ...named('later', later),
                ...named('desk', desk),
              ],
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
          ],
        },
      },
    },
    chunkSizeWarningLimit: 300,
  },
});
