import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { openNewChild, openTestUnit } from '../pages/app.ts';
import { setOffline } from '../support/connection.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedOnDemand } from '../support/offline.ts';
import { type ServerProcess, serveBuild } from '../support/server-process.ts';

const DIST = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const NEXT_MARK = 'crece-next-version';
const TEST_UNIT = 'test_stake_gtm';
/** An account as a device stores it after its session has ended. */
const COORDINATOR = {
  id: 'eva',
  username: 'eva',
  displayName: 'Eva Xol',
  firstName: 'Eva',
  lastName: 'Xol',
  email: 'eva@example.org',
  roles: ['user', 'sync'],
};

/** The content hash in a built file's name: `desk-page-CO1t8CpJ.js`. */
const HASH = /-([\w-]{8})\.(?:js|css|bin|txt)$/;
const IS_TEXT = /\.(?:js|css|html|json|txt)$/;

/**
 * Installs a newer version in one step, since the browser may look for one at any moment: every built
 * file gets another hash, and the service worker knows them.
 */
function putNextVersion(folder: string): void {
  const staged = `${folder}-next`;
  cpSync(folder, staged, { recursive: true });
  makeNextVersion(staged);
  renameSync(folder, `${folder}-before`);
  renameSync(staged, folder);
}

function makeNextVersion(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const hashes = files.flatMap((name) => HASH.exec(name)?.[1] ?? []);
  const next = (text: string) =>
    // A hash may begin with the new letter already.
    text.replaceAll(
      new RegExp(hashes.join('|'), 'g'),
      (hash) => `${hash.startsWith('N') ? 'M' : 'N'}${hash.slice(1)}`,
    );
  for (const name of files) {
    const path = join(folder, name);
    // The compressed copies belong to the old version.
    if (/\.(?:br|gz)$/.test(name)) rmSync(path);
    else if (IS_TEXT.test(name)) {
      const text = next(readFileSync(path, 'utf8'));
      rmSync(path);
      writeFileSync(join(folder, next(name)), text);
    } else if (next(name) !== name) renameSync(path, join(folder, next(name)));
  }
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
}

/** The files of the coordinator's pages in a build, as its service worker lists them. */
function deskFiles(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const named = [...worker.matchAll(/"desk":"([^"]+)"/g)].map(([, name = '']) => name);
  const held = named
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => Object.keys(JSON.parse(firstLineOf(join(folder, name)))));
  return [...named, ...held].map((name) => `/${name}`).toSorted();
}

const firstLineOf = (file: string) => readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';

async function askForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

async function untilWaiting(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null))
    .toBe(true);
}

async function untilReadyOffline(context: BrowserContext, page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await setOffline(context, true);
  await page.reload();
  await expect(page.locator('main')).toBeVisible();
  await setOffline(context, false);
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
    for (const each of [folder, `${folder}-before`]) rmSync(each, { recursive: true, force: true });
  });

  test("waits for the form to be finished, then installs on request, with the coordinator's pages", async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: server.url,
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    // Somebody with the right to reports has signed in here and out again; the device remembers it.
    await page.goto('/chrome-only.html');
    await page.evaluate(() => localStorage.setItem('crece.keeps-desk', 'yes'));
    await openTestUnit(page);
    await untilReadyOffline(context, page);
    const before = deskFiles(folder);
    expect(before.length).toBeGreaterThan(20);
    const keptOf = async (files: readonly string[]) => {
      const kept = new Set(await storedOnDemand(page));
      return files.filter((file) => kept.has(file));
    };
    await expect.poll(() => keptOf(before)).toEqual(before);
    await openNewChild(page);
    await page.getByLabel('First name').fill('Luz');

    putNextVersion(folder);
    const after = deskFiles(folder);
    expect(after.filter((file) => before.includes(file))).toEqual([]);
    await askForUpdate(page);
    await untilWaiting(page);
    const offer = page.getByText('A new version of Crece is ready.');
    await expect(offer).toBeHidden();
    await expect(page.getByLabel('First name')).toHaveValue('Luz');

    await page.getByRole('link', { name: 'Back' }).click();
    await expect(offer).toBeVisible();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(0);
    // Taken without a connection: every file of the new version is on the device already.
    await setOffline(context, true);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(1);
    await expect(offer).toBeHidden();

    await openNewChild(page);
    await expect(page.getByLabel('First name')).toHaveValue('Luz');
    await page.reload();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(1);
    await expect(page.getByLabel('First name')).toHaveValue('Luz');
    expect(await keptOf(after)).toEqual(after);
    await expect.poll(() => keptOf(before)).toEqual([]);
    await page.goto('/');
    await page.getByRole('link', { name: 'Guatemala test Only' }).click();
    await page.getByRole('link', { name: 'Sync', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
    await page.evaluate((user) => {
      localStorage.setItem('crece.user', JSON.stringify(user));
    }, COORDINATOR);
    await page.goto(`/children/desk/GTM/${TEST_UNIT}`);
    await expect(page.getByText('No children here yet')).toBeVisible();
    await context.close();
  });

  test('a page that is loading while another window takes the new version offers it too', {
    tag: '@deep',
  }, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto('/');
    await untilReadyOffline(context, page);
    putNextVersion(folder);
    await askForUpdate(page);
    await untilWaiting(page);
    const other = await context.newPage();
    await other.goto('/');
    await other.evaluate(() => {
      const channel = new BroadcastChannel('next-version');
      channel.onmessage = async () => {
        const { waiting } = await navigator.serviceWorker.ready;
        // A worker that is busy with the page's files would not be replaced until the page is left.
        setTimeout(() => waiting?.postMessage({ type: 'SKIP_WAITING' }), 2_000);
      };
    });

    // The page is the old one; its scripts run only when the next version has taken over.
    await page.addInitScript(() => {
      if (sessionStorage.getItem('is-held') !== null) return;
      sessionStorage.setItem('is-held', 'yes');
      new BroadcastChannel('next-version').postMessage(null);
      const end = performance.now() + 4_000;
      while (performance.now() < end);
    });
    await page.reload();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator(`meta[name="${NEXT_MARK}"]`)).toHaveCount(1);
    await context.close();
  });
});
