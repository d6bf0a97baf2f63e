/**
 * A code before the camera, in a unit with 10,000 children of whom 500 have a slip, in real Chromium at
 * CPU 4× on a profile on disk, without a connection: from the tap on the camera to the child's page.
 * Budget (issue "the clinic answers"): 2 s, also without a `BarcodeDetector`, which Chromium on Linux
 * never has; a stand-in for it, which knows the code at once, shows what the library costs.
 */
import { answerCode, slipFragment } from '@crece/domain';
import type { Page } from '@playwright/test';
import { setOffline } from '../../e2e/support/connection.ts';
import { cameraWith } from '../../e2e/support/fake-camera.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { type DiskProfile, makeProfile } from '../disk-profile.ts';
import { throttle } from '../list/list.ts';
import { type Measurement, median } from '../measure.ts';
import { childIdOf, DAY, SLIPS, slipOf, UNIT } from './slips.ts';

const LIST = `/children/list/${UNIT}/Guatemala/-/a/children`;
const RUNS = 5;
const BUDGET_MS = 2_000;
const FILL_TIMEOUT_MS = 900_000;
/** The one whose code is scanned. */
const WANTED = 321;

async function fill(profile: DiskProfile, server: ServerProcess): Promise<void> {
  const { page, context } = await profile.start({ bypassCSP: true });
  await page.goto(`${server.url}/chrome-only.html`);
  await runInOrigin(page, '../../bench/scan/fill.ts');
  await page.waitForFunction(() => /^(filled|failed)/.test(document.title), null, {
    timeout: FILL_TIMEOUT_MS,
  });
  if (!(await page.title()).startsWith('filled')) throw new Error(await page.title());
  await context.close();
}

/** A browser that reads codes by itself, as on Android. */
function standIn(text: string): void {
  const Detector = class {
    static getSupportedFormats = () => Promise.resolve(['qr_code']);
    detect = () => Promise.resolve([{ rawValue: text }]);
  };
  Object.assign(window, { BarcodeDetector: Detector });
}

/** Milliseconds from the tap on the camera to the child's page, as the page itself counts them. */
async function scanned(
  page: Page,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  await page.goto(`${url}${LIST}`);
  await page.locator('.row-item').first().waitFor();
  const button = page.getByRole('button', { name: 'Scan a code' });
  await button.waitFor();
  await page.waitForTimeout(3_000);
  await page.evaluate(() => {
    const times = { tapped: 0, shown: 0 };
    Object.assign(window, { times });
    const note = () => {
      if (times.tapped === 0) times.tapped = performance.now();
    };
    document.addEventListener('click', note, { capture: true });
    new MutationObserver(() => {
      const isShown =
        location.pathname.startsWith('/children/view/') &&
        document.querySelector('main .hero, main [class*="verdict"]') !== null;
      if (isShown && times.shown === 0) {
        requestAnimationFrame(() => {
          times.shown = performance.now();
        });
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await act(page);
  await page.waitForFunction(
    () => (window as unknown as { times: { shown: number } }).times.shown > 0,
  );
  if (!page.url().includes(childIdOf(WANTED))) throw new Error(`It opened ${page.url()}`);
  return page.evaluate(() => {
    const { tapped, shown } = (window as unknown as { times: { tapped: number; shown: number } })
      .times;
    return shown - tapped;
  });
}

const tapCamera = (page: Page) => page.getByRole('button', { name: 'Scan a code' }).click();

async function openList(
  profile: DiskProfile,
  server: ServerProcess,
  code: string,
  hasDetector: boolean,
) {
  const args = await cameraWith(code, { size: 220, turned: 8, blur: 0.6 });
  const { page, context } = await profile.start({ args });
  if (hasDetector) await page.addInitScript(standIn, code);
  await page.goto(`${server.url}${LIST}`);
  await page.locator('.row-item').first().waitFor({ timeout: FILL_TIMEOUT_MS });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(6_000);
  await setOffline(context, true);
  await throttle(page, 4);
  return { page, context };
}

/** Median of several runs of one way to a child. */
async function timesOf(page: Page, url: string, act: (page: Page) => Promise<void>) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await scanned(page, url, act));
  return { ms: median(times), samples: times.length };
}

export async function scan(): Promise<Measurement[]> {
  const server = await startServer();
  const profile = await makeProfile();
  const lines: Measurement[] = [];
  const slip = slipOf(WANTED);
  const card = `https://elsewhere.example/children/view/${childIdOf(WANTED)}`;
  const ofSlip = `https://elsewhere.example/referral#${slipFragment({ slip, signs: ['muac'], day: DAY })}`;
  const answer = answerCode(slip, DAY, { outcome: 'seen', day: DAY });
  try {
    await fill(profile, server);
    for (const [what, code, hasDetector] of [
      ['growth card, read by the library', card, false],
      ['slip, read by the library', ofSlip, false],
      [`a clinic's answer, sought among ${SLIPS} slips, read by the library`, answer, false],
      ['slip, read by the browser (a stand-in)', ofSlip, true],
    ] as const) {
      const { page, context } = await openList(profile, server, code, hasDetector);
      const budgetMs = BUDGET_MS;
      lines.push({ what, ...(await timesOf(page, server.url, tapCamera)), budgetMs });
      await context.close();
    }
    return lines;
  } finally {
    profile.remove();
    await server.stop();
  }
}
