import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import { addChild, fillMeasures, measureField, openList, rowOf } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  header,
  member,
  onServer,
  openSync,
  syncAddress,
  syncCard,
  untilBackOnList,
  test as withPhones,
} from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';
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
    await expect(
      page.getByRole('region', { name: 'Screenings' }).getByRole('listitem'),
    ).toHaveCount(1);
    await page.reload();
    await expect(
      page.getByRole('region', { name: 'Screenings' }).getByRole('listitem'),
    ).toHaveCount(1);
  });
});

/** Makes every write of the page fail as on a full device, until the page is loaded again. */
function becomeFull(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, value, key);
      const error = new DOMException('no room', 'QuotaExceededError');
      Object.defineProperty(this.transaction, 'error', { value: error });
      this.transaction.abort();
      return request;
    };
  });
}

withPhones(
  'on a full device a download ends and says so; what is here stays, and with space everything arrives',
  { tag: '@deep' },
  async ({ accountServer, phone }) => {
    const unit = 'test_stake_hnd';
    const ana = await member(accountServer, 'Ana');
    const today = new Date().toISOString().slice(0, 10);
    const { children } = demoRecords({ stakeDB: unit, today, children: 60 });
    const other = { device: 'another-phone' };
    const documents = children.map((child) => ({ ...child, ...other }));
    await pushRecords(accountServer, ana, unit, documents.map(written));
    const page = await phone(ana);
    await openList(page, unit);
    await addChild(page, { firstName: 'Aba', lastName: 'Coc', sex: 'Girl', months: 20 });

    await becomeFull(page);
    await openSync(page, unit);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(syncCard(page)).toContainText('This device is full. Free some space');
    await openList(page, unit);
    await expect(rowOf(page, 'Aba Coc')).toBeVisible();

    await page.goto(syncAddress(unit));
    await page.getByRole('button', { name: /^(Sync now|Go on syncing|Try again)$/ }).click();
    await untilBackOnList(page, unit);
    await expect(rowOf(page, 'Aba Coc')).toBeVisible();
    await expect(header(page)).toHaveText(/^Synced, /);
    expect(await onServer(accountServer, ana, unit)).toHaveLength(children.length + 1);
  },
);
