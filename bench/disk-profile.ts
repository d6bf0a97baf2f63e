import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { ensureChromium } from '../scripts/find-chromium.ts';

/**
 * A browser profile in a folder of its own. Playwright's ordinary contexts are incognito windows, and
 * those keep IndexedDB in memory: what they measure of a database no phone would see.
 */
export interface DiskProfile {
  /** Starts Chromium on the profile; `close` of the context ends it, the profile stays. */
  start(options?: {
    bypassCSP?: boolean;
    /** Flags besides the usual ones, as for a camera. */
    args?: readonly string[];
  }): Promise<{ page: Page; context: BrowserContext }>;
  remove(): void;
}

export async function makeProfile(): Promise<DiskProfile> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const folder = mkdtempSync(join(tmpdir(), 'crece-bench-'));
  return {
    async start({ bypassCSP = false, args = [] } = {}) {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: found.path,
        args: [...CHROMIUM_ARGS, ...args],
        viewport: { width: 360, height: 740 },
        timezoneId: 'America/Guatemala',
        bypassCSP,
      });
      return { context, page: context.pages()[0] ?? (await context.newPage()) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
