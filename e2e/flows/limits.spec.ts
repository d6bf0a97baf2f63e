import type { Page } from '@playwright/test';
import { fillChild, openList, openNewChild } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

// The limits and the messages of a refused form are in the forms' own tests; this one needs a real touch.

const months = (page: Page) => page.getByRole('textbox', { name: 'Age in months' });

test.describe('a tap that leaves a field with a slip in it', () => {
  test.use({ hasTouch: true });

  test('a tap that leaves a field with a slip in it performs its action', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 12 });
    await months(page).fill('61');
    await page.getByRole('radio', { name: 'Yes', exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
    await expect(months(page)).toHaveAccessibleDescription(/The age must be 1 to 60 months\./);
  });
});
