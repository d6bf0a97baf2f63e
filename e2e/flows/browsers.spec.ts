import { expect, test } from '../support/fixtures.ts';

// The complete table of browsers is in the check's own tests; this tests the page that uses it.
test.describe('Firefox', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
  });

  test('sees the chrome-only page with the address to open in Chrome', async ({
    page,
    baseURL,
  }) => {
    const address = `${baseURL}/children/list/stakes/GTM?from=a-friend`;
    await page.goto(address);
    await expect(page).toHaveURL(
      `${baseURL}/chrome-only.html#/children/list/stakes/GTM?from=a-friend`,
    );
    await expect(page.getByRole('heading', { name: 'Crece needs Google Chrome' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Crece necesita Google Chrome' })).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();
  });
});

test.describe('Google Chrome in the oldest supported version', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Safari/537.36',
  });

  test('can use the application', async ({ page }) => {
    await page.goto('/children/list/stakes/GTM');
    await expect(page.getByRole('heading', { name: 'Guatemala', exact: true })).toBeVisible();
  });
});
