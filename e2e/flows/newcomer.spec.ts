import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openTestUnit, saveScreening } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

/** What the icon of the installed application would carry, as the page told the browser. */
async function watchIcon(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: (count: number) => {
        Reflect.set(window, 'onIcon', count);
        return Promise.resolve();
      },
    });
  });
}
const onIcon = (page: Page) => page.evaluate(() => Reflect.get(window, 'onIcon') as unknown);

/** Chromium without a head offers no installation: the event and its question are the test's. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => Reflect.set(window, 'isAsked', true),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    });
    window.dispatchEvent(offer);
  });
}

test.describe('a newcomer', () => {
  // One of Guatemala's phones.
  test.use({ timezoneId: 'America/Guatemala' });

  test('practises with invented children, who are never sent, on a server without a demonstration', async ({
    page,
  }) => {
    await watchIcon(page);
    await page.goto('/');
    await expect(
      page.getByRole('region', { name: 'Where are you screening today?' }),
    ).toContainText(/Choose your country.*Choose your unit.*Screen the first child/s);
    await page.getByRole('button', { name: 'Practise with invented children' }).click();
    await expect(page).toHaveURL(/\/test_stake_gtm\//);
    await expect(page.getByText('Demonstration data: no real children')).toBeVisible();
    await expect(page.locator('main a.child').first()).toBeVisible();
    // Some of them are due, but nobody is to visit them.
    await expect(page.locator('.nav-count').first()).toHaveText(/[1-9]/);
    expect(await onIcon(page)).toBeUndefined();

    // It is the unit to go on with, also after a reload; its children are not invented again.
    await page.goto('/');
    const unit = page.getByRole('region', { name: 'Guatemala test Only' });
    await expect(unit).toContainText(/60\s*children/);
    await expect(unit).toContainText(/\d+\s*due today\s*0\s*only here/);
    await unit.getByRole('link').click();
    await expect(page.getByText('Demonstration data: no real children')).toBeVisible();
  });

  test('is offered the installation after the first saved child, and not again when refused', {
    tag: '@deep',
  }, async ({ page }) => {
    await watchIcon(page);
    await openTestUnit(page);
    await expect(page.getByRole('link', { name: 'Start a list here' })).toBeVisible();
    await page.goto('/');
    await offerInstallation(page);
    const offer = page.getByRole('region', { name: 'Put Crece on the home screen' });
    await expect(page.getByRole('region', { name: 'Guatemala test Only' })).toBeVisible();
    await expect(offer).toHaveCount(0);

    await openTestUnit(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Tot', sex: 'Girl', months: 20 });
    await fillMeasures(page, { muac: '11.2' });
    await saveScreening(page);
    await openTestUnit(page);
    await expect.poll(() => onIcon(page)).toBe(1);
    await page.goto('/');
    await offerInstallation(page);
    await offer.getByRole('button', { name: 'Add it' }).click();
    await expect(offer).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, 'isAsked') as unknown)).toBe(true);

    await page.goto('/');
    await offerInstallation(page);
    await expect(page.getByRole('region', { name: 'Guatemala test Only' })).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.goto('/settings/device');
    await expect(page.getByText(/in the browser’s menu ⋮ choose “Install app”/)).toBeVisible();
  });
});
