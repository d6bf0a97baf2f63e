import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { dialog, takeSession } from '../pages/accounts.ts';
import { changeUnits, enterAsAdmin, rows, userAddress } from '../pages/admin.ts';
import { turnTo } from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test as withAccounts } from '../support/account-fixtures.ts';
import {
  addByAdmin,
  answerOf,
  grantByCall,
  linkInMail,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { noisePicture } from '../support/noise-picture.ts';

const PIN = '274951';

/** Finds the button without its text, because the page's language varies. */
const submit = (page: Page) =>
  page.locator('main').locator('button[type="submit"]').first().click();
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const untilRefused = (page: Page) =>
  expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();

const looks = (page: Page) => (screen: string) => expectAccessible(page, screen);

// Many screens in one test, and axe needs about a second for each.
withAccounts.describe.configure({ timeout: 180_000 });

// Every screen as it opens: the walk of `every-screen`. Here what comes when it is used.
withAccounts.describe('axe finds no violation on', () => {
  withAccounts('forms of an account that are refused', async ({ page, accountServer }) => {
    await page.goto('/authentication/signin');
    await submit(page);
    await untilRefused(page);
    await expectGoodInBothLooks(page, 'sign-in, empty');
    await field(page, 'usernameOrEmail').fill('nobody.of.this.name');
    await field(page, 'password').fill('Papaya-Verde-28');
    await submit(page);
    await expect(page.locator('.notice-error')).toBeVisible();
    await expectAccessible(page, 'sign-in, wrong');
    await turnTo(page, '/authentication/signup');
    await field(page, 'password').fill('abc');
    await submit(page);
    await untilRefused(page);
    await expectAccessible(page, 'sign-up, refused');
    await takeSession(page, await signUpByCall(accountServer, somebody('Jimena')));
    await page.goto('/settings/profile');
    await field(page, 'firstName').fill('');
    await submit(page);
    await untilRefused(page);
    await expectGoodInBothLooks(page, 'profile, refused');
    await turnTo(page, '/settings/picture');
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: 'a.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.of(1),
      });
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    await expectAccessible(page, 'picture, refused');
    await turnTo(page, '/settings/password');
    await field(page, 'newPassword').fill('abc');
    await submit(page);
    await untilRefused(page);
    await expectAccessible(page, 'password, refused');
  });

  withAccounts(
    'forms and menus of an administrator',
    { tag: '@deep' },
    async ({ page, accountServer }) => {
      await enterAsAdmin(page, accountServer);
      await page.goto('/admin/programme');
      await field(page, 'severeAmount').fill('two');
      await page.locator('.dock button[type="submit"]').click();
      await untilRefused(page);
      await expectGoodInBothLooks(page, 'settings of the programme, refused');
      await turnTo(page, '/admin/places?add=country');
      await page.locator('.dock button[type="submit"]').click();
      await untilRefused(page);
      await expectAccessible(page, 'new country, refused');
      await turnTo(page, '/admin/places/MNG?form=add');
      await field(page, 'stakeDB').fill('A B');
      await page.locator('.dock button[type="submit"]').click();
      await untilRefused(page);
      await expectAccessible(page, 'new unit, refused');
      const { user } = await signUpByCall(accountServer, somebody('Lorena'));
      await turnTo(page, userAddress(user));
      await page.locator('.dock button').click();
      await expect(dialog(page)).toBeVisible();
      await expectAccessible(page, 'user, delete?');
      await page.goto('/admin/users?search=nobody.of.this.name');
      await expect(page.locator('.blank')).toBeVisible();
      await page.locator('header [aria-haspopup="dialog"]:visible').first().click();
      await expect(dialog(page)).toBeVisible();
      await expectAccessible(page, 'first menu of the header');
    },
  );
});

// Journeys that come by show these to axe in every run.
withAccounts.describe('axe finds no violation, seen by itself, on', { tag: '@deep' }, () => {
  withAccounts('account pages', async ({ page, accountServer }) => {
    await page.goto('/authentication/signin?err=social-denied');
    await expectAccessible(page, 'sign-in, refused by the other service');
    await turnTo(page, '/password/forgot');
    const person = somebody('Ines');
    await signUpByCall(accountServer, person);
    await field(page, 'usernameOrEmail').fill(person.username);
    await submit(page);
    await expect(page.getByText(person.username)).toBeVisible();
    await expectAccessible(page, 'forgot, sent');
    await turnTo(page, new URL(await linkInMail(accountServer, person.email)).pathname);
    await field(page, 'newPassword').fill('Mango');
    await submit(page);
    await untilRefused(page);
    await expectAccessible(page, 'reset, refused');
    for (const address of [
      '/password/reset/invalid?err=link-expired',
      '/authentication/first-admin#AAAA',
    ]) {
      if (address.includes('#')) await page.goto('about:blank');
      await (address.includes('#') ? page.goto(address) : turnTo(page, address));
      await expect(page.locator('.blank')).toBeVisible();
      await expectAccessible(page, address);
    }
    await takeSession(page, await signUpByCall(accountServer, somebody('Jimena')));
    await page.goto('/settings/picture');
    const buffer = noisePicture(60, 40);
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await expect(page.locator('main img')).toBeVisible();
    await expectAccessible(page, 'picture, chosen');
  });

  withAccounts('this device and its lock', async ({ page, accountServer }) => {
    const good = looks(page);
    const person = somebody('Karina');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/device');
    await page.locator('main .btn-1').first().click();
    await field(page, 'pin').fill('123456');
    await submit(page);
    await untilRefused(page);
    await good('device, PIN refused');
    await field(page, 'pin').fill(PIN);
    await field(page, 'again').fill(PIN);
    await submit(page);
    await expect(page.getByText(person.username)).toBeVisible();
    await expectGoodInBothLooks(page, 'device');
    await page.locator('main .btn-1').first().click();
    const lock = page.locator('.lock');
    await expect(lock.locator('input')).toBeEnabled();
    await good('lock, PIN');
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect(lock.locator('input')).toBeEnabled();
      await lock.locator('input').fill('860137');
      await expect(lock.locator('.lock-note[role=alert]')).toBeVisible();
    }
    await good('lock, wrong PIN');
    await lock.locator('.lock-actions button').first().click();
    await good('lock, forgotten PIN');
    await lock.locator('.lock-actions button').last().click();
    await lock.locator('.lock-actions button').last().click();
    await expect(lock.getByText(person.username)).toBeVisible();
    await good('lock, people');
  });

  withAccounts('users and the log', async ({ page, accountServer }) => {
    const good = looks(page);
    const [asking, invited] = [somebody('Lorena'), somebody('Mirna')];
    const { user, token } = await signUpByCall(accountServer, asking);
    const body = { role: 'sync', note: 'Chulac' };
    await answerOf(accountServer, 'POST', API_PATHS.roleRequests, { token, body });
    const other = await addByAdmin(accountServer, invited, ['user', 'phl-pilot']);
    await enterAsAdmin(page, accountServer);
    // Other tests add people to this server: any of them may be on the first page.
    await page.goto('/admin/users');
    await expect(rows(page).first()).toBeVisible();
    await expectGoodInBothLooks(page, 'users');
    await page.goto('/admin/users?search=nobody.of.this.name');
    await expect(page.locator('.blank')).toBeVisible();
    await good('users, nobody');
    await turnTo(page, '/admin/users/new');
    await field(page, 'firstName').fill('X');
    await page.locator('.dock button[type="submit"]').click();
    await untilRefused(page);
    await good('new user, refused');
    await turnTo(page, userAddress(user));
    await expect(page.getByText('Chulac')).toBeVisible();
    await good('user with a request');
    await page.goto(`${userAddress(other)}/edit`);
    await page.locator('[type="radio"][value="limited"]').check();
    await field(page, 'firstName').fill('Myrna');
    await page.locator('.place-choices input').first().check();
    await good('edit user');
    await grantByCall(accountServer, other, ['user', 'sync']);
    await page.locator('.dock button[type="submit"]').click();
    await expect(page.getByRole('table')).toBeVisible();
    await good('edit user, changed meanwhile');
    await turnTo(page, '/admin/requests');
    await expect(page.getByText(asking.username)).toBeVisible();
    await good('requests');
    await turnTo(page, '/admin/audit?what=sign-up');
    await expect(page.getByText(new RegExp(`${asking.firstName} `)).first()).toBeVisible();
    await good('log');
  });

  withAccounts('places', async ({ page, accountServer }) => {
    const good = looks(page);
    await enterAsAdmin(page, accountServer);
    await page.goto('/admin/places/MNG?form=country');
    await field(page, 'name').fill('Mongolia');
    await good('edit country');
    await page.goto('/admin/places/MNG');
    await page.getByRole('link').filter({ hasText: 'darkhan_mng' }).click();
    await field(page, 'stakeName').fill('Darhan');
    await changeUnits(accountServer, 'MNG', (unit, stakeDB) =>
      stakeDB === 'darkhan_mng' ? `Darkhan ${somebody('x').username}` : unit,
    );
    await page.locator('.dock button[type="submit"]').click();
    await expect(page.getByRole('table')).toBeVisible();
    await good('edit unit, changed meanwhile');
  });
});
