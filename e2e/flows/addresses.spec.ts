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

test.describe('addresses that lead nowhere', () => {
  test('go to not-found, with a way on', async ({ page }) => {
    for (const address of ['/nothing', '/children', '/children/view', '/children/list/a/b/c']) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/not-found$/);
      await expect(heading(page, 'There is no such page')).toBeVisible();
      await expect(page.getByText(address, { exact: true })).toBeVisible();
      await expect(page.getByText(/removed/)).toHaveCount(0);
    }
    // The address is still told after a reload.
    await page.reload();
    await expect(page.getByText('/children/list/a/b/c', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Choose a country' }).click();
    await expect(heading(page, 'Where are you screening today?')).toBeVisible();
  });

  test('an unknown child, screening, unit or country says so, and nothing else', async ({
    page,
  }) => {
    await openList(page);
    const cases: readonly (readonly [address: string, title: string])[] = [
      ['/children/view/chld_test_stake_gtm_1600000000000_abc123', 'This page is not here'],
      ['/children/edit/chld_test_stake_gtm_1600000000000_abc123', 'This child is not here'],
      ['/children/survey/chld_test_stake_gtm_1600000000000_abc123', 'This page is not here'],
      ['/children/view/nobody', 'This page is not here'],
      ['/children/view/chld_no_such_unit_1600000000000_abc123', 'This unit is not known'],
      ['/children/list/no_such_unit/Nowhere/-/a/children', 'This unit is not known'],
      ['/children/list/test_stake/Part%20of%20a%20name/-/a/children', 'This unit is not known'],
      ['/children/create/no_such_unit', 'This unit is not known'],
      ['/children/list/stakes/Atlantis', 'This country is not in the list'],
      [
        '/children/mothers/mthr_test_stake_gtm_1600000000000_abc123/test_stake_gtm/Test/nursing',
        'This entry is not here',
      ],
    ];
    for (const [address, title] of cases) {
      await page.goto(address);
      await expect(heading(page, title).first()).toBeVisible();
    }
  });

  test('no database is opened for an unknown unit', async ({ page }) => {
    await page.goto('/children/list/no_such_unit/Nowhere/-/a/children');
    await expect(heading(page, 'This unit is not known')).toBeVisible();
    const names = await page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name ?? ''),
    );
    expect(names.filter((name) => name.includes('no_such_unit'))).toEqual([]);
  });

  test('a malformed address and odd letters in one break nothing', async ({ page }) => {
    const faults: Error[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    for (const address of [
      '/children/view/%E0%A4%A',
      '/%00',
      '/children/list/%2e%2e/x/-/a/children',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('link', { name: 'Choose a country' })).toBeVisible();
    }
    await page.goto('/children/list/test_stake_gtm/Te%20%2Fst/%25/zz/children');
    await expect(page.getByRole('searchbox')).toHaveValue('%');
    expect(faults).toEqual([]);
  });
});

test.describe('addresses that are put right', () => {
  test('a trailing slash is removed, the question stays', async ({ page, baseURL }) => {
    await page.goto('/children/list/stakes/GTM/');
    await expect(page).toHaveURL(`${baseURL}/children/list/stakes/GTM`);
    await expect(heading(page, 'Guatemala')).toBeVisible();
    await page.goto('/bad-request/?message=Too%20many%20rows');
    await expect(page).toHaveURL(`${baseURL}/bad-request?message=Too%20many%20rows`);
    await page.goto('/nothing/');
    await expect(page).toHaveURL(`${baseURL}/not-found`);
    await page.goto(`${baseURL}//example.org/`);
    await expect(page).toHaveURL(`${baseURL}/not-found`);
  });

  test("a list of children for 'pregnant' leads to the mothers", async ({ page }) => {
    await page.goto('/children/list/test_stake_gtm/Test/-/a/pregnant');
    await expect(page).toHaveURL(/\/children\/mothers\/list\/test_stake_gtm\/Test\/pregnant/);
    await page.goto('/children/mothers/list/test_stake_gtm/Test/children');
    await expect(page).toHaveURL(/\/children\/list\/test_stake_gtm\/Test\/-\/a\/children/);
  });
});

test.describe('addresses with roles', () => {
  test('lead to sign-in, which says why, and nothing of the page shows', async ({ page }) => {
    const asked = 'Sign in to open the page you asked for.';
    for (const [address, said] of [
      ['/children/remove/chld_test_stake_gtm_1600000000000_abc123', asked],
      ['/children/sync/test_stake_gtm/Test/children', 'Login required for syncing'],
      ['/children/report/test_stake_gtm/GTM/stake/firstName/en/all/6', asked],
      ['/children/syncinfo/', 'Login required for syncing'],
      ['/files/report.csv', asked],
      ['/admin', asked],
      ['/admin/users/1/edit', asked],
      ['/settings', asked],
      ['/settings/picture', asked],
    ] as const) {
      await page.goto(address);
      await expect(heading(page, 'Sign in')).toBeVisible();
      await expect(page).toHaveURL(/\/authentication\/signin$/);
      await expect(page.getByText(said)).toBeVisible();
    }
    await expect(page.getByRole('link', { name: /sync/i })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /admin|manage users/i })).toHaveCount(0);
  });

  test("a child's page offers no removal without an account", async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    const childId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.goto(`/children/view/${childId}`);
    await expect(page.getByRole('link', { name: 'Edit child' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove child' })).toHaveCount(0);
    await page.goto(`/children/remove/${childId}`);
    await expect(heading(page, 'Sign in')).toBeVisible();
    await page.goto(listAddress());
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
  });
});

test.describe('text that people type, and text in addresses, stays text', () => {
  const SCRIPT = `<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>`;

  test('names with HTML and quotes are shown as they were typed', async ({ page }) => {
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

  test("a server's message is shown as text", async ({ page }) => {
    await page.goto(`/bad-request?message=${encodeURIComponent(SCRIPT)}`);
    await expect(heading(page, 'The server did not understand')).toBeVisible();
    await expect(page.getByText(SCRIPT)).toBeVisible();
    await page.goto(`/not-found?message=${encodeURIComponent('No such report')}`);
    await expect(page.getByText('No such report')).toBeVisible();
    expect(await hacked(page)).toBe(false);
  });

  test('the policy blocks a script that got into the page', async ({ page }) => {
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
