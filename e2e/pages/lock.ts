import { expect, type Page } from '@playwright/test';
import type { Person } from '../support/account-server.ts';
import { accountButton, signInHere } from './accounts.ts';
import { openAddress } from './app.ts';

/** The screen that covers the locked application. */
export const lockScreen = (page: Page) => page.locator('.lock').getByRole('main');

/** Sets the first PIN of the signed-in person; ends on the device page. */
export async function setPin(page: Page, pin: string): Promise<void> {
  await openAddress(page, '/settings/device');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(pin);
  await page.getByLabel('New PIN again').fill(pin);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
}

/** Types a PIN on the keyboard; the last digit submits it. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  const field = lockScreen(page).getByLabel(/^PIN of /);
  await expect(field).toBeEnabled();
  await field.fill(pin);
}

/** Opens the lock with the correct PIN. */
export async function openByPin(page: Page, pin: string): Promise<void> {
  await enterPin(page, pin);
  await expect(lockScreen(page)).toHaveCount(0);
}

/** Another person opens the lock with their PIN. */
export async function switchTo(page: Page, person: Person, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Another person' }).click();
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await openByPin(page, pin);
}

/** Goes to the sign-in of a locked phone. */
export async function goToDoor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Another person' }).click();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
}

/** A person who is new to this device signs in at the lock, let in by a known person. */
export async function signInAsOther(
  page: Page,
  person: Person,
  known: { person: Pick<Person, 'username'>; pin: string },
): Promise<void> {
  await goToDoor(page);
  await signInHere(page, person);
  await page.getByRole('button', { name: new RegExp(known.person.username) }).click();
  await openByPin(page, known.pin);
  await expect(accountButton(page, person)).toBeVisible();
}
