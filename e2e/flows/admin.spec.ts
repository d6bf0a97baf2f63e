import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { title } from '../pages/accounts.ts';
import { enterAsAdmin, rows } from '../pages/admin.ts';
import { openAddress } from '../pages/app.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  grantByCall,
  type Person,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';

const saveForm = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** A number that no other test of this server uses. */
const tagOfTest = () => somebody('x').username.split('.').at(-1) ?? '';

test.describe('the audit log', () => {
  test('shows who did what to whom, can be searched, and downloads as CSV', {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const { admin } = accountServer;
    const person = somebody('Irma');
    await signUpByCall(accountServer, person);
    const wrong = signInByCall(accountServer, { ...person, password: 'Papaya-Verde-28' });
    await expect(wrong).rejects.toThrow('wrong-credentials');
    const { user } = await signInByCall(accountServer, person);
    await grantByCall(accountServer, user, ['user', 'sync']);

    await enterAsAdmin(page, accountServer);
    await page.goto('/admin/audit');
    await expect(page.getByText(/^\d+ entries$/)).toBeVisible();
    await page.getByText('Search the log').click();
    await page.getByLabel('Username').fill(person.username);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('4 entries', { exact: true })).toBeVisible();
    const name = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
    await expect(rows(page)).toContainText([
      `${name(admin)} changed the user ${name(person)}.`,
      `${name(person)} signed in.`,
      `Somebody failed to sign in as ${name(person)}.`,
      `${name(person)} created an account.`,
    ]);
    // What was changed, and the user names, are folded.
    const details = rows(page).first().locator('.audit-detail');
    await expect(details.first()).toBeHidden();
    await rows(page).first().getByText('Details').click();
    await expect(details).toHaveText([admin.username, person.username, /\+sync/]);
    await expect(rows(page).first()).toContainText('127.0.0.1');
    await expectAccessible(page, 'log');

    await page.getByLabel('What happened').selectOption('Failed sign-in');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/what=sign-in-failed/);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^crece-audit-\d{4}-\d{2}-\d{2}\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    const [head, entry, ...rest] = csv.split('\r\n');
    expect(head).toBe('\uFEFFat,what,who,whom,from,detail,count,last');
    expect(entry).toMatch(
      new RegExp(`^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z,sign-in-failed,,${person.username},127.0.0.1,`),
    );
    expect(rest).toEqual(['']);

    await page.getByLabel('Username').fill('nobody.of.this.name');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('Nothing in the log matches what you chose.')).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).last().click();
    await expect(rows(page).first()).toContainText(`${name(admin)} downloaded the log.`);
  });
});

test.describe('the administration of places', () => {
  test('a unit is added, ended and opened again, which others see when they request the countries', {
    tag: '@deep',
  }, async ({ page, anotherDevice, accountServer }) => {
    const unit = `Nonouti ${tagOfTest()}`;
    const guest = await anotherDevice();
    await guest.goto('/children/list/stakes/KIR');
    await expect(title(guest, 'Kiribati')).toBeVisible();
    await expect(guest.getByText(unit)).toHaveCount(0);

    await enterAsAdmin(page, accountServer);
    await page.goto('/admin/places');
    await page.getByRole('searchbox').fill('kiribati');
    await page.getByRole('link', { name: /^Kiribati KIR/ }).click();
    await page.getByRole('link', { name: 'Add unit' }).click();
    await page.getByLabel('Name of the unit').fill(unit);
    const database = page.getByLabel('Database');
    await expect(database).toHaveValue(/^nonouti_\d+_kir$/);
    const proposed = await database.inputValue();
    await database.fill('Nonouti KIR');
    await saveForm(page);
    await expect(
      page.getByText('2 to 64 small letters, digits and underscores, a letter first.').first(),
    ).toBeVisible();
    await database.fill(proposed);
    await page.getByRole('button', { name: 'Add ward' }).click();
    await page.getByRole('textbox', { name: 'Ward 1' }).fill('Teuabu');
    await saveForm(page);
    await expect(page.getByText(`${unit} was added.`)).toBeVisible();
    await expect(rows(page).filter({ hasText: unit })).toContainText('1 ward');

    await guest.reload();
    await expect(title(guest, 'Kiribati')).toBeVisible();
    await expect(guest.getByText(unit)).toHaveCount(0);
    await openAddress(guest, '/children/countries/true');
    await guest.getByRole('link', { name: /^Kiribati/ }).click();
    await guest.getByRole('link', { name: `Children, ${unit}`, exact: true }).click();
    const asked = guest.getByRole('dialog', { name: 'Who is screening?' });
    await asked.getByRole('textbox', { name: 'Your name' }).fill('Teresia');
    await asked.getByRole('button', { name: 'Save my name' }).click();
    await expect(guest).toHaveURL(new RegExp(proposed));
    await expect(guest.getByRole('searchbox')).toBeVisible();

    // The unit ends: whoever had it keeps it, without new records; nobody else is offered it.
    await rows(page).filter({ hasText: unit }).getByRole('link').click();
    await page.getByRole('button', { name: 'End this unit' }).click();
    const question = page.getByRole('dialog', { name: `End ${unit}?` });
    await question.getByRole('button', { name: 'End this unit' }).click();
    await expect(page.getByText(`${unit} has ended.`)).toBeVisible();
    await openAddress(guest, '/children/countries/true');
    await guest.getByRole('link', { name: /^Kiribati/ }).click();
    const kept = guest.getByRole('link', { name: `Children, ${unit}`, exact: true });
    await expect(kept).toContainText('has ended');
    await kept.click();
    await expect(guest.getByText('This unit has ended: nothing new is entered here')).toBeVisible();
    await expect(guest.getByRole('link', { name: /^Add/ })).toHaveCount(0);
    const other = await anotherDevice();
    await other.goto('/children/countries/true');
    await other.getByRole('link', { name: /^Kiribati/ }).click();
    await expect(title(other, 'Kiribati')).toBeVisible();
    await expect(other.getByText(unit)).toHaveCount(0);

    await page.getByRole('button', { name: 'Open it again' }).click();
    await expect(page.getByText(`${unit} is open again.`)).toBeVisible();
    await openAddress(other, '/children/countries/true');
    await other.getByRole('link', { name: /^Kiribati/ }).click();
    await expect(other.getByText(unit)).toBeVisible();
  });
});
