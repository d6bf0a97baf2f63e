import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { accountButton, dialog, signIn, takeSession, title } from '../pages/accounts.ts';
import { enterAsAdmin, fact, rows, userAddress } from '../pages/admin.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  addByAdmin,
  call,
  GOOD_PASSWORD,
  grantByCall,
  linkInMail,
  mailTo,
  sessionStatus,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { syncAddress, syncAll } from '../support/phones.ts';

const CLI = fileURLToPath(new URL('../../apps/server/src/cli/main.ts', import.meta.url));
const userCall = (id: string) => API_PATHS.user.replace(':userId', id);
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Name or username' });

test.describe('the list of users', () => {
  test('turns pages of fifteen, and searches on the server', async ({ page, accountServer }) => {
    const family = `Ixcoy${somebody('x').username.replace(/\W/g, '')}`;
    const family17 = Array.from({ length: 17 }, (_, i) =>
      somebody(`N${String.fromCharCode(97 + i)}`, family),
    );
    for (const person of family17) await addByAdmin(accountServer, person);
    await enterAsAdmin(page, accountServer);
    await page.goto('/admin/users');
    await searchField(page).fill(family.toUpperCase());
    await expect(page.getByText('17 people fit')).toBeVisible();
    await expect(page.getByText('1 to 15 of 17')).toBeVisible();
    await expect(rows(page)).toHaveCount(15);
    await expect(rows(page).first()).toContainText(`Na ${family}`);

    await page.getByRole('button', { name: 'Next 2' }).click();
    await expect(page.getByText('16 to 17 of 17')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).last()).toContainText(`Nq ${family}`);
    await expect(page).toHaveURL(/page=2/);
    await page.goBack();
    await expect(page.getByText('1 to 15 of 17')).toBeVisible();

    await searchField(page).fill(family17[3]?.username ?? '');
    await expect(page.getByText('1 person fits')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(`Nd ${family}`);
    await searchField(page).fill('nobody.has.this.name');
    await expect(page.getByRole('heading', { name: 'Nobody fits this search' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everybody' }).click();
    await expect(searchField(page)).toHaveValue('');
    await expect(rows(page).first()).toBeVisible();
  });

  test('shows the answer to the last question, also when an earlier one comes later', async ({
    page,
    accountServer,
  }) => {
    const [slow, quick] = [somebody('Slowly'), somebody('Quickly')];
    await addByAdmin(accountServer, slow);
    await addByAdmin(accountServer, quick);
    await enterAsAdmin(page, accountServer);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/users\?.*search=slowly/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto('/admin/users');
    const asked = page.waitForRequest(/search=slowly/);
    await searchField(page).fill(slow.username);
    await asked;
    await searchField(page).fill(quick.username);
    await expect(rows(page)).toContainText(['Quickly Morales']);
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(rows(page)).toContainText(['Quickly Morales']);
    await expect(rows(page)).toHaveCount(1);
  });

  test('is a table on a wide window, where the roles filter it', async ({
    page,
    accountServer,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await enterAsAdmin(page, accountServer);
    await page.goto('/');
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await dialog(page).getByRole('link', { name: 'Manage Users' }).click();
    await expect(page.getByRole('columnheader', { name: 'Last signed in' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('admin');
    const own = page.getByRole('row').filter({ hasText: accountServer.admin.username });
    await expect(own).toContainText('you');
    await expect(own.getByRole('link', { name: /^Edit / })).toBeVisible();
    await expect(own.getByRole('button', { name: /^Delete / })).toHaveCount(0);
  });
});

test.describe('one user', () => {
  test('is looked at and changed; the session ends at once', async ({ page, accountServer }) => {
    const person = somebody('Berta');
    const { user, token } = await signUpByCall(accountServer, person);
    await enterAsAdmin(page, accountServer);
    await page.goto(userAddress(user));
    await expect(title(page, 'Berta Morales')).toBeVisible();
    await expect(fact(page, 'E-mail')).toContainText(person.email);
    await expect(fact(page, 'Works in')).toContainText('Everywhere');
    await expect(fact(page, 'Signs in with')).toContainText('password');
    expect(await sessionStatus(accountServer, token)).toBe(200);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('First name').fill('Bertha');
    await page.getByRole('checkbox', { name: /^user/ }).uncheck();
    await page.getByRole('checkbox', { name: /^sync/ }).check();
    await expect(page.getByRole('checkbox', { name: /^user/ })).toBeChecked();
    await page.getByRole('radio', { name: /^Only in chosen places/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      page.getByText('Choose at least one country or unit, or “Everywhere”.').first(),
    ).toBeVisible();
    await page.getByRole('searchbox').fill('guatemala');
    await page.getByRole('checkbox', { name: /^Guatemala Whole country/ }).check();
    await page.getByRole('searchbox').fill('chulac');
    await page.getByRole('checkbox', { name: /Chulac/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Bertha Morales was saved.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${userAddress(user)}$`));
    await expect(fact(page, 'Works in')).toContainText('Guatemala');
    expect(await sessionStatus(accountServer, token)).toBe(401);

    const { user: now } = await signInByCall(accountServer, person);
    expect([now.firstName, now.roles, now.scope?.countries]).toEqual([
      'Bertha',
      ['user', 'sync'],
      ['GTM'],
    ]);
  });

  test('whose names alone change stays signed in', async ({ page, accountServer }) => {
    const { user, token } = await signUpByCall(accountServer, somebody('Clara'));
    await enterAsAdmin(page, accountServer);
    await page.goto(`${userAddress(user)}/edit`);
    await page.getByLabel('Last name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Enter the last name.').first()).toBeVisible();
    await page.getByLabel('Last name').fill('Tum');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Clara Tum was saved.')).toBeVisible();
    expect(await sessionStatus(accountServer, token)).toBe(200);
  });

  test('changed by two administrators: both states are shown, and one chooses', async ({
    page,
    accountServer,
  }) => {
    const { user } = await signUpByCall(accountServer, somebody('Delia'));
    await enterAsAdmin(page, accountServer);
    await page.goto(`${userAddress(user)}/edit`);
    await page.getByLabel('First name').fill('Dora');
    await grantByCall(accountServer, { ...user, firstName: 'Diana' }, ['user', 'sync']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Somebody else changed this account meanwhile.')).toBeVisible();
    const both = page.getByRole('row').filter({ hasText: 'First name' });
    await expect(both).toContainText('Diana');
    await expect(both).toContainText('Dora');
    await expect(page.getByLabel('First name')).toHaveValue('Dora');
    await page.getByRole('button', { name: 'Save what I typed' }).click();
    await expect(page.getByText('Dora Morales was saved.')).toBeVisible();
    await expect(title(page, 'Dora Morales')).toBeVisible();
  });

  test('is deleted after the question, and signed out everywhere', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Flor');
    const { user, token } = await signUpByCall(accountServer, person);
    await enterAsAdmin(page, accountServer);
    await page.goto(userAddress(user));
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(
      dialog(page).getByRole('heading', { name: 'Are you sure you want to delete this user?' }),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await sessionStatus(accountServer, token)).toBe(200);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`Flor Morales (${person.username}) was deleted.`)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/users$/);
    expect(await sessionStatus(accountServer, token)).toBe(401);
    await page.goto(userAddress(user));
    await expect(page).toHaveURL(/\/not-found/);
    await expect(signInByCall(accountServer, person)).rejects.toThrow('wrong-credentials');
  });

  test('that is oneself keeps its roles and cannot be deleted; the last administrator stays', async ({
    page,
    accountServer,
  }) => {
    const { admin, adminToken: token, dataDir } = accountServer;
    const { user } = await signInByCall(accountServer, admin);
    await enterAsAdmin(page, accountServer);
    await page.goto(userAddress(user));
    await expect(title(page, 'Julia Ramos')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByText('Nobody changes their own roles or places.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);

    const removed = await call(accountServer, 'DELETE', userCall(user.id), { token });
    const demoted = await call(accountServer, 'PUT', userCall(user.id), {
      token,
      body: { firstName: 'Julia', lastName: 'Ramos', roles: ['user'], scope: null },
    });
    for (const refused of [removed, demoted]) {
      expect([refused.status, await refused.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'own-account' }),
      ]);
    }
    const keeper = promisify(execFile)(
      process.execPath,
      [CLI, 'user', 'role', admin.username, '-admin'],
      { env: { ...process.env, CRECE_DATA_DIR: dataDir } },
    );
    await expect(keeper).rejects.toThrow('last administrator');
    expect(await sessionStatus(accountServer, token)).toBe(200);
  });
});

test('an invited person chooses a password by the link of the mail', async ({
  page,
  anotherDevice,
  accountServer,
}) => {
  const person = somebody('Gloria');
  await enterAsAdmin(page, accountServer);
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('E-mail').fill(accountServer.admin.email);
  await page.getByLabel('Username', { exact: true }).fill(person.username.toUpperCase());
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expect(
    page.getByText('An account with this e-mail address exists already.').first(),
  ).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Gloria');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expect(
    page.getByText(`Gloria Morales was added. The invitation is on its way to ${person.email}.`),
  ).toBeVisible();
  await expect(fact(page, 'Signs in with')).toContainText('the invitation was not used');
  await expect(fact(page, 'Username')).toContainText(person.username);

  expect(await mailTo(accountServer, person.email)).toContain('Your account in Crece');
  const phone = await anotherDevice();
  await phone.goto(await linkInMail(accountServer, person.email));
  await phone.getByLabel('New password', { exact: true }).fill(GOOD_PASSWORD);
  await phone.getByLabel('New password once more').fill(GOOD_PASSWORD);
  await phone.getByRole('button', { name: 'Save the password' }).click();
  await expect(phone.getByRole('heading', { name: 'The password is changed' })).toBeVisible();
  await signIn(phone, person);
  await page.reload();
  await expect(fact(page, 'Signs in with')).toContainText('password');
});

test('the right to sync is asked for, seen, granted and used', async ({
  page,
  anotherDevice,
  accountServer,
}) => {
  const person = somebody('Hilda');
  const before = await signUpByCall(accountServer, person);
  const phone = await anotherDevice();
  await takeSession(phone, before);
  const unit = 'test_stake_gtm';
  await phone.goto(syncAddress(unit));
  await expect(phone).toHaveURL(/\/forbidden$/);
  await phone.goto('/settings/profile');
  await phone.getByLabel('Why you need it').fill('Chulac, Tuesday group');
  await phone.getByRole('button', { name: 'Ask for it' }).click();
  await expect(phone.getByText('You asked for the right to sync.')).toBeVisible();
  await expect(phone.getByText('Your note: Chulac, Tuesday group')).toBeVisible();

  await enterAsAdmin(page, accountServer);
  await page.goto('/admin/users');
  await page.getByRole('link', { name: /for the right to sync/ }).click();
  const request = rows(page).filter({ hasText: person.username });
  await expect(request).toContainText('Chulac, Tuesday group');
  await request.getByRole('button', { name: 'Grant sync to Hilda Morales' }).click();
  await expect(page.getByText('Hilda Morales may sync now, and was told by mail.')).toBeVisible();
  await expect(request).toHaveCount(0);
  expect(await mailTo(accountServer, person.email)).toContain('You may sync now in Crece');

  expect(await sessionStatus(accountServer, before.token)).toBe(401);
  await signIn(phone, person);
  await expect(accountButton(phone, person)).toBeVisible();
  await syncAll(phone, unit);
  await phone.goto('/settings/profile');
  await expect(phone.getByText('Sends and fetches records')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Ask for it' })).toHaveCount(0);
});
