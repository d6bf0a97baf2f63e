import type { Page } from '@playwright/test';
import { takeSession } from '../pages/accounts.ts';
import {
  addChild,
  fillMeasures,
  openList,
  rowOf,
  saveScreening,
  unfoldRecord,
} from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { startAccountServer } from '../support/account-server.ts';
import {
  expect,
  header,
  member,
  onServer,
  openChild,
  openEmptyList,
  openSync,
  syncAll,
  syncNow,
  test,
  unfoldSync,
} from '../support/phones.ts';

// Several phones and slow file locks, possibly on a busy machine.
test.describe.configure({ timeout: 240_000 });

/** A volunteer of the pilot: may synchronise its units but remove nobody. */
const MAY_NOT_REMOVE = ['sync', 'phl-pilot'] as const;

/** Registers a child with one screening, syncs both, and removes the child without syncing. */
async function removeUnsent(page: Page, unit: string, firstName: string): Promise<void> {
  await openEmptyList(page, unit);
  await addChild(page, { firstName, lastName: 'Reyes', sex: 'Girl', months: 14 });
  await fillMeasures(page, { height: '70.2', weight: '8.1' });
  await saveScreening(page);
  await syncAll(page, unit);
  await openChild(page, unit, firstName);
  await unfoldRecord(page);
  await page.getByRole('link', { name: 'Remove child' }).click();
  await page.getByRole('button', { name: `Remove ${firstName}` }).click();
  await expect(page.getByText('No children here yet')).toBeVisible();
}

test('a removal that the account may not make is refused with its reason, and undone', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'calapan_phl';
  const nora = await member(accountServer, 'Nora');
  const vera = await member(accountServer, 'Vera', MAY_NOT_REMOVE);
  const page = await phone(nora);
  await removeUnsent(page, unit, 'Luz');

  // A person without the right takes over the shared phone and synchronises it.
  await takeSession(page, vera.session);
  await syncNow(page, unit);
  await expect(header(page)).toHaveText('2 records only on this device, 2 refused');
  expect(await onServer(accountServer, vera, unit)).toHaveLength(2);
  await openSync(page, unit);
  await page.getByRole('link', { name: /removals? (?:is|are) waiting/ }).click();
  await expect(page.getByText('Someone with the right to remove must sync')).toBeVisible();
  const row = page.getByRole('listitem').filter({
    hasText: 'Removing Luz Reyes needs someone with that right',
  });
  await expect(row).toContainText('1 screening with it');
  await expect(row).toContainText(/refused: [\d:]+/);

  await row.getByRole('button', { name: /^Put back/ }).click();
  await expect(page.getByText('Luz Reyes is back and will not be removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await syncAll(page, unit);
  await expect(rowOf(page, 'Luz Reyes')).toContainText('today');
  const other = await phone(nora);
  await syncAll(other, unit);
  await expect(rowOf(other, 'Luz Reyes')).toContainText('today');
});

test('records only on this phone move in an encrypted file to another phone, and the copy is deleted only deliberately', async ({
  accountServer,
  phone,
}, testInfo) => {
  const unit = 'test_stake_khm';
  const words = 'mango papaya lluvia 27';
  const [sok, dara] = [await member(accountServer, 'Sok'), await member(accountServer, 'Dara')];
  const first = await phone(sok);
  await openEmptyList(first, unit);
  await addChild(first, { firstName: 'Sophea', lastName: 'Chan', sex: 'Girl', months: 14 });
  await fillMeasures(first, { height: '70.2', weight: '6.4', muac: '11.2' });
  await saveScreening(first);
  await openList(first, unit);
  await addChild(first, { firstName: 'Bopha', lastName: 'Kim', sex: 'Girl', months: 30 });

  await openSync(first, unit);
  await unfoldSync(first, 'Files and copies');
  await first.getByRole('link', { name: /^Backup file/ }).click();
  await expect(first.getByText('Nobody can recover these words')).toBeVisible();
  const saving = first.getByRole('region', { name: 'Save' });
  await saving.getByLabel('Secret words', { exact: true }).fill('mango');
  await saving.getByLabel('Secret words again').fill('mango');
  const save = saving.getByRole('button', { name: 'Save 3 records to a file' });
  await save.click();
  await expect(first.getByText('Too short: at least 10 characters.').first()).toBeVisible();
  await expectGoodInBothLooks(first, 'backup, refused');
  await saving.getByLabel('Secret words', { exact: true }).fill(words);
  await saving.getByLabel('Secret words again').fill(words);
  const downloading = first.waitForEvent('download', { timeout: 90_000 });
  await save.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^crece-backup-\d{4}-\d\d-\d\d\.crece$/);
  const file = testInfo.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  await expect(first.getByRole('heading', { name: 'The backup file is ready' })).toBeVisible();
  await expect(first.getByText(/: 3 records\. Find it/)).toBeVisible();
  await expectAccessible(first, 'backup, made');

  await test.step('the copy on the first phone is deleted only after the count is typed', async () => {
    await openSync(first, unit);
    await unfoldSync(first, 'Files and copies');
    await first.getByRole('link', { name: /^Remove this unit from the device/ }).click();
    await expect(first.getByText('3 records would be lost for ever')).toBeVisible();
    const remove = first.getByRole('button', { name: 'Remove the copy' });
    await remove.click();
    await expect(first.getByText('Type exactly 3.').first()).toBeVisible();
    await expectAccessible(first, 'copy, count asked');
    await expect(first.getByRole('dialog')).toHaveCount(0);
    await first.getByLabel('Records that would be lost').fill('2');
    await remove.click();
    await expect(first.getByRole('dialog')).toHaveCount(0);
    await first.getByLabel('Records that would be lost').fill('3');
    await remove.click();
    const question = first.getByRole('dialog');
    await expect(question).toContainText('3 records exist only here and are lost for ever.');
    await expectAccessible(first, 'copy, sure?');
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(question).toHaveCount(0);
    await openList(first, unit);
    await expect(header(first)).toHaveText('3 records only on this device');
    await openSync(first, unit);
    await unfoldSync(first, 'Files and copies');
    await first.getByRole('link', { name: /^Remove this unit from the device/ }).click();
    await first.getByLabel('Records that would be lost').fill('3');
    await remove.click();
    await question.getByRole('button', { name: 'Remove the copy' }).click();
    await expect(first.getByRole('heading', { name: 'The copy is removed' })).toBeVisible();
    await expectAccessible(first, 'copy, removed');
    await openEmptyList(first, unit);
    await expect(first.getByText('Earlier records are not here yet')).toBeVisible();
  });

  const second = await phone(dara);
  await openSync(second, unit);
  await unfoldSync(second, 'Files and copies');
  await second.getByRole('link', { name: /^Backup file/ }).click();
  await expect(second.getByText('Nothing to save')).toBeVisible();
  await second.locator('input[type="file"]').setInputFiles(file);
  await second.getByLabel('Secret words', { exact: true }).fill('mango papaya lluvia 28');
  await second.getByRole('button', { name: 'Open the file' }).click();
  await expect(second.getByText(/^The secret words are not right, or the file/)).toBeVisible({
    timeout: 90_000,
  });
  await expectAccessible(second, 'backup, wrong words');
  await second.getByLabel('Secret words', { exact: true }).fill(words);
  await second.getByRole('button', { name: 'Open the file' }).click();
  await second.getByRole('button', { name: 'Load 3 records' }).click({ timeout: 90_000 });
  await expect(second.getByText('The file is loaded')).toBeVisible();
  await expect(second.getByText('3 records loaded')).toBeVisible();
  await expectAccessible(second, 'backup, loaded');
  await openList(second, unit);
  await expect(header(second)).toHaveText('3 records only on this device');
  await expect(rowOf(second, 'Sophea Chan')).toHaveAccessibleName(/Only on this device/);
  await expect(rowOf(second, 'Bopha Kim')).toHaveAccessibleName(/Only on this device/);
  await syncAll(second, unit);
  const records = await onServer(accountServer, dara, unit);
  expect(records.map(({ firstName, weight }) => firstName ?? weight).sort()).toEqual([
    6.4,
    'Bopha',
    'Sophea',
  ]);

  await syncAll(first, unit);
  await expect(rowOf(first, 'Sophea Chan')).toBeVisible();
  await openSync(first, unit);
  await unfoldSync(first, 'Files and copies');
  await first.getByRole('link', { name: /^Remove this unit from the device/ }).click();
  await expect(first.getByText('Nothing would be lost')).toBeVisible();
  await expect(first.getByLabel('Records that would be lost')).toHaveCount(0);
});

test(
  'what a lost server had acknowledged reaches another one by a file of everything',
  {
    tag: '@deep',
  },
  async ({ accountServer, phone }, testInfo) => {
    const unit = 'battambang_district_khm';
    const words = 'mango papaya lluvia 27';
    const sok = await member(accountServer, 'Sok');
    const old = await phone(sok);
    await openEmptyList(old, unit);
    await addChild(old, { firstName: 'Sophea', lastName: 'Chan', sex: 'Girl', months: 14 });
    await fillMeasures(old, { muac: '11.2' });
    await saveScreening(old);
    await syncAll(old, unit);

    await openSync(old, unit);
    await unfoldSync(old, 'Files and copies');
    await old.getByRole('link', { name: /^Backup file/ }).click();
    await expect(old.getByText('Nothing to save')).toBeVisible();
    await old.getByRole('checkbox', { name: /what the server has already/ }).check();
    await expectGoodInBothLooks(old, 'backup, everything');
    const saving = old.getByRole('region', { name: 'Save' });
    await saving.getByLabel('Secret words', { exact: true }).fill(words);
    await saving.getByLabel('Secret words again').fill(words);
    const downloading = old.waitForEvent('download', { timeout: 90_000 });
    await saving.getByRole('button', { name: 'Save to a file' }).click();
    const file = testInfo.outputPath('everything.crece');
    await (await downloading).saveAs(file);

    const otherServer = await startAccountServer();
    try {
      const dara = await member(otherServer, 'Dara');
      const page = await phone(dara, { origin: otherServer.url });
      await openSync(page, unit);
      await unfoldSync(page, 'Files and copies');
      await page.getByRole('link', { name: /^Backup file/ }).click();
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByLabel('Secret words', { exact: true }).fill(words);
      await page.getByRole('button', { name: 'Open the file' }).click();
      await page.getByRole('button', { name: 'Load 2 records' }).click({ timeout: 90_000 });
      await expect(page.getByText('2 records loaded')).toBeVisible();
      await syncAll(page, unit);
      expect(await onServer(otherServer, dara, unit)).toHaveLength(2);
      await openList(page, unit);
      await expect(rowOf(page, 'Sophea Chan')).toContainText('today');
    } finally {
      await otherServer.stop();
    }
  },
);
