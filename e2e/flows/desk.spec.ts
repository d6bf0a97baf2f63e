import { todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import { enterAsAdmin } from '../pages/admin.ts';
import { turnTo } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { member } from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';

test.describe.configure({ timeout: 180_000 });

const UNIT = 'coban_stake_gtm';
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });

test('a coordinator finds who needs what next month in four clicks, and axe finds no violation', async ({
  page,
  accountServer,
}) => {
  const today = todayIn('America/Guatemala', new Date());
  const { children, screenings } = demoRecords({ stakeDB: UNIT, today, children: 40 });
  const ana = await member(accountServer, 'Ana');
  await pushRecords(accountServer, ana, UNIT, [...children, ...screenings].map(written));
  await enterAsAdmin(page, accountServer);
  await page.goto('/');

  // The menu, the desk, the number, the printed list: four clicks, with nothing to open in between.
  await page.locator('header button[aria-haspopup="dialog"]').last().click();
  await page.locator('dialog a[href="/children/desk"]').click();
  await expect(page.locator('.desk-refer .desk-child').first()).toBeVisible();
  await page.locator('.desk-keys a[href="/children/desk?list=need-any-1"]').click();
  await expect(page.locator('.desk-children-page .desk-child').first()).toBeVisible();
  await expectAccessible(page, 'list of the desk');
  // On a phone nothing covers the list's count.
  const count = page.locator('.desk-list-head .h1');
  const bottom = await count.evaluate((text) => text.getBoundingClientRect().bottom);
  const acts = await page.locator('.desk-list-head .desk-acts').boundingBox();
  expect(acts?.y).toBeGreaterThanOrEqual(bottom);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.locator('.desk-list-head button').first().click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.desk-paper')).toBeVisible();
  await expect(page.locator('.desk-children-page')).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.goBack();
  await expect(page.locator('.desk-refer .desk-child').first()).toBeVisible();
  await unfold(page);
  await expectGoodInBothLooks(page, 'desk');

  // Nothing on a unit's desk is wider than the window.
  await turnTo(page, `/children/desk/GTM/${UNIT}`);
  await expect(page.locator('.desk-refer .desk-child').first()).toBeVisible();
  // Unit, day and connection in one row under the title's.
  expect((await page.locator('header.bar').boundingBox())?.height).toBe(56);
  await unfold(page);
  await expectAccessible(page, 'desk of a unit');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  // "31 of 37" is one phrase: its two figures are a word's distance apart.
  const apart = await page.locator('.desk-key p:has(.desk-count)').evaluate((phrase) => {
    const ends = [...phrase.querySelectorAll('a')].map((link) => {
      const words = document.createRange();
      words.selectNodeContents(link);
      return words.getBoundingClientRect();
    });
    return (ends[1]?.left ?? Number.NaN) - (ends[0]?.right ?? Number.NaN);
  });
  expect(apart).toBeLessThan(8);
});
