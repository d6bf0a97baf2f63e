import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import { addChild, listAddress, rowOf } from '../pages/app.ts';
import {
  expect,
  header,
  member,
  onServer,
  syncAddress,
  syncAll,
  test,
  untilBackOnList,
} from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';

const UNIT = 'test_stake_pry';
/** Enough for three blocks. */
const CHILDREN = 90;
const LINE = 'Not all records of this unit have arrived yet';

/**
 * Damages three blocks of the unit in the browser's database: one is cut, one is no JSON, one has a
 * wrong row. Returns the id of the last child of each.
 */
function damageBlocks(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    const requested = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const damages: ((text: string) => string)[] = [
      (text) => text.slice(0, 500),
      (text) => text.replaceAll('"', "'"),
      (text) => text.replace('[[', '[["chld_nobody","1-a",0,[],{}],['),
    ];
    const connection = await requested(indexedDB.open(name));
    const blocks = connection.transaction('blocks', 'readwrite').objectStore('blocks');
    const keys = (await requested(blocks.getAllKeys())).map(String);
    for (const [index, damage] of damages.entries()) {
      const key = keys[index] ?? '';
      const block = (await requested(blocks.get(key))) as { text: string };
      await requested(blocks.put({ ...block, text: damage(block.text) }, key));
    }
    connection.close();
    return keys.slice(0, damages.length);
  }, `crece_store_${UNIT}`);
}

/** Removes the kept rows of the list, which is then built from the records. */
function forgetRows(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('crece_device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('projections', 'readwrite');
          clearing.objectStore('projections').clear();
          clearing.onabort = () => reject(clearing.error);
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

test('damaged records are said to be missing, come again with the next sync, and cost nothing else', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const ana = await member(accountServer, 'Ana');
  const today = new Date().toISOString().slice(0, 10);
  const { children } = demoRecords({ stakeDB: UNIT, today, children: CHILDREN });
  const other = { device: 'another-phone' };
  const documents = children.map((child) => ({ ...child, ...other }));
  const pushed = documents.map(written);
  await pushRecords(accountServer, ana, UNIT, pushed);
  const page = await phone(ana);
  await syncAll(page, UNIT);
  await addChild(page, { firstName: 'Aba', lastName: 'Coc', sex: 'Girl', months: 20 });

  await page.goto('/chrome-only.html');
  const [cut = '', ...others] = await damageBlocks(page);
  expect(others).toHaveLength(2);
  await page.goto(`/children/view/${cut}`);
  await expect(page.getByText('It comes with the next sync.')).toBeVisible();

  await page.goto('/chrome-only.html');
  await forgetRows(page);
  await page.goto(listAddress(UNIT));
  await expect(page.getByRole('main')).toContainText(LINE);
  await expect(rowOf(page, 'Aba Coc')).toBeVisible();

  await page.goto(syncAddress(UNIT));
  await page.getByRole('button', { name: 'Go on syncing' }).click();
  await untilBackOnList(page, UNIT);
  await expect(page.getByRole('main')).not.toContainText(LINE);
  for (const id of [cut, ...others]) {
    const child = children.find(({ _id }) => _id === id);
    await page.goto(`/children/view/${id}`);
    const name = `${child?.firstName} ${child?.lastName}`;
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await expect(header(page)).toHaveText(/^Synced, /);
  expect(await onServer(accountServer, ana, UNIT)).toHaveLength(CHILDREN + 1);
});
