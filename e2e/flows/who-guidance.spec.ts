import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openList, saveScreening } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const TITLE = 'WHO 2023 guidance, for information.';
const panelOf = (page: Page) => page.getByRole('region', { name: TITLE });

/** Expects the panel under "Do now", equally wide, and nothing wider than the window. */
async function expectUnderDoNow(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectUnder(page, width);
  }
}

async function expectUnder(page: Page, width: number): Promise<void> {
  const doNow = await page.locator('.do-now').boundingBox();
  const panel = await panelOf(page).boundingBox();
  if (doNow === null || panel === null) throw new Error('not on the page');
  expect(panel.x).toBe(doNow.x);
  expect(panel.width).toBe(doNow.width);
  expect(panel.y).toBeGreaterThan(doNow.y + doNow.height - 1);
  expect(panel.y - doNow.y - doNow.height).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

test('WHO’s guidance folds what does not press, and unfolds it on paper', { tag: '@deep' }, async ({
  page,
}) => {
  await openList(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
  await saveScreening(page);
  const summary = panelOf(page).locator('summary');
  await expect(summary).toContainText('Moderate acute malnutrition · Not checked: swelling');
  const energy = panelOf(page).getByText('280 to 550 kcal a day from special food');
  await expect(energy).toBeHidden();
  await expectUnderDoNow(page);
  await summary.click();
  await expect(energy).toBeVisible();
  await summary.click();
  await page.emulateMedia({ media: 'print' });
  await expect(energy).toBeVisible();
});
