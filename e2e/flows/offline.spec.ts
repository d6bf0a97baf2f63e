import type { Page } from '@playwright/test';
import {
  addChild,
  addMother,
  backToList,
  dayOfMonthsAgo,
  fillMeasures,
  listAddress,
  openFromCard,
  openTestUnit,
  rowOf,
  saveScreening,
  TEST_UNIT,
  unfoldRecord,
  walkTo,
} from '../pages/app.ts';
import { setOffline } from '../support/connection.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, storedBytes, storedOnDemand, untilKeptForOffline } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

/** The budget for all files that a device keeps, as in .size-limit.js. */
const ALL_KEPT_BYTES = 1_020_000;

/** Ids of the child and the screening in the result card's address. */
function savedIds(page: Page): { childId: string; surveyId: string } {
  const { pathname, searchParams } = new URL(page.url());
  return {
    childId: pathname.split('/').at(-1) ?? '',
    surveyId: searchParams.get('saved') ?? '',
  };
}

/** Opens each address and expects its heading: its code is kept on the device. */
async function expectHeadings(
  page: Page,
  addresses: readonly (readonly [address: string, heading: string])[],
): Promise<void> {
  for (const [address, heading] of addresses) {
    await walkTo(page, address);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
}

test.describe('without a connection, after the first load', () => {
  test('all field work is possible: places, child, screening, guidance, edit, mothers; every address opens by itself', async ({
    page,
  }) => {
    const promise = page.getByText('Crece now works without a connection.');
    await page.goto('/');
    // It is said once, when every file is kept: on a busy machine that takes a while.
    await expect(promise).toBeVisible({ timeout: 45_000 });
    await walkTo(page, '/authentication/signin');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await walkTo(page, '/');
    await goOffline(page);
    expect(await storedBytes(page)).toBeLessThan(ALL_KEPT_BYTES);
    await page.reload();
    await expect(page.getByRole('link', { name: /^Guatemala/ })).toBeVisible();
    await expect(promise).toHaveCount(0);

    await openTestUnit(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(page);
    const { childId, surveyId } = savedIds(page);
    await expect(page.getByRole('heading', { name: 'MUAC says moderate' })).toBeVisible();
    const guidance = page.getByRole('region', { name: 'WHO 2023 guidance, for information.' });
    await expect(guidance).toContainText('Moderate acute malnutrition');
    await openFromCard(page);
    await expect(page.getByRole('region', { name: 'Height for age, girls' })).toBeVisible();

    await unfoldRecord(page);
    await page.getByRole('link', { name: 'Edit child' }).click();
    await page.getByLabel('Last name').fill('Xicay Tum');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Luz Xicay Tum' })).toBeVisible();

    await page.locator('summary').filter({ hasText: '68.5' }).click();
    await page.getByRole('link', { name: /^Edit the screening/ }).click();
    await page.getByRole('textbox', { name: /^Weight/ }).fill('7.3');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();

    await backToList(page);
    await expect(rowOf(page, 'Luz Xicay Tum')).toContainText('Undernourished');
    await expect(page.getByText('2 records only on this device')).toBeVisible();
    await page.reload();
    await expect(rowOf(page, 'Luz Xicay Tum')).toHaveAccessibleName(/Only on this device/);

    await addMother(page, 'pregnant', {
      firstName: 'Marta',
      lastName: 'Ical',
      date: dayOfMonthsAgo(0),
    });
    await page
      .getByRole('link', { name: /Marta Ical/ })
      .first()
      .click();
    await page.getByLabel('Phone').fill('5555 0101');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('link', { name: /Call Marta Ical/ })).toBeVisible();
    await page.getByRole('link', { name: /^Has delivered/ }).click();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.getByRole('button', { name: 'Save as nursing mother' }).click();
    await page.getByRole('button', { name: 'Register the newborn' }).click();
    await expect(page.getByLabel('Mother', { exact: false })).toHaveValue('Marta Ical');
    await page.goto('/children/mothers/list/test_stake_gtm/Test/nursing');
    const marta = page.getByRole('link', { name: /Marta Ical/ }).first();
    await marta.click();
    await expect(page.getByRole('heading', { name: 'Edit nursing mother' })).toBeVisible();
    const mother = new URL(page.url()).pathname;

    const unit = `${TEST_UNIT}/Test`;
    // Kept since its first screening; a page of accounts that was never opened needs a connection.
    const signIn = 'Sign in';
    const missing = 'This page could not be loaded';
    await expectHeadings(page, [
      ['/', 'Other places'],
      ['/children/countries/false', 'Other places'],
      ['/children/list/stakes/GTM', 'Guatemala'],
      ['/children/list/stakes/Guatemala', 'Guatemala'],
      [`/children/create/${TEST_UNIT}`, 'New child'],
      [`/children/edit/${childId}`, 'Edit child'],
      [`/children/view/${childId}`, 'Luz Xicay Tum'],
      [`/children/view/${childId}?saved=${surveyId}`, 'MUAC says moderate'],
      [`/children/survey/${childId}`, 'Luz Xicay Tum'],
      [`/children/survey/edit/${childId}/${surveyId}`, 'Luz Xicay Tum'],
      [`/children/survey/remove/${childId}/${surveyId}`, 'Remove screening'],
      [`/children/mothers/create/${unit}/pregnant`, 'New pregnant woman'],
      [`/children/mothers/create/${unit}/nursing`, 'New nursing mother'],
      [`/children/mothers/list/${unit}/pregnant`, 'Earlier records are not here yet'],
      [mother, 'Edit nursing mother'],
      [`/children/sync/${unit}/children`, signIn],
      [`/children/report/${TEST_UNIT}/GTM/stake/firstName/en/all/6`, signIn],
      ['/files/report.csv', signIn],
      ['/admin/users', signIn],
      ['/authentication/signin', signIn],
      ['/authentication/signup', signIn],
      ['/privacy', missing],
      ['/not-found', 'There is no such page'],
      ['/bad-request?message=No', 'The server did not understand'],
      ['/forbidden', 'Not for your account'],
    ]);
    const address = listAddress(TEST_UNIT, 'luz', 'r');
    await page.goto(address);
    await page.reload();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
    await page.goto(`/children/mothers/list/${unit}/nursing`);
    await page.reload();
    await expect(marta).toBeVisible();
    await page.goto('/chrome-only.html');
    await expect(page.getByRole('heading', { name: 'Crece needs Google Chrome' })).toBeVisible();
  });
});

/** Waits until a page has asked for nothing for half a second; `networkidle` knows loads only. */
function quietness(page: Page): () => Promise<void> {
  let newest = 0;
  page.on('request', () => {
    newest = performance.now();
  });
  return () =>
    expect.poll(() => performance.now() - newest, { timeout: 20_000 }).toBeGreaterThan(500);
}

test.describe('the connection status', () => {
  test('appears once on every page and follows the browser, in the longer language', {
    tag: '@deep',
  }, async ({ page, context }) => {
    await page.addInitScript(() => localStorage.setItem('crece.language', 'es'));
    // The narrowest phone, with the least room in the header.
    await page.setViewportSize({ width: 320, height: 640 });
    const word = page.locator('.net');
    const content = page.locator('main');
    let shown = '';
    const untilQuiet = quietness(page);
    await page.goto('/');
    for (const address of [
      '/',
      listAddress(),
      `/children/mothers/list/${TEST_UNIT}/Test/pregnant`,
      '/settings/device',
      '/authentication/signin',
    ]) {
      await walkTo(page, address);
      await expect(page).toHaveURL(address);
      // The header of the page before says the same; without a worker this one needs its own files.
      await expect(content).not.toHaveAttribute('aria-label', shown);
      shown = (await content.getAttribute('aria-label')) ?? '';
      await untilQuiet();
      await expect(word).toHaveText(['Con conexión']);
      await setOffline(context, true);
      await expect(word).toHaveText(['Sin conexión']);
      await setOffline(context, false);
      await expect(word, address).toBeVisible();
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, address).toBe(320);
    }
  });
});

test('pages whose stored files are damaged open with a connection, and by the next start without one', {
  tag: '@deep',
}, async ({ page, context }) => {
  await openTestUnit(page);
  await untilKeptForOffline(page);
  const damaged = await page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.endsWith('.txt')) continue;
        await cache.put(request, new Response('{"assets/a.js":9}\nshort'));
        count += 1;
      }
    }
    return count;
  });
  // One of the installation, and those that are stored after it.
  expect(damaged).toBeGreaterThan(2);
  // What it has read already is whole.
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  const later = `/children/due/${TEST_UNIT}/Test`;
  const due = page.getByRole('heading', { level: 1, name: /visit/ });
  const first = `/children/create/${TEST_UNIT}`;
  const firstName = page.getByLabel('First name');
  await page.goto(later);
  await expect(due).toBeVisible();
  await page.goto(first);
  await expect(firstName).toBeVisible();

  await page.reload();
  await goOffline(page);
  await page.goto(later);
  await expect(due).toBeVisible();
  await page.goto(first);
  await expect(firstName).toBeVisible();
  // A page that nobody opened with a connection.
  await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/pregnant`);
  await expect(firstName).toBeVisible();
  expect(await storedOnDemand(page)).toContainEqual(expect.stringMatching(/\/first-1-.*\.txt$/));
});

test.describe('when the browser cannot store the application', () => {
  test.use({ serviceWorkers: 'block' });

  test('offline use is not promised, and the application does not open offline', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Guatemala/ })).toBeVisible();
    await expect(page.getByText('Crece now works without a connection.')).toHaveCount(0);
    await setOffline(context, true);
    await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  });
});
