import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { packedData } from './build/packed-data.ts';
import { smallerChunks } from './build/smaller-chunks.ts';

/** The oldest Chrome that the application is built for; public/browser-check.js turns older ones away. */
const OLDEST_CHROME = 'chrome110';

/** Where `npm run dev` has its server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/**
 * Pages that can do nothing without the server, their sentences, and the invented children of a
 * demonstration: not kept for use without a connection before somebody has asked for them
 * (src/offline/sw.ts keeps them from then on).
 */
const ON_DEMAND = [
  /\/demo\/demo-records\.ts$/,
  /\/app\/(?:account|desk)-pages\.ts$/,
  /\/features\/(?:accounts|admin|desk|imports|reports)\//,
  /\/features\/settings\/(?!device-page)/,
  /\/features\/sync\/sync-info-page\.tsx$/,
  /\/messages\/src\/[a-z]+-(?:accounts|admin|desk)\.ts$/,
];

/** What a coordinator's pages begin with, and the sentences up to theirs. */
const OF_DESK = [/\/app\/desk-pages\.ts$/, /\/messages\/src\/[a-z]+-(?:accounts|admin|desk)\.ts$/];

/** A part of them that is of no use without a connection. */
const NEEDS_SERVER = /\/csv-channel\.ts$/;

interface BuiltChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Built = Readonly<Record<string, BuiltChunk>>;

/** These chunks and all that they load beyond `before`; later only where `follows` says so. */
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

/**
 * Files that are reached from the application's page only by way of a page on demand, and those of
 * them that a coordinator's device keeps.
 */
function filesOnDemand(outDir: string): { onDemand: Set<string>; ofDesk: Set<string> } {
  const manifest = join(outDir, '.vite/manifest.json');
  // A build that failed has none, and its own error is the one to be told.
  if (!existsSync(manifest)) return { onDemand: new Set(), ofDesk: new Set() };
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Built;
  const page = readFileSync(join(outDir, 'index.html'), 'utf8');
  const names = Object.keys(built);
  const filesOf = (chunks: Iterable<string>) =>
    [...chunks].flatMap((name) => [built[name]?.file ?? '', ...(built[name]?.css ?? [])]);
  const first = names.filter((name) => page.includes(`/${built[name]?.file}`));
  const kept = reachedFrom(built, first, (later) => !ON_DEMAND.some((each) => each.test(later)));
  const filesKept = new Set(filesOf(kept));
  const unlessKept = (chunks: Iterable<string>) =>
    new Set(filesOf(chunks).filter((file) => !filesKept.has(file)));
  const desk = names.filter((name) => OF_DESK.some((each) => each.test(name)));
  return {
    onDemand: unlessKept(names),
    ofDesk: unlessKept(reachedFrom(built, desk, (later) => !NEEDS_SERVER.test(later), kept)),
  };
}

/**
 * What the list of children, with which nearly every visit begins, shares with other pages: left to
 * itself the bundler makes twenty chunks of it. A name that is missing here costs bytes and nothing else.
 */
const OF_LIST = [
  /\/domain\/src\/(?:parse|limits|child\/(?:age-today|duplicates))\.ts$/,
  /\/domain\/src\/screening\/(?:acute-evidence|measured|screening-(?:age|mark)|stored-z-scores|supplement|usable-measures)\.ts$/,
  /\/web\/src\/(?:data\/today|features\/children\/(?:list-\w+|new-child-name)|ui\/(?:search-field|surfaces))\.tsx?$/,
  /\/web\/src\/shared\/(?:arrival\/not-received|navigation\/unit-route|records\/unreadable|words\/fault)\.tsx?$/,
  /\/web\/src\/shared\/screenings\/(?:record-state|screening-mark|status-words)\.tsx?$/,
];

/** Where this build goes; a build elsewhere is for looking at. */
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
    smallerChunks(),
    findOutDir,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/offline',
      filename: 'sw.ts',
      registerType: 'prompt',
      // main.tsx registers by itself, under the Trusted Types policy of the page.
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,bin}'],
        // These icons are asked for when the application is installed, and only then.
        globIgnores: ['icon-*.png'],
        manifestTransforms: [
          (entries) => {
            const { onDemand, ofDesk } = filesOnDemand(outDir);
            // src/offline/sw.ts tells both by their names: every device keeps what has an `url`.
            const desk = [...ofDesk].map(
              (file) => ({ desk: file }) as unknown as (typeof entries)[number],
            );
            const always = entries.filter(({ url }) => !onDemand.has(url));
            return { manifest: [...always, ...desk], warnings: [] };
          },
        ],
        // What the hash in the name already tells needs no revision.
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
  // Its package names a build for browsers of 2016, which is twice as large.
  resolve: { alias: { 'workbox-window': 'workbox-window/build/workbox-window.prod.mjs' } },
  server: {
    // A plain '/sync' would catch the page of sync errors too.
    proxy: {
      '/api': SERVER,
      '/health': SERVER,
      '^/sync/': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '^/files/[^?]*[?](?:.*&)?ticket=': SERVER,
    },
  },
  build: {
    target: OLDEST_CHROME,
    // Read by the check of the first load's size.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The names of what a later page needs would all be in the first chunk: such a page finds its
      // parts by itself, once, and the service worker has them from then on.
      resolveDependencies: (page, files) =>
        /child-list-page/.test(page) ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // Nothing that we or our libraries read has a getter with an effect.
        minify: {
          compress: {
            target: OLDEST_CHROME,
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          },
        },
        // One chunk of all that the application begins with: left to itself the bundler cuts it into
        // a dozen that lazy pages share, which together compress worse (5 KB gzip).
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
