import type { Page } from '@playwright/test';
import {
  addChild,
  fillMeasures,
  listAddress,
  openFromCard,
  openList,
  rowOf,
  saveScreening,
  unfoldRecord,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

/** A second tab with the address of the first. */
async function secondTab(page: Page, address = page.url()): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  return tab;
}

/** A child with a screening; both tabs show its page. */
async function childInBoth(page: Page): Promise<Page> {
  await openList(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await fillMeasures(page, { height: '68.5', weight: '7.1' });
  await saveScreening(page);
  await openFromCard(page);
  return secondTab(page);
}

test.describe('two tabs of one device', () => {
  test('the same field edited in both is asked about, and what was typed is not lost', async ({
    page,
  }) => {
    const other = await childInBoth(page);
    const list = await secondTab(page, listAddress());
    await expect(rowOf(list, 'Luz Xicay')).toContainText('Undernourished');
    for (const tab of [page, other]) {
      await unfoldRecord(tab);
      await tab.getByRole('link', { name: 'Edit child' }).click();
      await expect(tab.getByLabel('First name')).toHaveValue('Luz');
    }
    await page.getByLabel('Last name').fill('Xicay Tum');
    await saveChanges(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Luz Xicay Tum' })).toBeVisible();
    // A tab that only shows the list follows without a reload.
    await expect(rowOf(list, 'Luz Xicay Tum')).toContainText('Undernourished');

    await other.getByLabel('Last name').fill('Xicay Pop');
    await saveChanges(other);
    const question = other.getByRole('dialog', { name: 'Somebody changed this too' });
    await expect(question).toContainText('somebody changed: Last name.');
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect(other.getByLabel('Last name')).toHaveValue('Xicay Pop');
    await expect(page.getByRole('heading', { level: 1, name: 'Luz Xicay Tum' })).toBeVisible();

    await saveChanges(other);
    await question.getByRole('button', { name: 'Keep what I typed' }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { level: 1, name: 'Luz Xicay Pop' })).toBeVisible();
    }
  });
});
