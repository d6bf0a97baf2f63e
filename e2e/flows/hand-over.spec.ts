import type { Page } from '@playwright/test';
import { addChild, openList, rowOf } from '../pages/app.ts';
import { setOffline } from '../support/connection.ts';
import { untilKeptForOffline } from '../support/offline.ts';
import {
  expect,
  header,
  member,
  onServer,
  openEmptyList,
  openSync,
  syncAll,
  test,
} from '../support/phones.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

/** Replaces the share sheet, which no test can operate: what is shared is kept in the page. */
async function catchShared(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] = [] }: ShareData) => {
        Object.assign(window, { sharedText: await file?.text() });
      },
    });
  });
}

/** Posts the file to the application, as Android does for the target of a share. */
async function shareWithApplication(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const form = document.createElement('form');
    Object.assign(form, {
      action: '/children/receive',
      method: 'post',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
    const files = new DataTransfer();
    files.items.add(new File([content], 'crece-2026-11-23.txt', { type: 'text/plain' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, text);
}

test('a phone without a network hands its records over to another one, which carries them to the server', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'test_stake_col';
  const [ana, luis] = [await member(accountServer, 'Ana'), await member(accountServer, 'Luis')];
  const giver = await phone(ana);
  await catchShared(giver);
  await openEmptyList(giver, unit);
  await untilKeptForOffline(giver);
  await setOffline(giver.context(), true);
  await addChild(giver, { firstName: 'Inti', lastName: 'Mamani', sex: 'Boy', months: 20 });
  await openSync(giver, unit);
  await giver.getByRole('link', { name: 'Hand over to another phone' }).click();
  const code = await giver.getByLabel('Code that opens the file').textContent();
  await giver.getByRole('button', { name: 'Share the file' }).click();
  await expect(giver.getByRole('heading', { name: '1 record handed over' })).toBeVisible();
  await expect(header(giver)).toHaveText('1 handed over, not yet on the server');
  const text = await giver.evaluate(() => String(Reflect.get(window, 'sharedText')));
  expect(text).not.toContain('Inti');

  const carrier = await phone(luis);
  await openEmptyList(carrier, unit);
  await untilKeptForOffline(carrier);
  await setOffline(carrier.context(), true);
  await shareWithApplication(carrier, text);
  await expect(carrier.getByText('crece-2026-11-23.txt')).toBeVisible();
  await expect(carrier.getByText(/^This file was shared from outside Crece/)).toBeVisible();
  await carrier.getByLabel('Code of the file').fill('00000 00000 00000');
  await carrier.getByRole('button', { name: 'Open the file' }).click();
  await expect(carrier.getByText(/^The code is not right/).first()).toBeVisible();
  await carrier.getByLabel('Code of the file').fill(code ?? '');
  await carrier.getByRole('button', { name: 'Open the file' }).click();
  await expect(carrier.getByText('1 new record')).toBeVisible();
  await carrier.getByRole('button', { name: 'Receive the records' }).click();
  await expect(carrier.getByText('1 record loaded')).toBeVisible();
  await openList(carrier, unit);
  await expect(rowOf(carrier, 'Inti Mamani')).toHaveAccessibleName(/Only on this device/);
  await expect(header(carrier)).toHaveText('1 record only on this device');
  await setOffline(carrier.context(), false);
  await syncAll(carrier, unit);
  expect(await onServer(accountServer, luis, unit)).toMatchObject([{ firstName: 'Inti' }]);

  // The giver knows nothing of it before its own next sync.
  await openList(giver, unit);
  await expect(header(giver)).toHaveText('1 handed over, not yet on the server');
  await setOffline(giver.context(), false);
  await syncAll(giver, unit);
  await expect(header(giver)).toHaveText(/^Synced, /);
  expect(await onServer(accountServer, luis, unit)).toHaveLength(1);
});
