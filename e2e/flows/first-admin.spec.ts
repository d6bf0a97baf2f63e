import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { accountButton, fillAccount, title } from '../pages/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { call, firstAdminLink, type Person, somebody } from '../support/account-server.ts';
import { expect, test } from '../support/fixtures.ts';

const secretOf = (link: string) => link.split('#')[1] ?? '';

async function makeAdmin(page: Page, person: Person): Promise<void> {
  await fillAccount(page, person);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
}

const deadLink = (page: Page) => page.getByRole('heading', { name: 'This link does not work' });

test('the link of a new server creates its first administrator, once', { tag: '@deep' }, async ({
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
  await expectAccessible(page, 'first administrator');
  const person = somebody('Julia');
  await makeAdmin(page, person);
  await expect(page.getByText('Signup successful!')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/admin/first-steps`);
  await expect(title(page, 'First steps')).toBeVisible();
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
