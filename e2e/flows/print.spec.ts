import { aMother } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import {
  addChild,
  backToList,
  dayOfMonthsAgo,
  fillMeasures,
  listAddress,
  openFromCard,
  openList,
  rowOf,
  saveScreening,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantVisited } from '../support/plant-visited.ts';

/**
 * Expects no controls on paper, printed from a phone and from a wide window; the header's title
 * stays.
 */
async function expectNoShell(page: Page): Promise<void> {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await expectNothingOfShell(page);
  }
}

async function expectNothingOfShell(page: Page): Promise<void> {
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(0);
  await expect(page.locator('.syncbar')).toBeHidden();
  await expect(page.locator('.dock:visible')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
}

test('printing keeps the MUAC actions on result card, child view and list', async ({ page }) => {
  await openList(page);
  await addChild(page, { firstName: 'Elena', lastName: 'Sut', sex: 'Girl', months: 20 });
  await fillMeasures(page, { height: '82', weight: '10.5', muac: '10.8' });
  await saveScreening(page);
  await expect(page.getByRole('region', { name: 'Actions' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });

  const banner = page.locator('.verdict', { hasText: 'MUAC says severe: refer' });
  await expect(banner).toBeVisible();
  await expect(banner).toContainText('10.8 cm');
  await expect(banner.locator('.mark')).toBeVisible();
  // Without `exact`, browsers omit backgrounds to save ink, and white text becomes invisible.
  await expect(banner).toHaveCSS('print-color-adjust', 'exact');
  await expect(banner).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('heading', { level: 1, name: 'Elena Sut' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 23, 42)');
  await expectNoShell(page);

  await page.emulateMedia({ media: 'screen' });
  await openFromCard(page);
  await page.emulateMedia({ media: 'print' });
  await expect(banner).toBeVisible();
  await expect(banner.locator('.mark')).toBeVisible();
  await expect(banner).toHaveCSS('print-color-adjust', 'exact');
  const screening = page
    .getByRole('region', { name: 'Screenings' })
    .locator('details.visit')
    .first();
  await expect(screening.locator('.visit-word')).toContainText('MUAC 10.8: refer');
  await expect(screening.locator('.mark')).toHaveClass(/st-red/);
  await expect(screening.locator('.mark')).toHaveCSS('print-color-adjust', 'exact');
  await expect(page.getByRole('heading', { level: 1, name: 'Elena Sut' })).toBeVisible();
  await expectNoShell(page);

  await page.emulateMedia({ media: 'screen' });
  await backToList(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.locator('.syncbar')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const row = rowOf(page, 'Elena Sut');
  await expect(row.locator('.s')).toContainText('MUAC 10.8: refer');
  await expect(row.locator('.mark')).toHaveCSS('print-color-adjust', 'exact');
  await expect(row.locator('.mark')).toBeVisible();
  await expect(row.locator('.mark')).toHaveClass(/st-red/);
  await expect(page.locator('.list-top')).toHaveCSS('position', 'static');
  await expect(page.locator('.add-wide')).toBeHidden();
  await expectNoShell(page);
});

test('a demonstration is marked on paper, without its bar', { tag: '@deep' }, async ({
  page,
  demoServer,
}) => {
  await page.goto(`${demoServer.url}${listAddress()}`);
  const mark = page.getByText('Demonstration data: no real children');
  await expect(mark).toHaveCSS('background-color', 'rgb(20, 23, 42)');
  await page.emulateMedia({ media: 'print' });
  await expect(mark).toBeVisible();
  await expect(mark).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(mark).toHaveCSS('color', 'rgb(20, 23, 42)');
  await expectNoShell(page);
});

test('a phone in the dark prints every row of a list, dark on white, with nothing over it', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    ...{ baseURL: server.url, bypassCSP: true, colorScheme: 'dark' },
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  const children = Array.from({ length: 60 }, (_, at) => [`Luz ${at}`, 9 + at / 2] as const);
  const woman = aMother({ deliveryDate: dayOfMonthsAgo(-1), phone: '+502 5555 0101' });
  await plantVisited(page, TEST_UNIT, children, [woman]);
  const ink = 'rgb(20, 23, 42)';

  await page.goto(listAddress());
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(rowOf(page, 'Luz')).not.toHaveCount(60);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rowOf(page, 'Luz')).toHaveCount(60);
  await expect(rowOf(page, 'Luz').first()).toHaveCSS('color', ink);
  await expect(page.locator('.list-foot')).toHaveCSS('position', 'static');
  await expect(page.locator('.list-foot .btn:visible')).toHaveCount(0);
  await expect(page.locator('.chip:visible')).toHaveCount(1);
  await expect(page.locator('.chip:visible')).toHaveCSS('color', ink);

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/children/mothers/list/${TEST_UNIT}/Test/pregnant`);
  await expect(page.locator('.mother')).toHaveCount(1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('.mother-link')).toHaveCSS('color', ink);
  await expect(page.locator('.mothers-page .btn:visible, .mothers-tools:visible')).toHaveCount(0);
  const phone = page.locator('.mother-call span', { hasText: '+502 5555 0101' }).last();
  expect((await phone.boundingBox())?.width).toBeGreaterThan(60);
  await context.close();
});
