import type { Page } from '@playwright/test';
import { accountButton, dialog, signInHere, takeSession, title } from '../pages/accounts.ts';
import {
  addChild,
  fillMeasures,
  listAddress,
  measureField,
  openAddress,
  openList,
  openNewChild,
  rowOf,
  TEST_UNIT,
} from '../pages/app.ts';
import { enterPin, lockScreen, openByPin, setPin, signInAsOther, switchTo } from '../pages/lock.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { grantByCall, sessionStatus, signUpByCall, somebody } from '../support/account-server.ts';
import { goOffline, untilKeptForOffline } from '../support/offline.ts';
import { storedRecords } from '../support/stored.ts';

const PIN = '274951';
const OTHER_PIN = '860137';

const lockByMenu = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name }).click();
  await dialog(page).getByRole('button', { name: 'Lock', exact: true }).click();
};

/** The text that a person or a screen reader finds on the page. */
const readable = async (page: Page) =>
  `${await page.title()}\n${await page.locator('body').innerText()}\n${await page
    .locator('body')
    .ariaSnapshot()}`;

test.describe('the PIN of one person', () => {
  test('weak PINs are refused; the lock hides everything in every tab until the PIN is typed, and delays wrong ones', {
    tag: '@deep',
  }, async ({ page, context, accountServer }) => {
    const person = somebody('Rosa');
    await takeSession(page, await signUpByCall(accountServer, person));
    await page.goto('/settings/device');
    await page.getByRole('button', { name: 'Set a PIN' }).click();
    for (const [pin, again, sentence] of [
      ['1234', '1234', 'A PIN has 6 digits.'],
      ['777777', '777777', 'Not the same digit six times.'],
      ['345678', '345678', 'Not a run such as 123456.'],
      [PIN, OTHER_PIN, 'The two PINs are not the same.'],
    ] as const) {
      await page.getByLabel('New PIN', { exact: true }).fill(pin);
      await page.getByLabel('New PIN again').fill(again);
      await page.getByRole('button', { name: 'Save PIN' }).click();
      await expect(page.getByText(sentence).first()).toBeVisible();
    }
    await expectAccessible(page, 'device, PIN refused');
    await page.getByLabel('New PIN again').fill(PIN);
    await page.getByRole('button', { name: 'Save PIN' }).click();
    await expect(page.getByText('Your PIN is set.')).toBeVisible();
    await expect(page.getByText('It does not encrypt')).toBeVisible();
    await expectGoodInBothLooks(page, 'device');

    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    expect(await readable(page)).toContain('Luz');
    const tab = await context.newPage();
    await tab.goto('/');
    await expect(title(tab, 'Crece')).toBeVisible();
    await lockByMenu(page, /^Account: Rosa/);
    await expect(lockScreen(page)).toBeVisible();
    await expect(lockScreen(tab)).toBeVisible();
    await expect.poll(() => readable(page)).not.toContain('Luz');
    await expect(page).toHaveTitle('Crece');
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await readable(page)).not.toContain('Luz');
    await page.reload();
    await expect(lockScreen(page)).toBeVisible();
    expect(await readable(page)).not.toContain('Luz');

    await page.clock.install();
    await page.reload();
    for (let tries = 1; tries <= 3; tries += 1) {
      await enterPin(page, OTHER_PIN);
      await expect(page.getByText('This PIN is not right.')).toBeVisible();
    }
    await enterPin(page, OTHER_PIN);
    await expect(page.getByText('Not right. Please wait.')).toBeVisible();
    await expect(page.getByText(/^Next try in 0:0\d$/)).toBeVisible();
    await expectAccessible(page, 'lock, wrong PIN');
    await expect(page.getByLabel(/^PIN of Rosa/)).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel(/^PIN of Rosa/)).toBeDisabled();
    await page.clock.fastForward('00:06');
    await expect(page.getByLabel(/^PIN of Rosa/)).toBeEnabled();

    for (const digit of PIN) {
      await lockScreen(page).getByRole('button', { name: digit, exact: true }).click();
    }
    await expect(title(page, /Luz/)).toBeVisible();
    await expect(accountButton(page, person)).toBeVisible();
    await expect(title(tab, 'Crece')).toBeVisible();
  });
});

test.describe('two people on one offline phone', () => {
  test.use({ serviceWorkers: 'allow' });

  test('take turns, and records name the right person', { tag: '@deep' }, async ({
    page,
    accountServer,
  }) => {
    const [first, second] = [somebody('Yolanda'), somebody('Zoila')];
    await takeSession(page, await signUpByCall(accountServer, first));
    await setPin(page, PIN);
    await signUpByCall(accountServer, second);
    await page.getByRole('button', { name: 'Lock now' }).click();
    await signInAsOther(page, second, { person: first, pin: PIN });
    await setPin(page, OTHER_PIN);
    await openList(page);
    await untilKeptForOffline(page);
    await goOffline(page);

    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await lockByMenu(page, /^Account: Zoila/);
    await expect(page.getByText('PIN of Zoila Morales, 6 digits')).toBeAttached();
    await switchTo(page, first, PIN);
    await expect(accountButton(page, first)).toBeVisible();
    await openList(page);
    await addChild(page, { firstName: 'Pedro', lastName: 'Choc', sex: 'Boy', months: 20 });
    await lockByMenu(page, /^Account: Yolanda/);
    await switchTo(page, second, OTHER_PIN);
    await expect(accountButton(page, second)).toBeVisible();

    const children = await storedRecords(page, TEST_UNIT, 'chld_');
    const named = children.map((child) => [child['firstName'], child['interviewer']]);
    expect(Object.fromEntries(named)).toEqual({
      Luz: 'Zoila Morales',
      Pedro: 'Yolanda Morales',
    });
    await openList(page);
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
  });
});

test.describe('two people on one phone', () => {
  test('each find their own half-typed screening after the lock and after the other person', {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const [first, second] = [somebody('Abril'), somebody('Belen')];
    await takeSession(page, await signUpByCall(accountServer, first));
    await setPin(page, PIN);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    const form = page.url();
    await measureField(page, 'Weight').fill('7.1');
    await lockByMenu(page, /^Account: Abril/);
    await openByPin(page, PIN);
    await expect(page).toHaveURL(form);
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');
    await measureField(page, 'Height').fill('68.5');
    await lockByMenu(page, /^Account: Abril/);

    await signUpByCall(accountServer, second);
    await signInAsOther(page, second, { person: first, pin: PIN });
    await page.goto(form);
    await expect(measureField(page, 'Weight')).toHaveValue('');
    await setPin(page, OTHER_PIN);
    await page.getByRole('button', { name: 'Lock now' }).click();
    await switchTo(page, first, PIN);
    await page.goto(form);
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');
    await expect(measureField(page, 'Height')).toHaveValue('68.5');
    await expect(page.getByText('What you typed before is back')).toBeVisible();
  });

  test('reach the server only as the last one who signed in; the administration asks the other to sign in', {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const person = somebody('Celeste');
    const { admin } = accountServer;
    await page.goto('/authentication/signin');
    await signInHere(page, admin);
    await expect(accountButton(page, admin)).toBeVisible();
    await setPin(page, PIN);
    await signUpByCall(accountServer, person);
    await page.getByRole('button', { name: 'Lock now' }).click();
    await signInAsOther(page, person, { person: admin, pin: PIN });
    await setPin(page, OTHER_PIN);
    await page.getByRole('button', { name: 'Lock now' }).click();
    await switchTo(page, admin, PIN);
    await expect(accountButton(page, admin)).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (authorization !== undefined) asked.push(request.url());
    });
    await page.goto('/admin/users');
    await expect(title(page, 'Sign in')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test.describe('a stranger at a locked phone', () => {
  test("a stranger cannot sign up, enters only by somebody's PIN or the right to sync, and finds no draft", async ({
    page,
    accountServer,
  }) => {
    const [owner, stranger, coordinator] = [
      somebody('Delia'),
      somebody('Eloisa'),
      somebody('Fatima'),
    ];
    await takeSession(page, await signUpByCall(accountServer, owner));
    await setPin(page, PIN);
    await openList(page);
    await openNewChild(page);
    await page.getByLabel('First name').fill('Xdraft');
    await expect(page.getByText('Draft kept on this device')).toBeVisible();
    const form = page.url();
    await lockByMenu(page, /^Account: Delia/);

    await page.getByRole('button', { name: 'Another person' }).click();
    await expectAccessible(page, 'lock, people');
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await expect(title(page, 'Sign in')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
    await page.goto('/authentication/signup');
    await expect(page.getByText('Accounts cannot be created on a locked phone.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);

    await signUpByCall(accountServer, stranger);
    await page.getByRole('link', { name: 'I have an account' }).click();
    await signInHere(page, stranger);
    await expect(title(page, 'Eloisa Morales is new to this phone')).toBeVisible();
    expect(await readable(page)).not.toContain('Xdraft');
    const ended = page.waitForResponse(/\/api\/auth\/signout$/);
    await page.getByRole('button', { name: 'Do not enter' }).click();
    const { authorization = '' } = await (await ended).request().allHeaders();
    expect(await sessionStatus(accountServer, authorization.replace('JWT ', ''))).toBe(401);
    await page.goto(form);
    await expect(lockScreen(page)).toBeVisible();

    await signInAsOther(page, stranger, { person: owner, pin: PIN });
    await page.goto(form);
    await expect(page.getByLabel('First name')).toHaveValue('');
    await openAddress(page, '/settings/device');
    await page.getByRole('button', { name: 'Lock and let somebody else in' }).click();
    await dialog(page).getByRole('button', { name: 'Lock now' }).click();

    const { user } = await signUpByCall(accountServer, coordinator);
    await grantByCall(accountServer, user, ['user', 'sync']);
    await page.goto('/authentication/signin');
    await signInHere(page, coordinator);
    await expect(accountButton(page, coordinator)).toBeVisible();
    await page.goto(form);
    await expect(page.getByLabel('First name')).toHaveValue('');

    await openAddress(page, '/settings/device');
    await page.getByRole('button', { name: 'Lock and let somebody else in' }).click();
    await dialog(page).getByRole('button', { name: 'Lock now' }).click();
    await switchTo(page, owner, PIN);
    await page.goto(form);
    await expect(page.getByLabel('First name')).toHaveValue('Xdraft');
  });

  test("who syncs another country only removes nobody's PIN; without the last one the phone stays locked", {
    tag: '@deep',
  }, async ({ page, accountServer }) => {
    const [owner, foreign, coordinator] = [
      somebody('Delia'),
      somebody('Gloria'),
      somebody('Fatima'),
    ];
    const signOut = async (name: RegExp) => {
      await page.getByRole('button', { name }).click();
      await dialog(page).getByRole('button', { name: 'Sign out' }).click();
      await expect(lockScreen(page)).toBeVisible();
    };
    await takeSession(page, await signUpByCall(accountServer, owner));
    await setPin(page, PIN);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await lockByMenu(page, /^Account: Delia/);

    const { user } = await signUpByCall(accountServer, foreign);
    await grantByCall(accountServer, user, ['user', 'sync'], { countries: ['HND'], stakes: [] });
    await signInAsOther(page, foreign, { person: owner, pin: PIN });
    await openAddress(page, '/settings/device');
    await page.getByRole('button', { name: /^Remove Delia/ }).click();
    await expect(dialog(page).getByLabel(/^PIN of Delia/)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await signOut(/^Account: Gloria/);
    expect(await readable(page)).not.toContain('Luz');

    const entering = await signUpByCall(accountServer, coordinator);
    await grantByCall(accountServer, entering.user, ['user', 'sync']);
    await page.goto('/authentication/signin');
    await signInHere(page, coordinator);
    await expect(accountButton(page, coordinator)).toBeVisible();
    await openAddress(page, '/settings/device');
    await page.getByRole('button', { name: /^Remove Delia/ }).click();
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText(/^Delia .* was removed from this device\.$/).first()).toBeVisible();
    await signOut(/^Account: Fatima/);
    await expect(page.getByText('Nobody has a PIN on this phone any more')).toBeVisible();
    await page.goto(listAddress());
    await expect(lockScreen(page)).toBeVisible();
    expect(await readable(page)).not.toContain('Luz');
  });
});
