import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { accountButton, fillAccount, title } from '../pages/accounts.ts';
import { call, firstAdminLink, type Person, somebody } from '../support/account-server.ts';
import { expect, test } from '../support/fixtures.ts';

const secretOf = (link: string) => link.split('#')[1] ?? '';

async function makeAdmin(page: Page, person: Person): Promise<void> {
  await fillAccount(page, person);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
}

const deadLink = (page: Page) => page.getByRole('heading', { name: 'This link does not work' });

test('the link of a fresh server makes its administrator, once', async ({
  page,
  context,
  installation,
}) => {
  const server = await installation.start();
  const link = await firstAdminLink(server);
  expect(new URL(link).origin).toBe(server.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto(link);
  await expect(title(page, 'First administrator')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/authentication/first-admin`);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(secretOf(link));
  const person = somebody('Julia');
  await makeAdmin(page, person);
  await expect(page.getByText('Signup successful!')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/admin/users`);
  await expect(title(page, 'Users')).toBeVisible();
  await expect(accountButton(page, person)).toBeVisible();
  expect(asked.filter((address) => address.includes(secretOf(link)))).toEqual([]);

  const another = await context.newPage();
  await another.goto(link);
  await expect(deadLink(another)).toBeVisible();
  await expect(another.getByText('or an administrator exists')).toBeVisible();
  const again = await call(server, 'POST', API_PATHS.firstAdmin, {
    body: { ...somebody('Mara'), secret: secretOf(link) },
  });
  expect([again.status, await again.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'link-invalid' }),
  ]);

  const restarted = await installation.start();
  await expect.poll(() => restarted.output()).toContain(`Crece is running at ${server.url}`);
  expect(restarted.output()).not.toContain('first-admin');
});

test('a form that is refused does not use the link up', async ({ page, installation }) => {
  const server = await installation.start();
  await page.goto(await firstAdminLink(server));
  const person = somebody('Julia');
  await makeAdmin(page, { ...person, password: 'Welcome-2024' });
  await expect(
    page.getByText('This password is known from lists that thieves use. Choose another.').first(),
  ).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(title(page, 'Users')).toBeVisible();
});

test('a link that was not used is replaced by that of the next start', async ({
  page,
  installation,
}) => {
  const first = await firstAdminLink(await installation.start());
  const server = await installation.start();
  const second = await firstAdminLink(server);
  expect(secretOf(second)).not.toBe(secretOf(first));
  await page.goto(first);
  await expect(deadLink(page)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(second);
  await expect(page.getByRole('button', { name: 'Create the administrator' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open the whole link' })).toBeVisible();
});
