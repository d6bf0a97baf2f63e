import { chip, listAddress } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const MARK = 'Demonstration data: no real children';

test.describe('in the demonstration mode', () => {
  test.use({ baseURL: async ({ demoServer }, use) => use(demoServer.url) });

  test("a country's empty test unit fills itself when it is opened, and says so", async ({
    page,
  }) => {
    await page.goto(listAddress('test_stake_per'));
    await expect(page.getByText(MARK)).toBeVisible();
    const rows = page.locator('main a.child');
    await expect(rows.first()).toBeVisible();
    for (const word of ['Undernourished', 'MUAC alert', 'At risk', 'Normal', 'Not assessed']) {
      await expect(chip(page, word)).not.toContainText(/\D0$/);
    }
    const all = await chip(page, 'All').textContent();

    await rows.first().click();
    await expect(page.getByText(MARK)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Visits' })).toBeVisible();
    await page.goto('/children/mothers/list/test_stake_per/Test/pregnant');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await page.goto(listAddress('test_stake_per'));
    await expect(chip(page, 'All')).toHaveText(all ?? '');
  });

  test('what is changed there stays changed', async ({ page }) => {
    await page.goto(listAddress('test_stake_gtm', '-', 'r'));
    const row = page.locator('main a.child').first();
    await row.click();
    const visits = page.getByRole('region', { name: 'Visits' }).getByRole('listitem');
    await expect(visits.first()).toBeVisible();
    const before = await visits.count();
    await visits.first().locator('summary').click();
    await visits
      .first()
      .getByRole('link', { name: /^Remove/ })
      .click();
    await page.getByRole('button', { name: 'Remove screening' }).click();
    await page.getByLabel('Your name').fill('Ana Morales');
    await page.getByRole('button', { name: 'Save my name' }).click();
    await expect(page).toHaveURL(/\/children\/view\//);
    await expect(visits).toHaveCount(before - 1);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Visits' })).toBeVisible();
    await expect(visits).toHaveCount(before - 1);
  });

  test('other units stay empty and unmarked', async ({ page }) => {
    await page.goto('/children/list/stakes/GTM');
    const units = page.getByRole('main').getByRole('link', { name: /^Children, / });
    await expect(units.first()).toBeVisible();
    const names = await units.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    const other = names.find((href) => !href.includes('/test_stake_'));
    expect(other).toBeDefined();
    await page.goto(other ?? '');
    await expect(page.getByText('No children here yet')).toBeVisible();
    await expect(page.getByText(MARK)).toHaveCount(0);
  });
});

test.describe('in the ordinary mode', () => {
  test('a test unit stays empty and unmarked', async ({ page }) => {
    await page.goto(listAddress('test_stake_per'));
    await expect(page.getByText('No children here yet')).toBeVisible();
    await expect(page.getByText(MARK)).toHaveCount(0);
    await expect(page.locator('main a.child')).toHaveCount(0);
  });
});
