import { expect, test } from '../support/fixtures.ts';

const chromeLike = (rest: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

const OTHERS: readonly (readonly [name: string, userAgent: string])[] = [
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  ],
  ['Edge', chromeLike('Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0')],
  ['Opera', chromeLike('Chrome/137.0.0.0 Mobile Safari/537.36 OPR/90.0.0.0')],
  ['Samsung Internet', chromeLike('SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36')],
  [
    'Chrome on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1',
  ],
  ['Android Chrome 42', chromeLike('Chrome/42.0.2311.111 Mobile Safari/537.36')],
  ['Chrome 109', chromeLike('Chrome/109.0.0.0 Safari/537.36')],
];

for (const [name, userAgent] of OTHERS) {
  test.describe(name, () => {
    test.use({ userAgent });

    test('sees the chrome-only page with the address to open in Chrome', async ({
      page,
      baseURL,
    }) => {
      await page.goto('/children/list/stakes/GTM?from=a-friend');
      await expect(page).toHaveURL(
        `${baseURL}/chrome-only.html#/children/list/stakes/GTM?from=a-friend`,
      );
      await expect(page.getByRole('heading', { name: 'Crece needs Google Chrome' })).toBeVisible();
      await expect(
        page.getByRole('heading', { name: 'Crece necesita Google Chrome' }),
      ).toBeVisible();
      await expect(
        page.getByText(`${baseURL}/children/list/stakes/GTM?from=a-friend`),
      ).toBeVisible();
    });
  });
}

test.describe('Google Chrome', () => {
  for (const [name, userAgent] of [
    ['on Android', chromeLike('Chrome/137.0.0.0 Mobile Safari/537.36')],
    ['of the oldest version supported', chromeLike('Chrome/110.0.0.0 Safari/537.36')],
  ] as const) {
    test(`${name} passes`, async ({ browser, baseURL }) => {
      const page = await browser.newPage({ userAgent, ...(baseURL ? { baseURL } : {}) });
      await page.goto('/children/list/stakes/GTM');
      await expect(page.getByRole('heading', { name: 'Guatemala', exact: true })).toBeVisible();
      await page.close();
    });
  }

  test('Chromium as it is passes', async ({ page, baseURL }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: 'Where are you screening today?' }),
    ).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/`);
  });
});
