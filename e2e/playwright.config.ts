import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { IS_DEEP } from './support/deep.ts';

const chromium = findChromium();
const root = fileURLToPath(new URL('..', import.meta.url));

/** What the system's Chromium needs in a container: its own network chatter fails there and stalls it. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: './flows',
  outputDir: `${root}test-results`,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  ...(IS_DEEP ? {} : { grepInvert: /@deep/ }),
  // A test that hangs ends; one that only waits for a busy machine does not fail.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
    viewport: { width: 360, height: 740 },
    // A file of tests that goes without the network allows it: keeping a megabyte of files costs each test a second.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every journey makes the whole run a quarter longer.
    trace: process.env['CRECE_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: CHROMIUM_ARGS,
    },
  },
});
