import { API_PATHS } from '@crece/contract';
import type { Page } from '@playwright/test';
import { signInHere, takeSession, title } from '../pages/accounts.ts';
import { enterAsAdmin, rows } from '../pages/admin.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { answerOf, signUpByCall, somebody } from '../support/account-server.ts';

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

test.describe('text of strangers', () => {
  test('in names is shown as it was typed, to them and to administrators', async ({
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
});
