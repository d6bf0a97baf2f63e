import { fillMeasures, turnTo } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

const UNIT = 'test_stake_gtm';
const LIST = `/children/list/${UNIT}/Guatemala%20test/-/a/children`;

// Many screens in one test, and axe needs about a second for each.
test.describe.configure({ timeout: 120_000 });

// Every screen as it opens: the walk of `every-screen`. Here what a guest sees besides.
test.describe('axe finds no violation on', () => {
  test.use({ baseURL: async ({ demoServer }, use) => use(demoServer.url) });

  test('forms with errors, a live result, and pages without what was looked for', async ({
    page,
  }) => {
    const refused = page.locator('[aria-invalid="true"]').first();
    await page.goto(LIST);
    const row = page.locator('a[href*="/children/view/"]').filter({ hasText: /MUAC 1\d[.,]\d/ });
    const address = (await row.first().getAttribute('href')) ?? '';
    const id = /view\/([^/?]+)/.exec(address)?.[1] ?? '';
    await expectGoodInBothLooks(page, 'children');
    await turnTo(page, `/children/survey/${id}`);
    await fillMeasures(page, { height: '77.9', weight: '8.1', muac: '11.2' });
    await expect(page.locator('.live')).toContainText('MUAC says severe');
    await expectAccessible(page, 'live result');
    for (const measure of ['height', 'weight', 'muac']) {
      await page.locator(`[name="${measure}"]`).fill('');
    }
    await page.locator('button[type="submit"]').click();
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expectGoodInBothLooks(page, 'new screening, refused');
    await turnTo(page, `/children/remove/${id}`);
    await expectAccessible(page, 'remove child, signed out');
    await turnTo(page, `/children/create/${UNIT}`);
    await page.locator('button[type="submit"]').click();
    await expect(refused).toBeVisible();
    await expectAccessible(page, 'new child, refused');
    await turnTo(page, `/children/mothers/create/${UNIT}/Guatemala%20test/pregnant`);
    await page.locator('button[type="submit"]').click();
    await expect(refused).toBeVisible();
    await expectGoodInBothLooks(page, 'new pregnant woman, refused');
    await turnTo(page, `/children/mothers/list/${UNIT}/Guatemala%20test/nursing`);
    await expectAccessible(page, 'nursing mothers');
    await turnTo(page, `/children/sync/${UNIT}/x/children`);
    await expectAccessible(page, 'login required');
    await turnTo(page, '/children/list/no_such_unit/x/-/a/children');
    await expectAccessible(page, 'unknown unit');
    await turnTo(page, '/children/list/stakes/Atlantis');
    await expectAccessible(page, 'unknown country');
  });
});
