import type { Page } from '@playwright/test';
import {
  addChild,
  fillMeasures,
  listAddress,
  openList,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const hacked = (page: Page) => page.evaluate(() => 'hacked' in window);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('an unknown address shows an error page with a link, and breaks nothing', async ({
  page,
  baseURL,
}) => {
  const faults: Error[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  await page.goto('/children/view/%E0%A4%A');
  await expect(page.getByRole('link', { name: 'Choose a country' })).toBeVisible();
  await page.goto(`${baseURL}//example.org/`);
  await expect(page).toHaveURL(`${baseURL}/not-found`);

  await page.goto('/children/list/no_such_unit/Nowhere/-/a/children');
  await expect(heading(page, 'Unknown unit')).toBeVisible();
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ''),
  );
  expect(databases.filter((name) => name.includes('no_such_unit'))).toEqual([]);

  await page.goto('/children/list/a/b/c');
  await expect(page).toHaveURL(/\/not-found$/);
  await expect(heading(page, 'There is no such page')).toBeVisible();
  // The address is still shown after a reload.
  await page.reload();
  await expect(page.getByText('/children/list/a/b/c', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a country' }).click();
  await expect(heading(page, 'Where are you screening today?')).toBeVisible();
  expect(faults).toEqual([]);
});

test('an address that requires a role leads to sign-in, which says why, and shows nothing of the page', async ({
  page,
}) => {
  for (const [address, said] of [
    ['/children/sync/test_stake_gtm/Test/children', 'Login required for syncing'],
    ['/admin', 'Sign in to open the page you asked for.'],
  ] as const) {
    await page.goto(address);
    await expect(heading(page, 'Sign in')).toBeVisible();
    await expect(page).toHaveURL(/\/authentication\/signin$/);
    await expect(page.getByText(said)).toBeVisible();
  }
  await expect(page.getByRole('link', { name: /sync/i })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /admin|manage users/i })).toHaveCount(0);
});

test.describe('text typed by people', () => {
  const SCRIPT = `<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>`;

  test('with HTML and quotes in a name is shown as typed', async ({ page }) => {
    await openList(page);
    await addChild(page, {
      firstName: SCRIPT,
      lastName: `O'Neil "Rey" & <b>Co</b>`,
      sex: 'Boy',
      months: 14,
    });
    await fillMeasures(page, { muac: '13' });
    await saveScreening(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `${SCRIPT} O'Neil "Rey" & <b>Co</b>`,
    );
    await page.goto(listAddress());
    await expect(rowOf(page, `O'Neil "Rey" & <b>Co</b>`)).toContainText(SCRIPT);
    expect(await hacked(page)).toBe(false);
    expect(await page.locator('main img[src="x"]').count()).toBe(0);
  });

  test('typed text that reached the page as a script is blocked by the content security policy', async ({
    page,
  }) => {
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') refusals.push(message.text());
    });
    await page.goto('/not-found');
    await expect(heading(page, 'There is no such page')).toBeVisible();
    const fault = await page.evaluate(() => {
      const frame = document.createElement('div');
      document.body.append(frame);
      try {
        frame.innerHTML = '<img src=x onerror="window.hacked=1">';
      } catch (cause) {
        return String(cause);
      }
      return 'taken';
    });
    expect(fault).toContain('TrustedHTML');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.append('window.hacked = 2');
      document.body.append(script);
    });
    await expect
      .poll(() => refusals.some((text) => /Content Security Policy|Trusted/.test(text)))
      .toBe(true);
    expect(await hacked(page)).toBe(false);
  });
});
