import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { IS_DEEP } from './support/deep.ts';
import { robotoConfig } from './support/roboto.ts';

const chromium = findChromium();
const root = fileURLToPath(new URL('..', import.meta.url));

/** Drawn for the documentation only (`docs/screens.md`). */
const ARE_PICTURES_WANTED = process.env['CRECE_PICTURES'] !== undefined;

/**
 * Headed Chromium draws its address bar's lists as separate pages and starts one spare process:
 * twice the work of the page under test, in each of a thousand contexts. Chromium uses only the
 * last list of this kind, so the second half repeats Playwright's own.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Flags for the system's Chromium in a container: its own network traffic fails there and stalls
 * it.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${NOT_NEEDED.join(',')}`,
];

export default defineConfig({
  testDir: './flows',
  globalSetup: `${root}scripts/testing/server-bundle.ts`,
  outputDir: `${root}test-results`,
  fullyParallel: true,
  // One more than the two cores that a run has: a third of a journey is waiting.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  grepInvert: [...(IS_DEEP ? [] : [/@deep/]), ...(ARE_PICTURES_WANTED ? [] : [/@pictures/])],
  // Ends a test that hangs, without failing one that waits for a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
    viewport: { width: 360, height: 740 },
    // Only test files about offline use allow it: storing a megabyte of files costs each test a
    // second.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test makes the whole run a quarter longer.
    trace: process.env['CRECE_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: CHROMIUM_ARGS,
      env: { ...process.env, FONTCONFIG_FILE: robotoConfig() },
    },
  },
});
