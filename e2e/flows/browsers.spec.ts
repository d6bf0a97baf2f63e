import { addChild, fillMeasures, listAddress, openFromCard, saveScreening } from '../pages/app.ts';
import { chooseLanguage, expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { asChrome } from '../support/older-chrome.ts';

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
    await expectAccessible(page, 'chrome only');
  });
});

test.describe('Google Chrome in the oldest supported version', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 5.1; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/95.0.4638.74 Mobile Safari/537.36',
  });

  // A present Chrome without what scripts lacked then: its styles and its engine are not as old.
  test('registers and screens a child without the interfaces of later versions', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await asChrome(page, 95);
    await page.goto(listAddress());
    expect(
      await page.evaluate(() => [
        typeof structuredClone,
        'toSorted' in Array.prototype,
        'timeout' in AbortSignal,
        'union' in Set.prototype,
        'inert' in HTMLElement.prototype,
      ]),
    ).toEqual(['undefined', false, false, false, false]);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 20 });
    await fillMeasures(page, { height: '77.9', weight: '8.1', muac: '11.2' });
    await saveScreening(page);
    await expect(page.getByText('Severe acute').first()).toBeVisible();
    await openFromCard(page);
    await chooseLanguage(page, 'es');
    await expect(page.getByText('11,2').first()).toBeVisible();
    expect(errors).toEqual([]);
  });
});
