import { aChild, aScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dialog, takeSession } from '../pages/accounts.ts';
import { addChild, openList, rowOf, turnTo, unfoldRecord } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import {
  expect,
  header,
  hold,
  member,
  openChild,
  openEmptyList,
  openSync,
  syncAddress,
  syncNow,
  test,
  waitingAddress,
} from '../support/phones.ts';
import { newId, pushRecords, versions, written } from '../support/push-records.ts';

// Many screens in one test, and axe needs seconds for each on a busy machine.
test.describe.configure({ timeout: 300_000 });

/** A unit of the pilot, whose volunteers may synchronise but remove nobody. */
const PILOT = 'northern_sumar_phl';

// Finds buttons without their text, because the page's language varies.
const mainButton = (page: Page) => page.locator('main .btn-1');
const card = (page: Page) => page.locator('.sync-card');
const asked = (page: Page, name: string) => page.locator(`[name="${name}"]`);

// The journeys of `sync`, `conflicts` and `refused-and-backup` show most of these to axe in every run.
test.describe('axe finds no violation, seen by itself, on', { tag: '@deep' }, () => {
  const looks = (page: Page) => (screen: string) => expectAccessible(page, screen);

  test('pages of synchronisation', async ({ accountServer, phone }) => {
    const unit = 'test_stake_kir';
    const person = await member(accountServer, 'Lidia');
    const page = await phone(person);
    const good = looks(page);
    await openEmptyList(page, unit);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await openSync(page, unit);
    await good('sync, only here');
    // Held from here: a route added just as the connection returns would miss requests.
    const sending = await hold(page, /\/sync\/.*\/_bulk_docs/);
    await setOffline(page.context(), true);
    await expect(mainButton(page)).toBeDisabled();
    await good('sync, offline');
    await setOffline(page.context(), false);

    await mainButton(page).click();
    await sending.asked;
    await expect(card(page).locator('[aria-current="step"]')).toBeVisible();
    await good('sync, sending');
    await card(page).getByRole('switch').uncheck();
    await sending.letGo();
    await expect(card(page).locator('.proven')).toBeVisible();
    await expectGoodInBothLooks(page, 'sync, complete');

    await page.route(/\/sync\/test_/, (route) => route.abort());
    await mainButton(page).click();
    await expect(card(page).locator('.sync-wait[role="status"]')).toBeVisible();
    await good('sync, waiting for the server');
    await card(page).locator('.sync-acts .btn-2').last().click();
    await expect(mainButton(page)).toBeEnabled();
    await good('sync, paused');
    await page.unrouteAll({ behavior: 'wait' });

    for (const reason of ['', '?reason=no-response', '?reason=forbidden', '?reason=x-1']) {
      await page.goto(`/sync-error${reason}`);
      await good(`sync error ${reason}`);
    }
    await turnTo(page, '/children/syncinfo');
    await expect(page.locator('code')).toBeVisible();
    await page.locator('main summary').first().click();
    await good('sync info');
    const guest = await phone(null);
    await guest.goto(syncAddress(unit));
    await expect(guest.locator('.account-note')).toBeVisible();
    await looks(guest)('login required');
  });

  test('conflicts and refusals', async ({ accountServer, phone }) => {
    const unit = PILOT;
    const nora = await member(accountServer, 'Nora');
    const vera = await member(accountServer, 'Vera', ['sync', 'phl-pilot']);
    const [two, gone] = [newId('chld', unit), newId('chld', unit)];
    const screening = aScreening({ _id: newId('scr', unit), owner: two });
    const goneChild = aChild({ _id: gone, firstName: 'Rosa', lastName: 'Reyes' });
    await pushRecords(accountServer, nora, unit, [
      written(aChild({ _id: two, firstName: 'Marisol', lastName: 'Reyes' })),
      ...versions([
        screening,
        { ...screening, weight: 8.4, updatedBy: 'Beto Coc', device: 'another' },
      ]),
      ...versions([
        { ...goneChild, phone: '5550 9999' },
        {
          _id: gone,
          _deleted: true,
          removedBy: 'Beto Coc',
          removedAt: '2025-05-11T12:00:00.000Z',
        },
      ]),
      written(aScreening({ _id: newId('scr', unit), owner: newId('chld', unit) })),
    ]);

    const page = await phone(nora);
    const good = looks(page);
    await openList(page, unit);
    const child = 'Irene';
    await addChild(page, { firstName: child, lastName: 'Coc', sex: 'Girl', months: 14 });
    await syncNow(page, unit);
    await openChild(page, unit, child);
    await unfoldRecord(page);
    await page.getByRole('link', { name: 'Remove child' }).click();
    await page.getByRole('button', { name: `Remove ${child}` }).click();
    // Only the list shows that the child is gone: the page before it has no rows either.
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(rowOf(page, child)).toHaveCount(0);
    await takeSession(page, vera.session);
    await syncNow(page, unit);
    await expect(header(page)).toHaveText(/1 refused, \d to decide$/);

    await good('list with what waits');
    await openSync(page, unit);
    await good('sync with what waits');
    await turnTo(page, waitingAddress(unit));
    await expect(page.locator('.waits')).toBeVisible();
    await good('waiting');
    await turnTo(page, `/children/view/${two}?stakeDB=${unit}`);
    await expect(page.locator('.note-bar').first()).toBeVisible();
    await good('child with what waits');
    await turnTo(page, `${waitingAddress(unit)}/${screening._id}`);
    await expect(page.locator('.choices [type="radio"]')).toHaveCount(2);
    await good('two values');
    await page.locator('.choices [type="radio"]').last().check();
    await expect(page.locator('.dock .btn-1')).toBeEnabled();
    await expectGoodInBothLooks(page, 'two values, one chosen');
    await page.goto(`${waitingAddress(unit)}/${gone}`);
    await expect(page.locator('.choices [type="radio"]')).toHaveCount(2);
    await good('keep or remove');
    await page.locator('.choices [type="radio"]').first().check();
    await good('keep or remove, chosen');
    await page.goto(`${waitingAddress(unit)}/${two}`);
    await expect(page.locator('.blank')).toBeVisible();
    await good('decided already');
    await turnTo(page, waitingAddress('test_stake_lib'));
    await expect(page.locator('.blank')).toBeVisible();
    await good('nothing waits');
  });

  test('the backup file and the copy', async ({ accountServer, phone }, testInfo) => {
    const unit = 'test_stake_mdg';
    const words = 'mango papaya lluvia 27';
    const page = await phone(await member(accountServer, 'Sara'));
    const good = looks(page);
    const backup = `/children/backup?stakeDB=${unit}`;
    const copy = `/children/local/${unit}/Test`;
    await openEmptyList(page, unit);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await turnTo(page, backup);
    const save = page.locator('main form').first();
    await asked(page, 'passphrase').fill('mango');
    await save.locator('[type="submit"]').click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectGoodInBothLooks(page, 'backup, refused');
    await asked(page, 'passphrase').fill(words);
    await asked(page, 'again').fill(words);
    const downloading = page.waitForEvent('download', { timeout: 90_000 });
    await save.locator('[type="submit"]').click();
    const file = testInfo.outputPath('a.crece');
    await (await downloading).saveAs(file);
    await expect(page.locator('.backup-name').first()).toBeVisible();
    await good('backup, made');
    const load = page.locator('main form').last();
    await load.locator('[type="file"]').setInputFiles(file);
    await load.locator('input.input').fill('mango papaya lluvia 28');
    await load.locator('[type="submit"]').click();
    await expect(load.locator('[aria-invalid="true"]')).toBeVisible({ timeout: 90_000 });
    await good('backup, wrong words');
    await load.locator('input.input').fill(words);
    await load.locator('[type="submit"]').click();
    await expect(page.locator('.backup-acts')).toBeVisible({ timeout: 90_000 });
    // All of it is here: there is nothing to load.
    await expect(page.locator('.backup-acts .btn-1')).toHaveCount(0);
    await good('backup, opened');

    await turnTo(page, copy);
    await page.locator('main .btn-danger').click();
    await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    await good('copy, count asked');
    await page.locator('main input').fill('1');
    await page.locator('main .btn-danger').click();
    await expect(dialog(page)).toBeVisible();
    await good('copy, sure?');
    await dialog(page).getByRole('button').last().click();
    await expect(page.locator('.blank')).toBeVisible();
    await good('copy, removed');
    await page.goto(backup);
    await expect(page.locator('.backup-note')).toBeVisible();
    await good('backup, nothing to save');
    await page.goto(copy);
    await expect(page.locator('main .btn-danger')).toBeVisible();
    await good('copy, not proven');

    await page.goto(backup);
    await load.locator('[type="file"]').setInputFiles(file);
    await load.locator('input.input').fill(words);
    await load.locator('[type="submit"]').click();
    await page.locator('.backup-acts .btn-1').click({ timeout: 90_000 });
    await expect(page.locator('.backup-acts')).toHaveCount(0);
    await good('backup, loaded');
  });
});
