import type { SignedInBody } from '@crece/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../support/account-server.ts';

/** Fills the form of a new account. */
export async function fillAccount(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Username', { exact: true }).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** Signs in on the sign-in page, wherever it leads. */
export async function signInHere(
  page: Page,
  person: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens sign-in, signs in and waits until the header shows the person. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/authentication/signin');
  await signInHere(page, person);
  await expect(accountButton(page, person)).toBeVisible();
}

/** The header's button with the name of who is signed in. */
export function accountButton(page: Page, { firstName, lastName }: Person) {
  return page.getByRole('button', { name: `Account: ${firstName} ${lastName}` });
}

/** Stores a session on this device like a sign-in, without its pages. */
export async function takeSession(
  page: Page,
  { user, token }: SignedInBody,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/chrome-only.html`);
  await page.evaluate(
    ([userText, tokenText]) => {
      localStorage.setItem('crece.user', userText);
      localStorage.setItem('crece.token', tokenText);
    },
    [JSON.stringify(user), token] as const,
  );
}

/** The open modal. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** The title of the page. */
export function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** A field by its label; the content of a page is named by its heading, which may have the same words. */
export const inputOf = (page: Page, label: string): Locator =>
  page.locator('input').and(page.getByLabel(label, { exact: true }));
