import { accountButton, fillAccount, signIn, signInHere } from '../pages/accounts.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { linkInMail, sessionStatus, signUpByCall, somebody } from '../support/account-server.ts';

test.describe('signing up', () => {
  test('makes an account, signs in, welcomes and goes home', async ({ page }) => {
    const person = somebody('Ana');
    await page.goto('/authentication/signup');
    await fillAccount(page, { ...person, username: person.username.toUpperCase() });
    await expect(page.getByLabel('Username', { exact: true })).toHaveValue(person.username);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Signup successful!')).toBeVisible();
    await expect(accountButton(page, person)).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('says what is wrong only after an attempt, and keeps what was typed', async ({ page }) => {
    const person = somebody('Eva');
    await page.goto('/authentication/signup');
    await fillAccount(page, { ...person, email: 'eva', password: 'short' });
    await expect(page.getByText('This is not a complete e-mail address.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This is not a complete e-mail address.').first()).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Eva');
    await expect(page.getByLabel('E-mail')).toHaveValue('eva');
  });

  test('tells that a user name is taken, and loses nothing', async ({ page, accountServer }) => {
    const first = somebody('Rosa');
    await signUpByCall(accountServer, first);
    await page.goto('/authentication/signup');
    await fillAccount(page, { ...somebody('Rosa'), username: first.username });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This username is taken. Choose another.').first()).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Morales');
  });
});

test.describe('signing in', () => {
  test('with a wrong password says so for six seconds and keeps the name', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Luis');
    await signUpByCall(accountServer, person);
    await page.goto('/authentication/signin');
    await signInHere(page, { ...person, password: 'Papaya-Verde-28' });
    await expect(page.getByText('Signin Error!')).toBeVisible();
    await expect(page.getByText('Username or password is not right.')).toBeVisible();
    await expect(page.getByLabel('Username or e-mail')).toHaveValue(person.username);
  });

  test('by e-mail address, and out again: the token leaves the device and ends', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Marta');
    await signUpByCall(accountServer, person);
    await page.goto('/authentication/signin');
    await signInHere(page, { ...person, username: person.email });
    await expect(page.getByText(`Welcome ${person.firstName}`)).toBeVisible();
    const token = (await page.evaluate(() => localStorage.getItem('crece.token'))) ?? '';
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    await accountButton(page, person).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(accountButton(page, person)).toHaveCount(0);
    expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain(
      person.username,
    );
    await expect.poll(() => sessionStatus(accountServer, token)).toBe(401);
  });

  test('leads to the page that asked for it', async ({ page, accountServer }) => {
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await signInHere(page, accountServer.admin);
    await expect(page).toHaveURL('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  });

  test('without the role leads to "forbidden"', async ({ page, accountServer }) => {
    const person = somebody('Nora');
    await signUpByCall(accountServer, person);
    await signIn(page, person);
    await page.goto('/admin/users');
    await expect(page).toHaveURL('/forbidden');
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by the link of a mail, which works once', async ({ page, accountServer }) => {
    const person = somebody('Elsa');
    const before = await signUpByCall(accountServer, person);
    await page.goto('/password/forgot');
    await page.getByLabel('Username or e-mail').fill(person.username);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(page.getByText('Look into your mail')).toBeVisible();

    const link = await linkInMail(accountServer, person.email);
    expect(new URL(link).origin).toBe(accountServer.url);
    const password = 'Mango-Maduro-31';
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password once more').fill(password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByRole('heading', { name: 'The password is changed' })).toBeVisible();
    await expect(page).toHaveURL('/password/reset/success');

    await page.goto(link);
    await expect(page).toHaveURL('/password/reset/invalid');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

    expect(await sessionStatus(accountServer, before.token)).toBe(401);
    await signIn(page, { ...person, password });
  });

  test('answers the same for a name that nobody has', async ({ page }) => {
    await page.goto('/password/forgot');
    await page.getByLabel('Username or e-mail').fill('nobody.of.this.name');
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(page.getByText('Look into your mail')).toBeVisible();
  });

  test('an unknown link leads to its own page', async ({ page }) => {
    await page.goto('/password/reset/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    await expect(page).toHaveURL('/password/reset/invalid');
  });
});

test.describe('a social account', () => {
  test('makes an account at the first sign-in; no token stands in an address', async ({ page }) => {
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

  test('is linked by its signed-in owner, and taken off again', async ({ page, accountServer }) => {
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

  test('that says no is told in words', async ({ page }) => {
    await page.goto('/authentication/signin');
    await page.getByRole('link', { name: 'Sign in with Office' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText('You chose not to sign in there. Nothing was changed.'),
    ).toBeVisible();
  });
});
