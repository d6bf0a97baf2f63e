import { accountButton, fillAccount, inputOf, signIn, signInHere } from '../pages/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { linkInMail, sessionStatus, signUpByCall, somebody } from '../support/account-server.ts';

test('a person signs up, is welcomed, and signs out and in; signing out removes the token and ends the session', async ({
  page,
  accountServer,
}) => {
  const person = somebody('Ana');
  const tokenHere = async () =>
    (await page.evaluate(() => localStorage.getItem('crece.token'))) ?? '';
  const signOut = async () => {
    await accountButton(page, person).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(accountButton(page, person)).toHaveCount(0);
  };
  await page.goto('/authentication/signup');
  await fillAccount(page, { ...person, username: person.username.toUpperCase() });
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue(person.username);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Signup successful!')).toBeVisible();
  await expect(accountButton(page, person)).toBeVisible();
  await expect(page).toHaveURL('/');
  await signOut();

  await page.goto('/authentication/signin');
  await signInHere(page, { ...person, username: person.email });
  await expect(page.getByText(`Welcome ${person.firstName}`)).toBeVisible();
  const token = await tokenHere();
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await signOut();
  expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain(
    person.username,
  );
  await expect.poll(() => sessionStatus(accountServer, token)).toBe(401);
});

test.describe('a forgotten password', () => {
  test('a forgotten password is replaced through a link by mail, which works once', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Elsa');
    const before = await signUpByCall(accountServer, person);
    await page.goto('/password/forgot');
    await page.getByLabel('Username or e-mail').fill(person.username);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(page.getByText('Look into your mail')).toBeVisible();
    await expectAccessible(page, 'forgot, sent');

    const link = await linkInMail(accountServer, person.email);
    expect(new URL(link).origin).toBe(accountServer.url);
    const password = 'Mango-Maduro-31';
    await page.goto(link);
    await inputOf(page, 'New password').fill(password);
    await expectAccessible(page, 'new password');
    await page.getByLabel('New password again').fill(password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByRole('heading', { name: 'The password is changed' })).toBeVisible();
    await expect(page).toHaveURL('/password/reset/success');

    await page.goto(link);
    await expect(page).toHaveURL('/password/reset/invalid');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

    expect(await sessionStatus(accountServer, before.token)).toBe(401);
    await signIn(page, { ...person, password });
  });
});

test.describe('a social account', () => {
  test('creates an account at the first sign-in, and no address contains a token', async ({
    page,
  }) => {
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto('/authentication/signin');
    await page.getByRole('link', { name: 'Sign in with Office' }).click();
    await page.getByRole('button', { name: 'Continue as grace' }).click();
    await expect(page.getByRole('button', { name: 'Account: Grace Office' })).toBeVisible();
    const token = (await page.evaluate(() => localStorage.getItem('crece.token'))) ?? '';
    expect(token).not.toBe('');
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  });

  test('a social account can be linked by its signed-in owner, and removed again', {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const person = somebody('Kofi');
    await signUpByCall(accountServer, person);
    await signIn(page, person);
    await page.goto('/settings/accounts');
    await page.getByRole('button', { name: 'Link Office' }).click();
    await page.getByRole('button', { name: 'Continue as kwame' }).click();
    await expect(page.getByText('Office is linked.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Office' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Not linked')).toBeVisible();
  });
});
