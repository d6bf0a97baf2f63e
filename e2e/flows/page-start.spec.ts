import { aChild } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import {
  dayOfMonthsAgo,
  fillChild,
  listAddress,
  openNewChild,
  rowOf,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true });

const nameOf = (number: number) => `Child${String(number).padStart(3, '0')}`;

/** A list of 200 children, `Child000` to `Child199`. */
async function openLongList(page: Page): Promise<void> {
  const children = Array.from({ length: 200 }, (_, number) =>
    aChild({
      _id: `chld_test_stake_gtm_${1_600_000_000_000 + number}`,
      firstName: nameOf(number),
      lastName: 'Tum',
      birthDate: dayOfMonthsAgo(12),
    }),
  );
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, children);
  await page.goto(listAddress());
  await expect(rowOf(page, nameOf(0))).toBeVisible();
}

/** Scrolls until a child is visible, estimating from the drawn rows and the usual row height. */
async function scrollToRow(page: Page, number: number): Promise<void> {
  await expect(async () => {
    await page.evaluate((wanted) => {
      const names = [...document.querySelectorAll('main a.child .n')];
      const middle = names[Math.floor(names.length / 2)]?.textContent?.slice(5, 8);
      window.scrollBy(0, (wanted - Number(middle)) * 79);
    }, number);
    const row = rowOf(page, nameOf(number));
    await expect(row).toBeInViewport({ timeout: 300 });
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    // Rows not drawn before may be higher than estimated: repeats until all rows around are drawn.
    const before = await row.boundingBox();
    await page.waitForTimeout(300);
    expect(await row.boundingBox()).toEqual(before);
    expect(before?.y).toBeGreaterThan(200);
  }).toPass({ intervals: [50] });
}

const isInMain = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('main') !== null);

test.describe('a page that is opened', () => {
  test('begins at its content, and "back" at the row that was opened until somebody searches', async ({
    page,
  }) => {
    await openLongList(page);
    await scrollToRow(page, 100);
    const row = rowOf(page, nameOf(100));
    const before = await row.boundingBox();
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: nameOf(100) })).toBeVisible();
    await expect(page.getByRole('main', { name: nameOf(100) })).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await isInMain(page)).toBe(true);

    await page.goBack();
    await expect(row).toBeFocused();
    expect(await row.boundingBox()).toEqual(before);
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, nameOf(101))).toBeFocused();

    // Who searches then is not taken there again.
    const search = page.getByRole('searchbox');
    await search.fill('nobody of that name');
    await expect(page.locator('a.child')).toHaveCount(0);
    await search.fill('');
    await expect(rowOf(page, nameOf(0))).toBeVisible();
    // Two frames: an error would scroll the list in the first.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(search).toBeFocused();
  });
});

test.describe('a list that receives records of others', () => {
  test('keeps its scroll position when a row is added above', async ({ page }) => {
    await openLongList(page);
    await scrollToRow(page, 105);
    const row = rowOf(page, nameOf(105));
    const other = await page.context().newPage();
    await other.goto(listAddress());
    await openNewChild(other);
    await fillChild(other, { firstName: 'Aaron', lastName: 'Tum', sex: 'Boy', months: 14 });
    const before = await row.boundingBox();
    const height = () =>
      page.getByRole('list', { name: 'Children' }).evaluate((list) => list.clientHeight);
    const heightBefore = await height();
    await other.getByRole('button', { name: 'Save and screen' }).click();
    await other.getByLabel('Your name').fill('Ana Morales');
    await other.getByRole('button', { name: 'Save my name' }).click();
    await expect.poll(height).toBeGreaterThan(heightBefore);
    await expect.poll(() => row.boundingBox()).toEqual(before);
    await row.click();
    await expect(page.getByRole('heading', { level: 1, name: nameOf(105) })).toBeVisible();
  });
});
