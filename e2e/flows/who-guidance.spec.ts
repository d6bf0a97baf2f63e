import type { Page } from '@playwright/test';
import {
  addChild,
  dayOfMonthsAgo,
  fillMeasures,
  openFromCard,
  openList,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';

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
  const doNow = await page.getByRole('region', { name: 'Do now' }).boundingBox();
  const panel = await panelOf(page).boundingBox();
  if (doNow === null || panel === null) throw new Error('not on the page');
  expect(panel.x).toBe(doNow.x);
  expect(panel.width).toBe(doNow.width);
  expect(panel.y).toBeGreaterThan(doNow.y + doNow.height - 1);
  expect(panel.y - doNow.y - doNow.height).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

test("WHO's guidance shows severe by MUAC with a normal weight, on card, page and paper", async ({
  page,
}) => {
  await openList(page);
  await addChild(page, { firstName: 'Elena', lastName: 'Sut', sex: 'Girl', months: 20 });
  await fillMeasures(page, { height: '82', weight: '10.5', muac: '10.8' });
  await saveScreening(page);
  const severe =
    'Severe by MUAC 10.8 cm (below 11.5). Refer Elena today for a full assessment: appetite ' +
    'and danger signs. To be seen every week until recovered.';
  await expect(panelOf(page)).toContainText(severe);
  await expect(panelOf(page)).toContainText("The programme's colour above stays.");
  await expect(panelOf(page).locator('details')).toHaveCount(0);
  await expectUnderDoNow(page);
  await openFromCard(page, 'Elena');
  await expect(panelOf(page)).toContainText(severe);
  await expectUnderDoNow(page);
  await page.emulateMedia({ media: 'print' });
  await expect(panelOf(page).getByText(severe)).toBeVisible();
});

test("WHO's guidance folds lines that are not urgent, and opens them on paper", async ({
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

test.describe("WHO's guidance offline", () => {
  test.use({ serviceWorkers: 'allow' });

  test('works for a baby, and names no ration', async ({ page }) => {
    await page.goto('/');
    await goOffline(page);
    await openList(page);
    await addChild(page, {
      firstName: 'Noé',
      lastName: 'Tum',
      sex: 'Boy',
      birthDate: dayOfMonthsAgo(3),
    });
    await fillMeasures(page, { height: '55.5', weight: '4.0' });
    await saveScreening(page);
    const panel = panelOf(page);
    await expect(panel).toContainText('Baby at risk of poor growth');
    await expect(panel).toContainText(
      'Mother and baby go together to a health worker this week, who looks at feeding, weight ' +
        "trend, danger signs and the mother's health. Give no supplement.",
    );
    await expect(panel).not.toContainText('kcal');
  });
});
