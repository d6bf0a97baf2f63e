import type { Page } from '@playwright/test';
import { userAddress } from '../pages/admin.ts';
import { addChild, openList, rowOf } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { sessionStatus } from '../support/account-server.ts';
import {
  expect,
  member,
  onServer,
  openChild,
  openEmptyList,
  screen,
  syncAddress,
  syncAll,
  test,
} from '../support/phones.ts';

test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

const UNIT = 'test_stake_slv';
const NAME = 'Xochiquetzalina';

/** Databases and stores of this page's browser that quote a text. */
const quoting = (page: Page, text: string) =>
  page.evaluate(async (name) => {
    const requested = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: string[] = JSON.stringify(localStorage).includes(name) ? ['localStorage'] : [];
    for (const { name: of = '' } of await indexedDB.databases()) {
      const database = await requested(indexedDB.open(of));
      for (const store of database.objectStoreNames) {
        const all = await requested(database.transaction(store).objectStore(store).getAll());
        if (JSON.stringify(all).includes(name)) found.push(`${of}/${store}`);
      }
      database.close();
    }
    return found;
  }, text);

test('an administrator erases a child for good; a phone with something unsent about it drops it at its next sync', async ({
  accountServer,
  phone,
}) => {
  const leo = await member(accountServer, 'Leo', ['user', 'admin']);
  const ana = await member(accountServer, 'Ana');
  const a = await phone(ana);
  await openEmptyList(a, UNIT);
  await addChild(a, { firstName: NAME, lastName: 'Reyes', sex: 'Girl', months: 30 });
  await screen(a, UNIT, NAME, { height: '88', weight: '12' });
  await openList(a, UNIT);
  await addChild(a, { firstName: 'Luz', lastName: 'Caal', sex: 'Girl', months: 20 });
  await syncAll(a, UNIT);
  const b = await phone(leo);
  await openEmptyList(b, UNIT);
  await syncAll(b, UNIT);
  // Typed and not sent.
  await screen(a, UNIT, NAME, { height: '88.5', weight: '12.2' });
  expect(await quoting(a, NAME)).not.toEqual([]);

  await openChild(b, UNIT, NAME);
  await b.locator('header button[aria-haspopup]').last().click();
  await b.getByRole('link', { name: 'Family’s data, erase…' }).click();
  await expect(b.getByRole('heading', { level: 1, name: 'This family’s data' })).toBeVisible();
  await expect(b.locator('.family-data')).not.toContainText('Luz');
  await b.getByText('Erase for good…').click();
  await expectGoodInBothLooks(b, 'this family’s data');
  await b.getByLabel('Why').selectOption('asked');
  await b.getByLabel(`Type ${NAME} to erase`).fill(NAME);
  await b.getByRole('button', { name: 'Erase for good' }).click();
  await expect(b.getByText('The family asked for it')).toBeVisible();
  await expect(b.locator('main')).not.toContainText(NAME);
  await expectGoodInBothLooks(b, 'erased for good');

  for (const page of [a, b]) {
    await syncAll(page, UNIT);
    await expect(rowOf(page, 'Luz')).toBeVisible();
    await expect(rowOf(page, NAME)).toHaveCount(0);
    await page.goto(syncAddress(UNIT));
    await expect(page.getByText('Something was erased for good')).toBeVisible();
    expect(await quoting(page, NAME)).toEqual([]);
  }
  const there = JSON.stringify(await onServer(accountServer, leo, UNIT));
  expect(there).toContain('Luz');
  expect(there).not.toContain(NAME);
});

test('an administrator erases an account for good; phones show a former volunteer in its place, in both languages', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const leo = await member(accountServer, 'Leo', ['user', 'sync', 'admin']);
  const eva = await member(accountServer, 'Evarista');
  const a = await phone(eva);
  await openEmptyList(a, UNIT);
  await addChild(a, { firstName: 'Rosa', lastName: 'Tum', sex: 'Girl', months: 30 });
  await screen(a, UNIT, 'Rosa', { height: '88', weight: '12' });
  await syncAll(a, UNIT);
  const b = await phone(leo);
  await openEmptyList(b, UNIT);
  await syncAll(b, UNIT);
  const byWhom = async () => {
    await openChild(b, UNIT, 'Rosa');
    await b.locator('details.visit summary').first().click();
    return b.locator('.visit-body');
  };
  await expect(await byWhom()).toContainText('Screened by Evarista Morales');

  await b.goto(userAddress(eva.session.user));
  await b.getByText('Erase for good…').click();
  await expectGoodInBothLooks(b, 'erase an account');
  await b.getByLabel('Why').selectOption('asked');
  await b.getByLabel(/^Type .+ to erase$/).fill(eva.person.username);
  await b.getByRole('button', { name: 'Erase for good' }).click();
  await expect(b.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  await expect(b.locator('main')).not.toContainText(eva.person.username);

  // The configuration comes with the next start of the application.
  await b.reload();
  await expect(await byWhom()).toContainText('Screened by former volunteer');
  await b.evaluate(() => localStorage.setItem('crece.language', 'es'));
  await b.reload();
  await expect(await byWhom()).toContainText('persona voluntaria anterior');
  await expect(b.locator('main')).not.toContainText('Evarista');
  expect(await sessionStatus(accountServer, eva.session.token)).toBe(401);
});
