import type { Page } from '@playwright/test';
import { dialog } from '../pages/accounts.ts';
import { enterAsAdmin, rows, userAddress } from '../pages/admin.ts';
import { chooseLanguage } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { linkInMail, mailTo, signUpByCall, somebody } from '../support/account-server.ts';
import { leftOverEnglish } from '../support/left-over-english.ts';

const NEW_PASSWORD = 'Mango-Maduro-31';

/** Expects this text in Spanish, and no English on the page. */
async function expectSpanish(page: Page, shown: string | RegExp): Promise<void> {
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect.poll(() => leftOverEnglish(page), { message: page.url() }).toEqual([]);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.describe('in Spanish', () => {
  test('a person can sign up, change settings, sign out and set a new password', {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const person = somebody('Lucrecia');
    await page.goto('/authentication/signup');
    await chooseLanguage(page, 'es');
    await expectSpanish(page, 'Crear cuenta');
    await page.locator('[name="firstName"]').fill(person.firstName);
    await page.locator('[name="lastName"]').fill(person.lastName);
    await page.locator('[name="email"]').fill(person.email);
    await page.locator('[name="username"]').fill(person.username);
    await page.locator('[name="password"]').fill(person.password);
    await press(page, 'Crear cuenta');
    await expect(page).toHaveURL(`${accountServer.url}/`);
    await page.goto('/settings/profile');
    await page.locator('[name="lastName"]').fill('Ajanel');
    await page.locator('button[type="submit"]').first().click();
    await expect(page.getByRole('button', { name: 'Cuenta: Lucrecia Ajanel' })).toBeVisible();
    await expectSpanish(page, 'Lucrecia');
    await page.goto('/settings/password');
    await page.locator('[name="currentPassword"]').fill('Papaya-Verde-28');
    await page.locator('[name="newPassword"]').fill(NEW_PASSWORD);
    await page.locator('[name="verifyPassword"]').fill(NEW_PASSWORD);
    await page.locator('button[type="submit"]').click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await expectSpanish(page, 'Esta no es su contraseña.');
    await page.getByRole('button', { name: 'Cuenta: Lucrecia Ajanel' }).click();
    await expectSpanish(page, 'Lucrecia Ajanel');
    await press(page, 'Cerrar sesión');

    await page.goto('/authentication/signin');
    await page.locator('[name="usernameOrEmail"]').fill(person.username);
    await page.locator('[name="password"]').fill(NEW_PASSWORD);
    await page.locator('button[type="submit"]').click();
    await expectSpanish(page, 'El usuario o la contraseña no son correctos.');

    await page.goto('/password/forgot');
    await page.locator('[name="usernameOrEmail"]').fill(person.username);
    await page.locator('button[type="submit"]').click();
    await expectSpanish(page, person.username);
    expect(await mailTo(accountServer, person.email)).toContain('contraseña');
    await page.goto(await linkInMail(accountServer, person.email));
    await page.locator('[name="newPassword"]').fill(NEW_PASSWORD);
    await page.locator('[name="verifyPassword"]').fill(NEW_PASSWORD);
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/\/password\/reset\/success$/);
    await expectSpanish(page, /contraseña/);
  });

  test('the administration works in a wide window', { tag: '@deep' }, async ({
    page,
    accountServer,
  }) => {
    const person = somebody('Nohemi');
    const { user } = await signUpByCall(accountServer, person);
    await page.setViewportSize({ width: 1280, height: 800 });
    await enterAsAdmin(page, accountServer);
    // Other tests add people to this server: the administrator may be on a later page.
    await page.goto(`/admin/users?search=${accountServer.admin.username}`);
    await chooseLanguage(page, 'es');
    await expect(page.getByRole('columnheader')).toHaveCount(6);
    await expectSpanish(page, accountServer.admin.username);
    await page.goto(userAddress(user));
    await press(page, 'Eliminar');
    await expectSpanish(page, '¿Está seguro de que quiere eliminar a este usuario?');
    await dialog(page).getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expectSpanish(page, new RegExp(`Nohemi Morales \\(${person.username}\\)`));
    await page.goto('/admin/audit?what=user-removed');
    await expect(page.getByRole('row').filter({ hasText: person.username })).toBeVisible();
    await expectSpanish(page, `${person.username} (cuenta eliminada)`);
    await page.goto('/admin/places');
    await expect(rows(page).first()).toBeVisible();
    await expectSpanish(page, 'Guatemala');
  });
});
