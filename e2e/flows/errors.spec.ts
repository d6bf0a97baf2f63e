import type { Page } from '@playwright/test';
import { accountButton, dialog, signInHere, takeSession, title } from '../pages/accounts.ts';
import { expect, test as withAccounts } from '../support/account-fixtures.ts';
import { grantByCall, signUpByCall, somebody } from '../support/account-server.ts';
import { test as withOwnServer } from '../support/fixtures.ts';

const saveProfile = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();

withOwnServer(
  'without any server response an error is shown and what was typed stays',
  { tag: '@deep' },
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
    await expect(title(page, 'Edit Profile')).toBeVisible();
  },
);

withAccounts.describe("the server's answer about roles", () => {
  withAccounts(
    "replaces roles that somebody wrote into the browser's storage",
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

withAccounts.describe('an expired session', () => {
  withAccounts(
    'an expired session does not interrupt a form, which is unchanged after the sign-in',
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
});
