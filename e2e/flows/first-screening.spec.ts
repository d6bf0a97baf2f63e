import { addChild, fillMeasures, openTestUnit, saveScreening, unfoldWhy } from '../pages/app.ts';
import { chooseLanguage } from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import { expect, test } from '../support/fixtures.ts';
import { untilKeptForOffline } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

test.describe("a newcomer's first screening", () => {
  test('goes from the address to the result, then offline and in Spanish', {
    tag: '@deep',
  }, async ({ page, context }) => {
    await openTestUnit(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(page);

    await expect(page).toHaveURL(/\/children\/view\/chld_test_stake_gtm_/);
    await expect(page.getByRole('heading', { name: 'MUAC says moderate' })).toBeVisible();
    await expect(page.getByText('Undernourished: Height for age −2.94')).toBeVisible();
    const actions = page.getByRole('region', { name: 'Do now' }).getByRole('listitem');
    await expect(actions).toContainText([
      'Urge the family to take Luz to a doctor',
      'Start supplement: 240 kcal a day',
      'Sign the caregiver up for health lessons',
      'Invite Luz to the next screening',
    ]);
    await expect(page.getByText('−2.94').first()).toBeVisible();
    await unfoldWhy(page);
    await expect(page.getByText('−2.35').first()).toBeVisible();
    await expect(page.getByText('−1.13').first()).toBeVisible();

    await page.getByRole('button', { name: 'Open record' }).click();
    await expect(page.getByText('Acute: supplements required').first()).toBeVisible();
    await expect(page.getByText('240 kcal a day').first()).toBeVisible();
    const address = page.url();

    await untilKeptForOffline(page);
    await setOffline(context, true);
    await page.reload();
    expect(page.url()).toBe(address);
    await expect(page.getByText('Acute: supplements required').first()).toBeVisible();
    await expect(page.getByText('Offline').first()).toBeVisible();

    await chooseLanguage(page, 'es');
    await expect(page.getByText('−2,94').first()).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByText('Luz').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Medidas' })).toContainText('11,9');
  });
});
