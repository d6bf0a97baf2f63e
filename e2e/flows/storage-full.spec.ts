import {
  addChild,
  answerScreenerName,
  dayOfMonthsAgo,
  fillChild,
  fillMeasures,
  fillMother,
  measureField,
  openList,
  openNewChild,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { smallDevice } from '../support/small-device.ts';

const FULL =
  'This device is full. What you typed is safe on this page. Free some space, then save again.';

test.describe('when the device is full', () => {
  test('a screening is not lost: the form stays, and saves once there is space', async ({
    page,
  }) => {
    const device = await smallDevice(page);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await device.fillUp();
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await page.getByRole('button', { name: 'Save screening' }).click();

    await expect(page.getByText(FULL)).toBeVisible();
    await expect(page.getByText('The screening is not saved yet.')).toBeVisible();
    await expect(measureField(page, 'Height')).toHaveValue('68.5');
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');
    await expect(measureField(page, 'MUAC')).toHaveValue('11.9');
    await page.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByText(FULL)).toBeVisible();

    await device.giveSpace();
    await page.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();
    await page.getByRole('button', { name: 'Open Luz' }).click();
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('listitem')).toHaveCount(1);
  });

  test('a child is told the same, and saved later', async ({ page }) => {
    const device = await smallDevice(page);
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Ana', lastName: 'Tum', sex: 'Girl', months: 9 });
    await device.fillUp();
    await page.getByRole('button', { name: 'Save and screen' }).click();
    // The name of the screener does not fit either; it goes with the record all the same.
    await answerScreenerName(page);
    await expect(page.getByText(FULL)).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Ana');
    await device.giveSpace();
    await page.getByRole('button', { name: 'Save and screen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Tum' })).toBeVisible();
  });

  test('a mother is told the same, and saved later', async ({ page }) => {
    const device = await smallDevice(page);
    await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/pregnant`);
    await fillMother(page, { firstName: 'Marta', lastName: 'Ical', date: dayOfMonthsAgo(-2) });
    await device.fillUp();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await answerScreenerName(page);
    await expect(page.getByText(FULL)).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Marta');
    await device.giveSpace();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: /Marta Ical/ }).first()).toBeVisible();
  });
});
