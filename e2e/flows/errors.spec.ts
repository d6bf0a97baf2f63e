import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { accountButton, dialog, signInHere, takeSession, title } from '../pages/accounts.ts';
import { enterAsAdmin } from '../pages/admin.ts';
import { addChild, measureField, openList } from '../pages/app.ts';
import { expect, test as withAccounts } from '../support/account-fixtures.ts';
import { call, grantByCall, signUpByCall, somebody } from '../support/account-server.ts';
import { test as withOwnServer } from '../support/fixtures.ts';

const saveProfile = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();

withOwnServer(
  'no answer of the server is told for five seconds; what was typed stays',
  async ({ page, installation }) => {
    const server = await installation.start();
    const session = await signUpByCall(server, somebody('Ada'));
    await takeSession(page, session, server.url);
    await page.goto(`${server.url}/settings/profile`);
    await page.getByLabel('Last name').fill('Ajanel');
    await server.stop();
    await saveProfile(page);
    await expect(page.getByText('Error processing request!')).toBeVisible();
    const notice = page.getByText('No response received from server. Please try again later.');
    await expect(notice).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Ajanel');
    await expect(notice).toHaveCount(0);
    await expect(title(page, 'Edit Profile')).toBeVisible();
  },
);

withAccounts.describe('what the server answers', () => {
  withAccounts(
    'leads to the page of the error, with its message',
    async ({ page, accountServer }) => {
      await enterAsAdmin(page, accountServer);
      await page.goto('/admin/users/usr_that_nobody_has');
      await expect(page).toHaveURL(/\/not-found/);
      await page.goto(`/admin/users/${'x'.repeat(101)}`);
      await expect(page).toHaveURL(/\/bad-request\?message=/);
      await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible();

      const body = { code: 'server-error', message: 'The store is being repaired.' };
      await page.route(/\/api\/users\?/, (route) => route.fulfill({ status: 500, json: body }));
      await page.goto('/admin/users');
      await expect(page).toHaveURL(/\/server-error\?message=/);
      await expect(page.getByRole('heading', { name: 'The server has a problem' })).toBeVisible();
      await expect(page.getByText('The store is being repaired.')).toBeVisible();
    },
  );

  withAccounts(
    'counts, not what a browser was made to believe',
    async ({ page, accountServer }) => {
      const { user, token } = await signUpByCall(accountServer, somebody('Blanca'));
      await takeSession(page, { user: { ...user, roles: ['user', 'sync', 'admin'] }, token });
      await page.goto('/admin/users');
      await expect(page).toHaveURL(/\/forbidden$/);
      await expect(page.getByRole('heading', { name: 'Not for your account' })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('crece.user')))
        .toContain('"roles":["user"]');
    },
  );
});

withAccounts.describe('a session that has ended', () => {
  withAccounts(
    'takes nobody away from a form; after the sign-in it is as it was',
    async ({ page, accountServer }) => {
      const person = somebody('Carmen');
      const session = await signUpByCall(accountServer, person);
      await takeSession(page, session);
      await page.goto('/settings/profile');
      await page.getByLabel('Last name').fill('Ajanel');
      await grantByCall(accountServer, session.user, ['user', 'sync']);
      await saveProfile(page);
      await expect(
        page.getByText('Your session has ended. What you typed is still here.'),
      ).toBeVisible();
      await expect(page).toHaveURL(/\/settings\/profile$/);
      await expect(page.getByLabel('Last name')).toHaveValue('Ajanel');
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await dialog(page).getByRole('link', { name: 'Sign in again' }).click();
      await expect(page.getByLabel('Username or e-mail')).toHaveValue(person.username);
      await signInHere(page, person);
      await expect(title(page, 'Edit Profile')).toBeVisible();
      await expect(page.getByLabel('Last name')).toHaveValue('Ajanel');
      await saveProfile(page);
      await expect(page.getByText('Your profile is saved.')).toBeVisible();
      await expect(accountButton(page, { ...person, lastName: 'Ajanel' })).toBeVisible();
    },
  );

  withAccounts('leaves the screens of this device to work in', async ({ page, accountServer }) => {
    const person = somebody('Dalia');
    const session = await signUpByCall(accountServer, person);
    await takeSession(page, session);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await measureField(page, 'Weight').fill('7.1');
    await call(accountServer, 'GET', API_PATHS.signout, { token: session.token });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');
    await measureField(page, 'Height').fill('68.5');
    await page.getByRole('button', { name: 'Save screening' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();
  });
});
