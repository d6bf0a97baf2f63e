import type { Page } from '@playwright/test';
import { addChild, backToList, chip, openList, rowOf, unfoldWhy } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

/** Green as a mark or as a coloured word, anywhere in the content except the filter chips. */
const greenMarks = (page: Page) => page.locator('main .st-green:not(.chip .st-green)');

async function takeMuacOnly(page: Page, muac: string): Promise<void> {
  await page.getByRole('radio', { name: 'MUAC only' }).tap();
  await page.getByRole('textbox', { name: /MUAC/ }).fill(muac);
  await page.getByRole('button', { name: 'Save screening' }).tap();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
}

test.describe('a screening with MUAC alone', () => {
  test.use({ hasTouch: true });

  test('a MUAC of 11.2 cm at 20 months is red with its actions, after two taps and a number', {
    tag: '@deep',
  }, async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 20 });
    await takeMuacOnly(page, '11.2');

    await expect(page.getByRole('heading', { name: 'Severe acute malnutrition' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Do now' }).getByRole('listitem')).toContainText([
      'Take Luz to the clinic today. Tell your coordinator',
      'Weigh and measure Luz once more, and check her age',
      'Go over the five healthy habits with the family',
    ]);
    await unfoldWhy(page);
    await expect(page.getByText('MUAC is 11.2 cm.')).toBeVisible();
    await expect(page.getByText('Acute: sam supplements required', { exact: true })).toBeVisible();
    await expect(greenMarks(page)).toHaveCount(0);

    await backToList(page);
    const row = rowOf(page, 'Luz Xicay');
    await expect(row).toContainText('Severe acute');
    await expect(row).toContainText('MUAC 11.2: refer');
    await expect(row).toContainText('SAM supplement');
    await expect(row.locator('.mark')).toHaveClass(/st-red/);
    await expect(chip(page, 'Undernourished')).toContainText('1');
    await expect(chip(page, 'Refer')).toContainText('1');
    await expect(chip(page, 'Normal')).toHaveCount(0);
  });
});
