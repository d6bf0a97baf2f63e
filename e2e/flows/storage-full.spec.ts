import { addChild, fillMeasures, measureField, openList } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { smallDevice } from '../support/small-device.ts';

const FULL =
  'This device is full. What you typed is safe on this page. Free some space, then save again.';

test.use({ serviceWorkers: 'allow' });

test.describe('on a full device', () => {
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
    await page.getByRole('button', { name: 'Open record' }).click();
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('listitem')).toHaveCount(1);
  });
});
