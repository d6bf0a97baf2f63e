import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  accountButton,
  dialog,
  inputOf,
  signInHere,
  takeSession,
  title,
} from '../pages/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  mailTo,
  sessionStatus,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { noisePicture } from '../support/noise-picture.ts';

const NEW_PASSWORD = 'Mango-Maduro-31';
const EMAIL_LINK = /https?:\/\/\S+\/authentication\/email\/[\w-]+/;

async function changePassword(page: Page, current: string, next: string, again = next) {
  await page.getByLabel('Current password').fill(current);
  await inputOf(page, 'New password').fill(next);
  await page.getByLabel('New password again').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test.describe('a new e-mail address', () => {
  test('a new address is valid after its link, can be reverted from the old one, and ends all sessions then', {
    tag: '@deep',
  }, async ({ page, anotherDevice, accountServer }) => {
    const person = somebody('Delia');
    const changed = `new.${person.email}`;
    const linkIn = async (address: string, fits: (text: string) => boolean = () => true) =>
      EMAIL_LINK.exec(await mailTo(accountServer, address, fits))?.[0] ?? '';
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/profile');
    await page.getByLabel('E-mail').fill(changed);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(
      page.getByRole('heading', { name: `Waiting for confirmation of ${changed}` }),
    ).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email);

    const owner = await anotherDevice();
    await owner.goto(await linkIn(changed));
    await owner.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(owner.getByText('The address is confirmed')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('E-mail')).toHaveValue(changed);

    await page.goto('/settings/sessions');
    await expect(page.getByText('this one')).toBeVisible();
    await owner.goto(await linkIn(person.email, (text) => text.includes('was changed')));
    await owner.getByRole('button', { name: 'Take my address back' }).click();
    await owner.getByRole('link', { name: 'Choose a new password' }).click();
    await inputOf(owner, 'New password').fill(NEW_PASSWORD);
    await owner.getByLabel('New password again').fill(NEW_PASSWORD);
    await owner.getByRole('button', { name: 'Save the password' }).click();
    await expect(owner.getByText('The password is changed')).toBeVisible();
    await page.reload();
    await expect(title(page, 'Sign in')).toBeVisible();
    const again = await signInByCall(accountServer, { ...person, password: NEW_PASSWORD });
    expect(again.user.email).toBe(person.email);
  });
});

test.describe('the password', () => {
  test('change ends other sessions, keeps this one, and is reported by mail', {
    tag: '@deep',
  }, async ({ page, anotherDevice, accountServer }) => {
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
});

test.describe('the profile picture', () => {
  test('a picture of 5 MB is made smaller, uploaded, shown in the header, and removed', async ({
    page,
    accountServer,
  }, testInfo) => {
    const person = somebody('Olga');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/picture');
    const photo = noisePicture(1_600, 1_100);
    expect(photo.length).toBeGreaterThan(5_000_000);
    // From a file: as a part of the call to the browser it would be packed and unpacked there.
    const file = testInfo.outputPath('IMG_2041.png');
    await writeFile(file, photo);
    await page.getByLabel('Choose a photo').setInputFiles(file);
    await expect(page.getByRole('img', { name: 'Your new picture' })).toBeVisible();
    const became = page.getByText(/^5(\.\d)?\sMB became [\d.]+\skB$/);
    await expect(became).toBeVisible();
    await expectAccessible(page, 'picture, chosen');
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
});
