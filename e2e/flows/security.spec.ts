import { request as httpRequest } from 'node:http';
import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { signInHere, takeSession, title } from '../pages/accounts.ts';
import { enterAsAdmin, rows } from '../pages/admin.ts';
import { expect, test } from '../support/account-fixtures.ts';
import {
  type AccountServer,
  answerOf,
  call,
  linkInMail,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';

const SCRIPT = '<img src=x onerror="hacked=1">';

/** Records every sign that a stranger's text was executed or followed. */
function watch(page: Page) {
  const noted: string[] = [];
  page.on('dialog', async (dialog) => {
    noted.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) noted.push(message.text());
  });
  page.on('pageerror', (fault) => noted.push(String(fault)));
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).hostname)) noted.push(request.url());
  });
  return async () => [
    ...noted,
    ...((await page.evaluate(() => 'hacked' in window)) ? ['ran'] : []),
  ];
}

/** POSTs with a chosen Host header, which `fetch` does not allow. */
function postAs(server: AccountServer, host: string, path: string, body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${server.url}${path}`,
      {
        method: 'POST',
        headers: {
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': 'https',
          'content-type': 'application/json',
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

test.describe('text typed by strangers', () => {
  test('in names is shown as typed, to them and to administrators', async ({
    page,
    anotherDevice,
    accountServer,
  }) => {
    const person = { ...somebody('Eva'), firstName: SCRIPT, lastName: '"><script>hacked=2' };
    const session = await signUpByCall(accountServer, person);
    const told = watch(page);
    await takeSession(page, session);
    await page.goto('/settings/device');
    await page.getByRole('button', { name: `Account: ${SCRIPT} ${person.lastName}` }).click();
    await expect(page.getByRole('dialog').getByText(SCRIPT)).toBeVisible();
    await page.goto('/settings/profile');
    await expect(page.getByLabel('First name')).toHaveValue(SCRIPT);
    await answerOf(accountServer, 'POST', API_PATHS.roleRequests, {
      token: session.token,
      body: { role: 'sync', note: SCRIPT },
    });

    const office = await anotherDevice();
    const toldThere = watch(office);
    await enterAsAdmin(office, accountServer);
    await office.goto(`/admin/users?search=${person.username}`);
    await expect(rows(office)).toContainText([SCRIPT]);
    await rows(office).getByRole('link').click();
    await expect(title(office, `${SCRIPT} ${person.lastName}`)).toBeVisible();
    await expect(office.getByRole('blockquote')).toHaveText(SCRIPT);
    expect([...(await told()), ...(await toldThere())]).toEqual([]);
  });

  test('in the query of an address is neither shown nor executed', async ({ page }) => {
    const told = watch(page);
    for (const address of [
      `/authentication/signin?err=${encodeURIComponent(SCRIPT)}`,
      `/settings/accounts?err=${encodeURIComponent(SCRIPT)}&linked=${encodeURIComponent(SCRIPT)}`,
      `/authentication/return#code=${encodeURIComponent(SCRIPT)}`,
      `/password/reset/${encodeURIComponent(SCRIPT)}`,
      `/authentication/first-admin#${encodeURIComponent(SCRIPT)}`,
    ]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('onerror')).toHaveCount(0);
    }
    expect(await told()).toEqual([]);
  });
});

test.describe('a redirect target in an address', () => {
  test('outside this site leads home after the sign-in', async ({ page, accountServer }) => {
    const person = somebody('Fabia');
    await signUpByCall(accountServer, person);
    const told = watch(page);
    for (const target of ['//evil.example/a', 'javascript:hacked=1']) {
      await page.goto(`/authentication/signin?target=${encodeURIComponent(target)}`);
      await signInHere(page, person);
      await expect(page).toHaveURL(`${accountServer.url}/`);
      await page.evaluate(() => localStorage.clear());
    }
    await page.goto('/authentication/signin?target=/settings/profile');
    await signInHere(page, person);
    await expect(page).toHaveURL(`${accountServer.url}/settings/profile`);
    expect(await told()).toEqual([]);
  });

  test('of a social sign-in is refused unless it is a path of this site', async ({
    page,
    accountServer,
  }) => {
    for (const target of [
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const path = `/api/auth/office?redirect_to=${encodeURIComponent(target)}`;
      const answer = await fetch(accountServer.url + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    await page.goto('/api/auth/office?redirect_to=/settings/profile');
    await page.getByRole('button', { name: 'Continue as tomas' }).click();
    await expect(page).toHaveURL(`${accountServer.url}/settings/profile`);
  });
});

test('a token from before a password change is refused', async ({ accountServer }) => {
  const person = somebody('Gilda');
  const { user, token } = await signUpByCall(accountServer, person);
  const newPassword = 'Mango-Maduro-31';
  await answerOf(accountServer, 'POST', API_PATHS.password, {
    token,
    body: { currentPassword: person.password, newPassword, verifyPassword: newPassword },
  });
  const profile = { firstName: 'X', lastName: 'Y', email: person.email, username: person.username };
  for (const [method, path, body] of [
    ['GET', API_PATHS.session, undefined],
    ['PUT', API_PATHS.users, profile],
    ['GET', API_PATHS.users, undefined],
    ['DELETE', API_PATHS.picture, undefined],
    ['POST', API_PATHS.roleRequests, { role: 'sync', note: '' }],
  ] as const) {
    const answer = await call(accountServer, method, path, { token, body });
    expect([path, answer.status]).toEqual([path, 401]);
  }
  expect(user.firstName).toBe('Gilda');
});

test("a request's Host header does not change the links in a mail", async ({ accountServer }) => {
  const person = somebody('Hortensia');
  await signUpByCall(accountServer, person);
  const body = { usernameOrEmail: person.email };
  expect(await postAs(accountServer, 'evil.example', API_PATHS.forgot, body)).toBe(200);
  const link = new URL(await linkInMail(accountServer, person.email));
  expect(link.origin).toBe(accountServer.url);
  const { raw } = accountServer.mails.mails.findLast(({ to }) => to.includes(person.email)) ?? {};
  expect(raw).toContain(accountServer.url);
  expect(raw).not.toContain('evil.example');
});
