import { readFile } from 'node:fs/promises';
import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import { title } from '../pages/accounts.ts';
import { turnTo } from '../pages/app.ts';
import { expectAccessible } from '../support/accessible.ts';
import { goOffline, storedOnDemand, untilKeptForOffline } from '../support/offline.ts';
import { expect, type Member, member, syncAll, test } from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';

// A server, its worker threads and a browser at once, possibly on a busy machine.
test.describe.configure({ timeout: 90_000 });

const address = (unit: string, type = 'sup', language = 'en') =>
  `/children/report/${unit}/GTM/stake/firstName/${language}/${type}/6`;

/** Sends the demo children to the server: some of them need a supplement. */
async function plant(server: { url: string }, who: Member, unit: string, children = 40) {
  const today = new Date().toISOString().slice(0, 10);
  const demo = demoRecords({ stakeDB: unit, today, children });
  const records = [...demo.children, ...demo.screenings, ...demo.mothers];
  await pushRecords(
    server,
    who,
    unit,
    records.map((record) => {
      const stored = { ...record, device: 'another-phone', updatedBy: 'Ana Morales', rules: '1' };
      return written(stored);
    }),
  );
}

/** How many of four chunks of the coordinator's pages this device stores. */
async function keptOfDesk(page: Page): Promise<number> {
  const kept = await storedOnDemand(page);
  const parts = [/\/import-page-.*js$/, /\/report-page-.*js$/, /\/xlsx-.*js$/, /\/en-desk-.*js$/];
  return parts.filter((part) => kept.some((path) => part.test(path))).length;
}

/** Replaces printing by a counter of requests. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: 1 }) });
  });

test.describe('a report made on this device', () => {
  test.use({ serviceWorkers: 'allow' });

  test("works offline on a coordinator's phone, and other phones store none of its code", async ({
    accountServer,
    phone,
  }) => {
    const unit = 'coatepeque_gtm';
    const ana = await member(accountServer, 'Ana');
    await plant(accountServer, ana, unit);
    // It has the time of the coordinator's phone to store too much.
    const volunteer = await phone(await member(accountServer, 'Vera', ['user']));
    await volunteer.goto('/');
    await expect(volunteer.getByRole('main')).toBeVisible();
    await untilKeptForOffline(volunteer);
    const page = await phone(ana);
    await syncAll(page, unit);
    await untilKeptForOffline(page);
    await expect.poll(() => keptOfDesk(page)).toBe(4);
    await goOffline(page);
    await page.goto(address(unit));
    await expect(page.getByText('No connection: this is the report of this device.')).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: /children with a supplement/ }),
    ).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file of this device' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^sup_stake_coatepeque_gtm_\d{8}-\d{4}_local\.xlsx$/);
    // A workbook is a zip archive.
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

    expect(await keptOfDesk(volunteer)).toBe(0);
  });
});

test.describe('a report made on the server', () => {
  test('shows live progress, downloads, and is in My reports after a reload', async ({
    accountServer,
    phone,
  }) => {
    const unit = 'cuilapa_district_gtm';
    const ana = await member(accountServer, 'Ana', ['user', 'sync']);
    await plant(accountServer, ana, unit);
    const page = await phone(ana);
    await page.goto(address(unit, 'all'));
    await expect(page.getByRole('status').filter({ hasText: /^\d+ lines$/ })).toBeVisible();
    await page.getByRole('radio', { name: 'CSV' }).check();
    const socket = page.waitForRequest(/\/socket\.io\//);
    await page.getByRole('button', { name: 'Create file' }).click();
    await socket;
    const link = page.getByRole('link', { name: 'Download' });
    await expect(link).toBeVisible();
    const saved = page.waitForEvent('download');
    await link.click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^all_stake_cuilapa_district_gtm_.*\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.startsWith('\uFEFFCountry,Stake,child Index')).toBe(true);

    await turnTo(page, '/children/reports');
    await page.reload();
    const card = page.getByRole('article', { name: 'All screenings · Cuilapa District' });
    await expect(card).toContainText(/\d+ rows/);
    await page.goto((await card.getByRole('link').getAttribute('href')) ?? '');
    await expect(page.getByText('The download has started')).toBeVisible();
  });
});

test('the supplement list prints four clicks after the home page, with correct pages', async ({
  accountServer,
  phone,
}) => {
  const unit = 'escuintla_stake_gtm';
  const ana = await member(accountServer, 'Ana');
  await plant(accountServer, ana, unit);
  const page = await phone(ana);
  await countPrints(page);
  await page.goto('/');
  let clicks = 0;
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('link', { name: /^Guatemala/ }));
  await click(page.locator(`a[href*="/children/list/${unit}/"]`));
  await click(page.getByRole('navigation').locator('a[href*="/children/report/"]'));
  const main = page.locator('.report-found .btn-1');
  await expect(main).toBeInViewport();
  await click(main);
  await expect.poll(() => page.evaluate(() => Number(Reflect.get(window, 'prints')))).toBe(1);
  expect(clicks).toBeLessThanOrEqual(4);
  await expectAccessible(page, 'report');

  await page.emulateMedia({ media: 'print' });
  const list = page.locator('.hand-list');
  await expect(list).toBeVisible();
  await expect(page.locator('.shell')).toBeHidden();
  await expect(list.locator('tbody .hand-name').first()).toHaveCSS('font-weight', '700');
  await paper(page, 'hand');
  await page.emulateMedia({ media: 'screen' });
});

/** Folder for pictures of the paper, if somebody wants to look at it. */
const SHOTS = process.env['CRECE_SHOTS'];

async function paper(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  await page.pdf({ path: `${SHOTS}/${name}.pdf`, preferCSSPageSize: true });
  // A4 without margins at 96 dpi.
  await page.setViewportSize({ width: 703, height: 1_000 });
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

test('an administrator converts a unit and sees the counts', { tag: '@deep' }, async ({
  accountServer,
  phone,
}) => {
  const unit = 'malacatan_stake_gtm';
  const eva = await member(accountServer, 'Eva', ['admin']);
  await plant(accountServer, eva, unit, 10);
  const page = await phone(eva);
  await page.goto(`/children/sync/${unit}/Malacatan/children`);
  await expect(title(page, 'Malacatan Stake')).toBeVisible();
  await page.getByRole('button', { name: /^Convert z-scores/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convert z-scores' }).click();
  await expect(page.getByText(/^The z-scores are converted .* 10 children checked/)).toBeVisible();
});
