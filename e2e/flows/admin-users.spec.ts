import { accountButton, inputOf, signIn, takeSession, title } from '../pages/accounts.ts';
import { enterAsAdmin, fact, rows, userAddress } from '../pages/admin.ts';
import { turnTo } from '../pages/app.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  GOOD_PASSWORD,
  linkInMail,
  mailTo,
  sessionStatus,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { syncAddress, syncAll } from '../support/phones.ts';

test.describe('the administration of one user', () => {
  test('shows and changes the account; its session ends at once', { tag: '@deep' }, async ({
    page,
    accountServer,
  }) => {
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
    await expectAccessible(page, 'edit user, refused');
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
});

test('an invited person sets a password through the link in the mail', { tag: '@deep' }, async ({
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
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(
    page.getByText('An account with this e-mail address exists already.').first(),
  ).toBeVisible();
  await expectAccessible(page, 'new user, refused');
  await expect(page.getByLabel('First name')).toHaveValue('Gloria');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(
    page.getByText(`Gloria Morales was added. The invitation is on its way to ${person.email}.`),
  ).toBeVisible();
  await expect(fact(page, 'Signs in with')).toContainText('the invitation was not used');
  await expect(fact(page, 'Username')).toContainText(person.username);

  expect(await mailTo(accountServer, person.email)).toContain('Your account in Crece');
  const phone = await anotherDevice();
  await phone.goto(await linkInMail(accountServer, person.email));
  await inputOf(phone, 'New password').fill(GOOD_PASSWORD);
  await phone.getByLabel('New password again').fill(GOOD_PASSWORD);
  await phone.getByRole('button', { name: 'Save the password' }).click();
  await expect(phone.getByRole('heading', { name: 'The password is changed' })).toBeVisible();
  await signIn(phone, person);
  await page.reload();
  await expect(fact(page, 'Signs in with')).toContainText('password');
});

test('the right to sync is requested, shown to the administrator, granted and used', async ({
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
  await turnTo(phone, '/settings/profile');
  await phone.getByLabel('Why you need it').fill('Chulac, Tuesday group');
  await phone.getByRole('button', { name: 'Ask for it' }).click();
  await expect(phone.getByText('You asked for the right to sync.')).toBeVisible();
  await expect(phone.getByText('Your note: Chulac, Tuesday group')).toBeVisible();

  await enterAsAdmin(page, accountServer);
  await page.goto('/admin/users');
  await page.getByRole('link', { name: /for the right to sync/ }).click();
  const request = rows(page).filter({ hasText: person.username });
  await expect(request).toContainText('Chulac, Tuesday group');
  await expectAccessible(page, 'requests');
  await request.getByRole('button', { name: 'Grant sync to Hilda Morales' }).click();
  await expect(page.getByText('Hilda Morales may sync now and got a mail.')).toBeVisible();
  await expect(request).toHaveCount(0);
  expect(await mailTo(accountServer, person.email)).toContain('You may sync now in Crece');

  expect(await sessionStatus(accountServer, before.token)).toBe(401);
  await signIn(phone, person);
  await expect(accountButton(phone, person)).toBeVisible();
  await syncAll(phone, unit);
  await turnTo(phone, '/settings/profile');
  await expect(phone.getByText('Sends and fetches records')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Ask for it' })).toHaveCount(0);
});
