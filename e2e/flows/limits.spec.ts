import type { Page } from '@playwright/test';
import {
  addChild,
  fillChild,
  measureField,
  openList,
  openNewChild,
  pick,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

// The forms' own tests cover each limit; this covers what a person sees at one of them.

const months = (page: Page) => page.getByRole('textbox', { name: 'Age in months' });

test("a child's form shows at each field what is missing, and keeps what was typed", async ({
  page,
}) => {
  await openList(page);
  await openNewChild(page);
  await page.getByRole('textbox', { name: 'Mother' }).fill('Rosa');
  await page.getByRole('button', { name: 'Save and screen' }).click();

  const summary = page.getByRole('alert').filter({ hasText: 'Input Error:' });
  await expect(summary).toContainText('Invalid or missing data');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
    'Please enter the first name.',
  );
  await expect(page.getByRole('group', { name: 'Boy or girl' })).toHaveAccessibleDescription(
    'Please choose boy or girl.',
  );
  await expect(page.getByRole('textbox', { name: 'Mother' })).toHaveValue('Rosa');
  await expect(page.getByLabel('First name')).toBeFocused();
  await summary.getByRole('button', { name: 'Please enter the last name.' }).click();
  await expect(page.getByLabel('Last name')).toBeFocused();
});

test('a submitted height out of range asks to measure again', async ({ page }) => {
  await openList(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await pick(page, 'What will you measure?', 'All measures');
  await measureField(page, 'Height').fill('112');
  await measureField(page, 'Weight').fill('7.1');
  await measureField(page, 'MUAC').fill('11.9');
  await page.getByRole('button', { name: 'Save screening' }).click();

  const dialog = page.getByRole('dialog', { name: 'Valid height exceeded' });
  await expect(dialog).toContainText('Please redo measurement');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(measureField(page, 'Height')).toBeFocused();
  await expect(measureField(page, 'Height')).toHaveAccessibleDescription(
    /Please enter a valid height \(45-110cm\)/,
  );
  await expect(page.getByText('Input Error: Invalid or missing data')).toBeVisible();
  await expect(measureField(page, 'Height')).toHaveValue('112');
  await expect(measureField(page, 'Weight')).toHaveValue('7.1');
  await expect(measureField(page, 'MUAC')).toHaveValue('11.9');

  await measureField(page, 'Height').fill('68,5');
  await saveScreening(page);
  await expect(page.getByText('−2.94').first()).toBeVisible();
});

test.describe('a tap that leaves a field with an error', () => {
  test.use({ hasTouch: true });

  test('still performs its action', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 12 });
    await months(page).fill('61');
    await page.getByRole('radio', { name: 'Yes', exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
    await expect(months(page)).toHaveAccessibleDescription(/The age must be 1 to 60 months\./);
  });
});
