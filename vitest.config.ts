import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { sentences } from './apps/web/build/sentences.ts';
import { findChromium } from './scripts/find-chromium.ts';
import { threadsOfBundle } from './scripts/testing/server-bundle.ts';
import { SlowFirst } from './scripts/testing/slow-first.ts';

const chromium = findChromium();
const isDeep = process.env['CRECE_DEEP'] === '1';

/** A test that hangs ends; one that only waits for a busy machine does not fail. */
const PATIENCE = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * Young objects die before they are moved: a fifth less processor time for a worker that builds
 * servers and pages all the time, for some 150 MB of memory. It begins with 16 MB: these hold for the
 * threads of jobs too, which may have 84 MB in all and would collect garbage for four fifths of
 * their time.
 */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

export default defineConfig({
  test: {
    maxWorkers: '100%',
    globalSetup: ['scripts/testing/memory-folder.ts'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        plugins: [threadsOfBundle()],
        test: {
          name: 'node',
          ...PATIENCE,
          globalSetup: ['scripts/testing/server-bundle.ts'],
          execArgv,
          environment: 'node',
          // Files share a process: each loads what the one before it did not (`docs/decisions/0068-…`).
          isolate: false,
          include: [
            'packages/{growth,domain,messages,contract,replication,reports,imports}/src/**/*.test.ts',
            'packages/storage/src/**/*.{node,both}.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/web/build/**/*.test.ts',
            'scripts/**/*.test.ts',
            // What the application's forms and the server must say alike.
            'e2e/agreement/*.test.ts',
          ],
        },
      },
      {
        plugins: [sentences()],
        test: {
          name: 'web',
          ...PATIENCE,
          execArgv,
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
          // Files share a process and a browser page, which the setup clears after each test.
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.isolated.test.tsx'],
        },
      },
      {
        // Tests that put another module in the place of one of ours (`vi.mock`): each file begins with
        // none of ours loaded (`fresh-modules.ts`), and no other file finds it replaced afterwards.
        plugins: [sentences()],
        test: {
          name: 'web-isolated',
          ...PATIENCE,
          execArgv,
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/fresh-modules.ts', 'apps/web/src/testing/setup.ts'],
          isolate: false,
          include: ['apps/web/src/**/*.isolated.test.tsx'],
        },
      },
      {
        // Storage is tested where it runs: on IndexedDB in the system's Chromium. What needs a real
        // server beside it (`*.node.test.ts`) runs on Node, its disk in memory. So do the rules above
        // the store (`*.both.test.ts`), which a release repeats on IndexedDB.
        // What the tests of PouchDB, with which the store is compared, begin with; and what only a release
        // imports here: found during a run, it would have every page loaded anew.
        optimizeDeps: {
          include: ['pouchdb-core', 'pouchdb-adapter-idb', 'events', 'fast-check'],
        },
        test: {
          name: 'browser',
          ...PATIENCE,
          env: { CRECE_DEEP: isDeep ? '1' : '' },
          isolate: false,
          include: ['packages/storage/src/**/*.test.ts'],
          exclude: [
            'packages/storage/src/**/*.node.test.ts',
            ...(isDeep ? [] : ['packages/storage/src/**/*.both.test.ts']),
          ],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium === null ? {} : { executablePath: chromium }),
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
