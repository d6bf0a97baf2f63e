import type { Page } from '@playwright/test';
import {
  addChild,
  backToList,
  fillComment,
  fillMeasures,
  openFromCard,
  openList,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedDrafts } from '../support/stored.ts';

const fifteenMonths = { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 15 } as const;

const ageQuestion = (page: Page) =>
  page.getByRole('group', { name: 'Use 30 months instead of 15?' });

/** Reloads a form: what was typed is restored from this device. */
async function reloadForm(page: Page): Promise<void> {
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Save screening' })).toBeVisible();
}

test.describe('“Mother’s age=30” on a child of 15 months', () => {
  test('when declined gives 15 months on form, card, history and list, also after a reload', {
    tag: '@deep',
  }, async ({ page }) => {
    await openList(page);
    await addChild(page, fifteenMonths);
    await fillMeasures(page, { height: '75', weight: '9' });
    await fillComment(page, 'Mother’s age=30, first child');
    await expect(ageQuestion(page)).toBeVisible();
    await page.getByRole('button', { name: 'Save screening' }).click();
    await expect(page.getByText(/^Please say which age counts: 30 months/)).toBeVisible();

    await expect.poll(() => storedDrafts(page)).toContain('age=30, first child');
    const asked = await storedDrafts(page);
    await page.getByRole('button', { name: 'No, keep 15 months' }).click();
    await expect(ageQuestion(page)).toHaveCount(0);
    await expect(page.getByText('age by the calendar: 15 months')).toBeVisible();
    // "Draft kept" stood there before: a busy machine reloads before the answer is stored.
    await expect.poll(() => storedDrafts(page)).not.toBe(asked);
    await reloadForm(page);
    await expect(page.getByText('age by the calendar: 15 months')).toBeVisible();
    await expect(ageQuestion(page)).toHaveCount(0);

    await saveScreening(page);
    await expect(page.getByText(/^Girl, (about )?15 months/)).toBeVisible();
    await expect(page.getByText(/30 months/)).toHaveCount(0);
    await openFromCard(page);
    await page.reload();
    await expect(page.getByText(/^Girl, (about )?15 months/)).toBeVisible();
    await expect(page.getByText(/30 months/)).toHaveCount(0);
    await backToList(page);
    await expect(rowOf(page, 'Luz Xicay')).toHaveAccessibleName(/15 months/);
  });
});
