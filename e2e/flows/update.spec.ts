import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openNewChild, openTestUnit } from '../pages/app.ts';
import { type ServerProcess, serveBuild } from '../support/server-process.ts';

const DIST = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const NEXT_MARK = 'crece-next-version';

/** Puts a newer version in place: another start page, and a worker that knows its revision. */
function putNextVersion(folder: string): void {
  const page = join(folder, 'index.html');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('</head>', `<meta name="${NEXT_MARK}" content=""></head>`),
  );
  const worker = join(folder, 'sw.js');
  const before = readFileSync(worker, 'utf8');
  const after = before.replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, '$1next$2');
  expect(after).not.toBe(before);
  writeFileSync(worker, after);
  // The compressed copies are still those of the old version.
  for (const stale of ['index.html.br', 'index.html.gz', 'sw.js.br', 'sw.js.gz']) {
    rmSync(join(folder, stale), { force: true });
  }
}

async function askForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

async function untilReadyOffline(context: BrowserContext, page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('main')).toBeVisible();
  await context.setOffline(false);
}

test.describe('a new version', () => {
  let folder: string;
  let server: ServerProcess;

  test.beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crece-build-'));
    cpSync(DIST, folder, { recursive: true });
    server = await serveBuild(folder);
  });

  test.afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('waits until the form is done, then comes when the person says so', async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: server.url,
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await openTestUnit(page);
    await untilReadyOffline(context, page);
    await openNewChild(page);
    await page.getByLabel('First name').fill('Luz');

    putNextVersion(folder);
    await askForUpdate(page);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null))
      .toBe(true);
    const offer = page.getByText('A new version of Crece is ready.');
    await expect(offer).toBeHidden();
    await expect(page.getByLabel('First name')).toHaveValue('Luz');

    await page.getByRole('link', { name: 'Back' }).click();
    await expect(offer).toBeVisible();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(1);
    await expect(offer).toBeHidden();

    await openNewChild(page);
    await expect(page.getByLabel('First name')).toHaveValue('Luz');
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(1);
    await expect(page.getByLabel('First name')).toHaveValue('Luz');
    await context.close();
  });
});
