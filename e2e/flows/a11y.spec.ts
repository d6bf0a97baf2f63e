import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openTestUnit, saveScreening, turnTo } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

const UNIT = 'test_stake_gtm';
const LIST = `/children/list/${UNIT}/Guatemala%20test/-/a/children`;

/** The address of the first listed child whose row contains this text. */
async function childAddress(page: Page, words: RegExp): Promise<string> {
  await page.goto(LIST);
  const row = page.locator('a[href*="/children/view/"]').filter({ hasText: words }).first();
  return (await row.getAttribute('href')) ?? '';
}

// Many screens in one test, and axe needs about a second for each.
test.describe.configure({ timeout: 120_000 });

// Each page once on a phone, light and in English; a sample also dark, wide and in Spanish.
test.describe('axe finds no violation on', () => {
  test.use({ baseURL: async ({ demoServer }, use) => use(demoServer.url) });

  test('places, lists and pages without a record', async ({ page }) => {
    await page.goto('/');
    await expectAccessible(page, 'home');
    await turnTo(page, '/children/list/stakes/Guatemala');
    await expectAccessible(page, 'units');
    await turnTo(page, LIST);
    await expect(page.locator('a[href*="/children/view/"]').first()).toBeVisible();
    await expectGoodInBothLooks(page, 'children');
    await turnTo(page, `/children/mothers/list/${UNIT}/Guatemala%20test/pregnant`);
    await expectAccessible(page, 'pregnant women');
    await turnTo(page, `/children/mothers/list/${UNIT}/Guatemala%20test/nursing`);
    await expectAccessible(page, 'nursing mothers');
    for (const address of [
      '/not-found',
      '/bad-request',
      '/sync-error',
      '/server-error',
      '/forbidden',
      '/authentication/signin',
      `/children/sync/${UNIT}/x/children`,
    ]) {
      await turnTo(page, address);
      await expectAccessible(page, address);
    }
    await turnTo(page, `/children/list/no_such_unit/x/-/a/children`);
    await expectAccessible(page, 'unknown unit');
    await turnTo(page, '/children/list/stakes/Atlantis');
    await expectAccessible(page, 'unknown country');
    await page.goto('/chrome-only.html');
    await expectAccessible(page, 'chrome only');
  });

  test('forms, empty and with errors', async ({ page }) => {
    await page.goto(`/children/create/${UNIT}`);
    await expectAccessible(page, 'new child');
    await page.locator('button[type="submit"]').click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectAccessible(page, 'new child, refused');
    await turnTo(page, `/children/mothers/create/${UNIT}/Guatemala%20test/pregnant`);
    await expectAccessible(page, 'new pregnant woman');
    await page.locator('button[type="submit"]').click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectGoodInBothLooks(page, 'new pregnant woman, refused');
    await turnTo(page, `/children/mothers/list/${UNIT}/Guatemala%20test/pregnant`);
    const woman = page.locator('a[href*="/children/mothers/mthr_"]').first();
    await turnTo(page, (await woman.getAttribute('href')) ?? '');
    await expectAccessible(page, 'edit pregnant woman');
  });

  test('the pages of a red child: view, edit, remove, screening', async ({ page }) => {
    const address = await childAddress(page, /MUAC 1\d[.,]\d/);
    await turnTo(page, address);
    await expectGoodInBothLooks(page, 'child view');
    const id = /view\/([^/?]+)/.exec(address)?.[1] ?? '';
    await turnTo(page, `/children/edit/${id}`);
    await expectAccessible(page, 'edit child');
    await turnTo(page, `/children/remove/${id}`);
    await expectAccessible(page, 'remove child, signed out');
    await turnTo(page, address);
    const screenings = page.locator(`a[href*="/children/survey/edit/${id}/"]`);
    const screening = (await screenings.first().getAttribute('href')) ?? '';
    await turnTo(page, screening);
    await expectAccessible(page, 'edit screening');
    await turnTo(page, screening.replace('/edit/', '/remove/'));
    await expectAccessible(page, 'remove screening');
    await turnTo(page, `/children/survey/${id}`);
    await expectAccessible(page, 'new screening');
    await page.locator('button[type="submit"]').click();
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expectGoodInBothLooks(page, 'new screening, refused');
  });
});

test('axe finds no violation on the result card, the live result and the charts', async ({
  page,
}) => {
  await openTestUnit(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 20 });
  await fillMeasures(page, { height: '77.9', weight: '8.1', muac: '11.2' });
  await expect(page.getByText('Moderate acute').first()).toBeVisible();
  await expectAccessible(page, 'live result');
  await saveScreening(page);
  await expectAccessible(page, 'result card');
  await page.getByRole('button', { name: 'Open record' }).click();
  await expectAccessible(page, 'child view');
});
