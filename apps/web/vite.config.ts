import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** The oldest Chrome that the application is built for; public/browser-check.js turns older ones away. */
const OLDEST_CHROME = 'chrome110';

/** Where `npm run dev` has its server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/**
 * PouchDB's filters and selectors for change feeds are an optional part of it that we never use
 * (3 KB gzip of the first load); without them PouchDB warns when one is asked for.
 */
const withoutChangeFilters: Plugin = {
  name: 'without-change-filters',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === 'pouchdb-changes-filter' ? '\0no-change-filters' : null),
  load: (id) => (id === '\0no-change-filters' ? 'export default () => undefined;' : null),
};

export default defineConfig({
  plugins: [
    react(),
    withoutChangeFilters,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/offline',
      filename: 'sw.ts',
      outDir: 'dist',
      registerType: 'prompt',
      // main.tsx registers by itself, under the Trusted Types policy of the page.
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,webmanifest}'],
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
  define: { global: 'globalThis' },
  server: {
    proxy: { '/api': SERVER, '/health': SERVER },
  },
  build: {
    target: OLDEST_CHROME,
    // Read by the check of the first load's size.
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
});
