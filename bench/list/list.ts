/**
 * The children list of a unit with 10,000 children, in real Chromium with the built application:
 * offline cold start, key stroke to results, and a durable save. Budgets (design, section 9): start
 * ≤ 1.5 s at 4×, key stroke ≤ 50 ms and p95 ≤ 100 ms at 4×, save ≤ 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { startServer } from '../../e2e/support/server-process.ts';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { type Measurement, median, quantile } from '../measure.ts';

const LIST = '/children/list/test_stake_gtm/Guatemala/-/a/children';
const FILL_TIMEOUT_MS = 300_000;
const STARTS = 7;
/** Typed and deleted again, so that nearly every key changes the results. */
const KEYS = [
  'm',
  'a',
  'r',
  'Backspace',
  'i',
  'Backspace',
  'Backspace',
  'l',
  'Backspace',
  'Backspace',
].flatMap((key, index, all) =>
  index === all.length - 1
    ? [key, 'j', 'u', 'Backspace', 'Backspace', 'a', 'n', 'Backspace', 'Backspace']
    : [key],
);
/** Longer than any response, shorter than the pause after which a single result opens. */
const KEY_REST_MS = 450;

async function withPage<T>(
  profile: string,
  executablePath: string,
  bypassCSP: boolean,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: CHROMIUM_ARGS,
    viewport: { width: 360, height: 740 },
    timezoneId: 'America/Guatemala',
    bypassCSP,
  });
  try {
    return await use(context.pages()[0] ?? (await context.newPage()), context);
  } finally {
    await context.close();
  }
}

async function throttle(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

const firstRow = (page: Page) => page.locator('a[href*="/children/view/"]').first();

/** Milliseconds from the start of the navigation to the first child on the screen. */
async function coldStart(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}${LIST}`, { waitUntil: 'commit' });
  await firstRow(page).waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => resolve(performance.now()));
      }),
  );
}

/** Milliseconds from each key to the last painted change that it caused. */
async function keyStrokes(page: Page): Promise<number[]> {
  const times: number[] = [];
  await page.getByRole('searchbox').focus();
  for (const key of KEYS) {
    await page.evaluate(() => {
      const watched = { pressed: 0, painted: 0 };
      Object.assign(window, { watched });
      document.addEventListener(
        'keydown',
        () => {
          watched.pressed = performance.now();
        },
        { capture: true, once: true },
      );
      // The picture of "nothing found" loads later and is not a result.
      const isPicture = ({ target }: MutationRecord) =>
        target instanceof Element && target.closest('svg') !== null;
      new MutationObserver((mutations) => {
        if (mutations.every(isPicture)) return;
        requestAnimationFrame(() => {
          watched.painted = performance.now();
        });
      }).observe(document.querySelector('main') ?? document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.keyboard.press(key);
    await page.waitForTimeout(KEY_REST_MS);
    const { pressed, painted } = await page.evaluate(
      () => (window as unknown as { watched: { pressed: number; painted: number } }).watched,
    );
    if (painted > pressed) times.push(painted - pressed);
  }
  return times;
}

export async function list(): Promise<Measurement[]> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const executablePath = found.path;
  const server = await startServer();
  const profile = mkdtempSync(join(tmpdir(), 'crece-bench-'));
  try {
    await withPage(profile, executablePath, true, async (page) => {
      await page.goto(`${server.url}/chrome-only.html`);
      await runInOrigin(page, '../../bench/list/fill.ts');
      await page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
        timeout: FILL_TIMEOUT_MS,
      });
      if (!(await page.title()).startsWith('filled')) throw new Error(await page.title());
    });
    return await withPage(profile, executablePath, false, async (page, context) => {
      await page.goto(`${server.url}${LIST}`);
      await firstRow(page).waitFor({ timeout: FILL_TIMEOUT_MS });
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await page.waitForTimeout(5_000);
      await context.setOffline(true);
      const lines: Measurement[] = [];
      for (const rate of [1, 4]) {
        await throttle(page, rate);
        const starts: number[] = [];
        for (let i = 0; i < STARTS; i += 1) starts.push(await coldStart(page, server.url));
        lines.push({
          what: `cold start offline, 10,000 children, CPU ${rate}×`,
          ms: median(starts),
          samples: STARTS,
        });
        const keys = await keyStrokes(page);
        lines.push({
          what: `key stroke to results, median, CPU ${rate}×`,
          ms: median(keys),
          samples: keys.length,
        });
        lines.push({
          what: `key stroke to results, p95, CPU ${rate}×`,
          ms: quantile(keys, 0.95),
          samples: keys.length,
        });
      }
      return lines;
    });
  } finally {
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
