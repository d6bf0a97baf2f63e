import { expect, type Page } from '@playwright/test';
import type { Person } from '../support/account-server.ts';
import { accountButton, signInHere } from './accounts.ts';

/** The screen that covers a locked application. */
export const lockScreen = (page: Page) => page.locator('.lock').getByRole('main');

/** Sets the first PIN of whoever is signed in; ends on the page of the device. */
export async function setPin(page: Page, pin: string): Promise<void> {
  await page.goto('/settings/device');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(pin);
  await page.getByLabel('New PIN again').fill(pin);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
}

/** Types a PIN on the keyboard; the last digit sends it. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  const field = lockScreen(page).getByLabel(/^PIN of /);
  await expect(field).toBeEnabled();
  await field.fill(pin);
}

/** Opens the lock with the right PIN. */
export async function openByPin(page: Page, pin: string): Promise<void> {
  await enterPin(page, pin);
  await expect(lockScreen(page)).toHaveCount(0);
}

/** Somebody else opens the lock with their PIN. */
export async function switchTo(page: Page, person: Person, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Another person' }).click();
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await openByPin(page, pin);
}

/** To the sign-in of a locked phone. */
export async function goToDoor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Another person' }).click();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
}

/** Somebody whom this device does not know signs in at the lock, and somebody known lets them in. */
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
