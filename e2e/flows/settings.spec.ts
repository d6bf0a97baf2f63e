import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import {
  accountButton,
  dialog,
  signIn,
  signInHere,
  takeSession,
  title,
} from '../pages/accounts.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  mailTo,
  sessionStatus,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { noisePicture } from '../support/noise-picture.ts';
import { goOffline } from '../support/offline.ts';

const NEW_PASSWORD = 'Mango-Maduro-31';

async function changePassword(page: Page, current: string, next: string, again = next) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('New password once more').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test.describe('the profile', () => {
  test('changes names and user name, and the header follows', async ({ page, accountServer }) => {
    const person = somebody('Karla');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/profile');
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
    await page.getByLabel('First name').fill('Carla');
    await page.getByLabel('Username').fill(`${person.username}.B`.toUpperCase());
    await expect(page.getByLabel('Username')).toHaveValue(`${person.username}.b`);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your profile is saved.')).toBeVisible();
    await expect(accountButton(page, { ...person, firstName: 'Carla' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Carla');
    const renamed = { ...person, username: `${person.username}.b` };
    expect((await signInByCall(accountServer, renamed)).user.displayName).toBe('Carla Morales');
  });

  test('says what is wrong with a field, and what the server refuses', async ({
    page,
    accountServer,
  }) => {
    const other = somebody('Lidia');
    await signUpByCall(accountServer, other);
    const person = somebody('Lucia');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/profile');
    const save = page.getByRole('button', { name: 'Save profile' });
    for (const [field, text, sentence] of [
      ['Username', 'a', 'The username must have 3 to 34 characters.'],
      [
        'Username',
        'lucía',
        'Use only letters without accents, digits, dots, hyphens and underscores.',
      ],
      ['Username', 'admin', 'This username is reserved. Choose another.'],
      ['E-mail', 'lucia@', 'This is not a complete e-mail address.'],
    ] as const) {
      const before = await page.getByLabel(field).inputValue();
      await page.getByLabel(field).fill(text);
      await save.click();
      await expect(page.getByText(sentence).first()).toBeVisible();
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(sentence));
      await page.getByLabel(field).fill(before);
    }
    await page.getByLabel('Username').fill(other.username);
    await save.click();
    await expect(page.getByText('Edit profile failed!')).toBeVisible();
    await expect(page.getByText('This username is taken. Choose another.').first()).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue(other.username);
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel('E-mail').fill(other.email);
    await save.click();
    await expect(
      page.getByText('There is an account with this e-mail address.').first(),
    ).toBeVisible();
  });

  test('without a connection says so, and keeps what is typed', async ({ page, accountServer }) => {
    await takeSession(page, await signUpByCall(accountServer, somebody('Luz')));
    await page.goto('/settings/profile');
    await goOffline(page);
    await expect(page.getByText('This page needs a connection.')).toBeVisible();
    await page.getByLabel('Last name').fill('Ajanel');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('No response received from server.')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your profile is saved.')).toBeVisible();
  });
});

test.describe('the password', () => {
  test('is changed: other sessions end, this one goes on, and a mail tells it', async ({
    page,
    anotherDevice,
    accountServer,
  }) => {
    const person = somebody('Nidia');
    await takeSession(page, await signUpByCall(accountServer, person));
    const elsewhere = await signInByCall(accountServer, person);
    const other = await anotherDevice();
    await takeSession(other, elsewhere);
    await other.goto('/settings/profile');
    await expect(other.getByLabel('First name')).toHaveValue('Nidia');

    await page.goto('/settings/password');
    await changePassword(page, person.password, NEW_PASSWORD);
    await expect(
      page.getByText('Your password is changed. Other sessions have ended.'),
    ).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    expect(await sessionStatus(accountServer, elsewhere.token)).toBe(401);
    expect(await mailTo(accountServer, person.email)).toContain('Your Crece password was changed');

    await other.getByRole('button', { name: 'Save profile' }).click();
    await expect(title(other, 'Sign in')).toBeVisible();
    await expect(other.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await signInHere(other, { ...person, password: NEW_PASSWORD });
    await expect(title(other, 'Edit Profile')).toBeVisible();

    await page.goto('/settings/profile');
    await page.getByLabel('Last name').fill('Ajanel');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your profile is saved.')).toBeVisible();
  });

  test('that is wrong, common or typed twice differently is refused in words', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Noemi');
    const { token } = await signUpByCall(accountServer, person);
    await signIn(page, person);
    await page.goto('/settings/password');
    for (const [current, next, again, sentence] of [
      ['', NEW_PASSWORD, NEW_PASSWORD, 'Enter your current password.'],
      [person.password, 'Mango-31', 'Mango-31', 'Use a passphrase or password with 10 to 128'],
      [person.password, NEW_PASSWORD, 'Mango-Maduro-32', 'The two passwords are not the same.'],
      [person.password, 'Welcome-2024', 'Welcome-2024', 'known from lists that thieves use'],
      ['Papaya-Verde-28', NEW_PASSWORD, NEW_PASSWORD, 'This is not your password.'],
    ] as const) {
      await changePassword(page, current, next, again);
      await expect(page.getByText(sentence).first()).toBeVisible();
    }
    await expect(page.getByText('Password change failed!').first()).toBeVisible();
    expect(await sessionStatus(accountServer, token)).toBe(200);
    await signInByCall(accountServer, person);
  });
});

test.describe('the picture', () => {
  test('of 5 MB is made small, sent, shown in the header, and taken off', async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Olga');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/picture');
    const photo = noisePicture(1_600, 1_100);
    expect(photo.length).toBeGreaterThan(5_000_000);
    await page.getByLabel('Choose a photo').setInputFiles({
      name: 'IMG_2041.png',
      mimeType: 'image/png',
      buffer: photo,
    });
    await expect(page.getByRole('img', { name: 'Your new picture' })).toBeVisible();
    const became = page.getByText(/^5(\.\d)?\sMB became [\d.]+\skB$/);
    await expect(became).toBeVisible();
    const kilobytes = Number(/became ([\d.]+)/.exec(await became.innerText())?.[1]);
    expect(kilobytes).toBeLessThan(400);
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('Your picture is changed.')).toBeVisible();
    const shown = accountButton(page, person).locator('img');
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(400);
    await page.goto('/');
    await expect(shown).toBeVisible();

    await page.goto('/settings/picture');
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await dialog(page).getByRole('button', { name: 'Remove picture' }).click();
    await expect(page.getByText('Your picture is removed.')).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  test('that is none is refused in words, here and by the server', async ({
    page,
    accountServer,
  }) => {
    const { user, token } = await signUpByCall(accountServer, somebody('Odilia'));
    await takeSession(page, { user, token });
    await page.goto('/settings/picture');
    const choose = (name: string, mimeType: string, text: string) =>
      page
        .getByLabel('Choose a photo')
        .setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await choose('notes.pdf', 'application/pdf', '%PDF-1.7');
    await expect(page.getByText('This is no picture that can be used.')).toBeVisible();
    await choose('photo.png', 'image/png', 'not a picture at all');
    await expect(
      page.getByText('This picture cannot be opened. Choose another one.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use this picture' })).toHaveCount(0);

    const form = new FormData();
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    form.append('newProfilePicture', new Blob([script], { type: 'image/png' }), 'a.png');
    const refused = await fetch(accountServer.url + API_PATHS.picture, {
      method: 'POST',
      headers: { authorization: `JWT ${token}` },
      body: form,
    });
    expect(refused.status).toBe(415);
  });
});

test('the only way to sign in cannot be taken off', async ({ page }) => {
  await page.goto('/authentication/signin');
  await page.getByRole('link', { name: 'Sign in with Office' }).click();
  await page.getByRole('button', { name: 'Continue as irene' }).click();
  await expect(page.getByRole('button', { name: 'Account: Irene Office' })).toBeVisible();
  await page.goto('/settings/accounts');
  await expect(page.getByText('Linked as irene@office.example.org')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Office' })).toBeDisabled();
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible();
  await page.getByRole('link', { name: 'Set a password' }).click();
  await expect(title(page, 'Set a password')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
});

test('the menu of the account leads to every settings page; the statement is for everybody', async ({
  page,
  anotherDevice,
  accountServer,
}) => {
  const person = somebody('Paula');
  await takeSession(page, await signUpByCall(accountServer, person));
  await page.goto('/');
  for (const [entry, name] of [
    ['Edit Profile', 'Edit Profile'],
    ['Edit Profile Picture', 'Edit Profile Picture'],
    ['Change Password', 'Change Password'],
    ['Manage Social Accounts', 'Manage Social Accounts'],
    ['This device', 'This device'],
    ['Privacy', 'Privacy'],
  ] as const) {
    await accountButton(page, person).click();
    await dialog(page).getByRole('link', { name: entry, exact: true }).click();
    await expect(title(page, name)).toBeVisible();
  }
  const guest = await anotherDevice();
  await guest.goto('/privacy');
  await expect(guest.getByText('A PIN is not encryption.')).toBeVisible();
  await guest.goto('/settings/device');
  await expect(guest.getByText('Sign in once to set a PIN.')).toBeVisible();
});
