import type { Page } from '@playwright/test';
import {
  addChild,
  backToList,
  fillMeasures,
  openList,
  openTestUnit,
  saveScreening,
} from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';

const openDue = (page: Page) =>
  page.getByRole('navigation', { name: 'Unit' }).getByRole('link', { name: 'Due' }).click();
const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a referred child is found in the due list and its result closes the row in two presses', {
  tag: '@deep',
}, async ({ page }) => {
  await openTestUnit(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await fillMeasures(page, { muac: '11' });
  await saveScreening(page);
  await backToList(page);
  await addChild(page, { firstName: 'Inés', lastName: 'Tum', sex: 'Girl', months: 20 });
  await openList(page);

  await openDue(page);
  await expect(page.getByRole('heading', { name: '2 children to visit' })).toBeVisible();
  await expect(section(page, 'Never screened')).toContainText('Inés Tum');
  const referred = section(page, 'Refer today');
  await expect(referred).toContainText('Severe acute');
  await expectGoodInBothLooks(page, 'due list');

  await referred.getByRole('button', { name: /^Result/ }).click();
  await page.getByRole('button', { name: 'Seen at the clinic' }).click();
  await expect(page.getByRole('heading', { name: '1 child to visit' })).toBeVisible();
  await expect(section(page, 'Refer today')).toHaveCount(0);
  const closed = section(page, 'Referred, result known');
  await expect(closed).toContainText('Luz Xicay');
  await expect(closed).toContainText('Seen at the clinic');
  await closed.getByRole('link', { name: /^Luz/ }).click();
  await expect(section(page, 'Result of the referral')).toContainText('Seen at the clinic');
  await expectGoodInBothLooks(page, 'result of a referral');
});
