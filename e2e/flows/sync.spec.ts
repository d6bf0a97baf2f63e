import type { Page } from '@playwright/test';
import { takeSession, title } from '../pages/accounts.ts';
import {
  addChild,
  fillMeasures,
  listAddress,
  openList,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expectAccessible, expectGoodInBothLooks } from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import { goOffline, untilKeptForOffline } from '../support/offline.ts';
import {
  changeRoles,
  expect,
  header,
  hold,
  MAY_SYNC,
  member,
  noticesSoFar,
  onServer,
  openArrived,
  openEmptyList,
  openSync,
  screen,
  syncAddress,
  syncAll,
  syncCard,
  test,
  unfoldSync,
  untilBackOnList,
} from '../support/phones.ts';
import { startRestartableServer } from '../support/restartable-server.ts';

// Several phones in one test, possibly on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** Records each different text of the header from now on, in order. */
async function listenToHeader(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const look = () => {
      const text = document.querySelector('.syncbar b')?.textContent;
      if (text && said.at(-1) !== text) said.push(text);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    look();
    Object.assign(window, { headerSaid: said });
  });
  return () => page.evaluate(() => Reflect.get(window, 'headerSaid') as string[]);
}

test.describe('two phones', () => {
  test.use({ serviceWorkers: 'allow' });

  test('exchange a child registered offline, confirmed by the server', async ({
    accountServer,
    phone,
  }) => {
    // Nobody else's records may be in it; the usual test unit is used by many tests.
    const unit = 'test_stake_nga';
    const [ana, beto] = [await member(accountServer, 'Ana'), await member(accountServer, 'Beto')];
    const first = await phone(ana);
    await openEmptyList(first, unit);
    await goOffline(first);
    await addChild(first, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(first, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(first);
    await first.goto(listAddress(unit));
    await addChild(first, { firstName: 'Juan', lastName: 'Coc', sex: 'Boy', months: 20 });
    await openList(first, unit);
    await expect(header(first)).toHaveText('3 records only on this device');
    await expect(rowOf(first, 'Juan Coc')).toHaveAccessibleName(/Only on this device/);

    await first.getByRole('link', { name: 'Sync', exact: true }).click();
    await expect(syncCard(first)).toContainText('3records only on this device');
    const button = first.getByRole('button', { name: 'Sync now' });
    await expect(button).toBeDisabled();
    await expect(syncCard(first)).toContainText('No connection. Your records are safe');

    await expectAccessible(first, 'sync, offline');
    await setOffline(first.context(), false);
    await expect(button).toBeEnabled();
    const heard = await listenToHeader(first);
    const sending = await hold(first, /\/sync\/.*\/_bulk_docs/);
    await button.click();
    await sending.asked;
    await expect(header(first)).toHaveText('Syncing: 0 of 3 sent');
    await expect(syncCard(first)).toContainText('0 of 3 records are on the server');
    await expectAccessible(first, 'sync, sending');
    expect(await onServer(accountServer, beto, unit)).toEqual([]);
    await sending.letGo();
    await untilBackOnList(first, unit);
    await expect(header(first)).toHaveText(/^Synced, \d\d?:\d\d/);
    const said = await heard();
    expect(said[0]).toBe('3 records only on this device');
    expect(said.findIndex((text) => text.startsWith('Synced'))).toBe(said.length - 1);
    const steps = /^Sync (?:up|down)(?: complete)?$|^Sync complete/;
    expect((await noticesSoFar(first)).filter((text) => steps.test(text))).toEqual([
      'Sync complete 3 sent, 0 received.',
      'Sync down complete',
      'Sync down',
      'Sync up complete',
      'Sync up',
    ]);
    const records = await onServer(accountServer, beto, unit);
    expect(records.map(({ firstName, weight }) => firstName ?? weight).sort()).toEqual([
      7.1,
      'Juan',
      'Luz',
    ]);

    const second = await phone(beto);
    await openEmptyList(second, unit);
    await expect(second.getByText('Earlier records are not here yet')).toBeVisible();
    await syncAll(second, unit);
    await expect(rowOf(second, 'Luz Xicay')).toContainText('Undernourished');
    await expect(rowOf(second, 'Juan Coc')).toContainText('Not screened yet');
    await expect(second.getByText('Only on this device')).toHaveCount(0);
    await rowOf(second, 'Luz Xicay').click();
    await second.locator('summary').filter({ hasText: '68.5' }).click();
    await expect(second.getByText('On the server').first()).toBeVisible();

    await screen(second, unit, 'Juan', { muac: '14.2' });
    await second.goto(listAddress(unit));
    await expect(header(second)).toHaveText(/^\d records? only on this device$/);
    await syncAll(second, unit);
    await syncAll(first, unit);
    await expect(rowOf(first, 'Juan Coc')).toContainText('today');
    await expect(rowOf(first, 'Juan Coc')).not.toContainText('Not screened yet');
  });
});

/** Skips the pauses between a run's retries, until `found` succeeds. */
async function untilGivenUp(page: Page, found: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward('00:20');
    await found();
  }).toPass({ intervals: [50] });
}

test.describe('a server that stops during a sync', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a server that stops is reported, loses nothing, and receives everything when it is back', {
    tag: '@deep',
  }, async ({ phone }) => {
    const unit = 'test_stake_slv';
    const server = await startRestartableServer();
    try {
      const carla = await member(server, 'Carla');
      const page = await phone(carla, { origin: server.url });
      await page.clock.install();
      await openEmptyList(page, unit);
      await addChild(page, { firstName: 'Elmer', lastName: 'Paz', sex: 'Boy', months: 11 });
      await fillMeasures(page, { height: '71.2', weight: '8.4', muac: '13.9' });
      await saveScreening(page);
      await openSync(page, unit);
      // From now on the pages themselves also come from this device. A request that is made while the
      // service worker takes over may be missed by the test.
      await untilKeptForOffline(page);
      const sending = await hold(page, /\/sync\/.*\/_bulk_docs/);
      await page.getByRole('button', { name: 'Sync now' }).click();
      await sending.asked;
      await server.goDown();
      await sending.letGo();

      await expect(syncCard(page)).toContainText('No answer from the server. Next try in');
      await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
      await expect(header(page)).toHaveText('2 records only on this device');
      // Six tries with growing pauses. Another notice may report other failed requests.
      const notice = page.locator('.notice-error').filter({ hasText: 'Replication Error Sync up' });
      await untilGivenUp(page, () => expect(notice).toBeVisible({ timeout: 200 }));
      await expect(notice).toContainText(
        'The server does not answer. Your records are safe on this device.',
      );
      await expect(page).toHaveURL(new RegExp(syncAddress(unit)));
      await expect(syncCard(page).getByRole('alert')).toContainText('Replication Error Sync up');
      await expect(syncCard(page)).toContainText('2records only on this device');
      await notice.getByRole('button', { name: 'Close the notice' }).click();

      // Now not even credentials arrive.
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(syncCard(page)).toContainText('No answer from the server. Next try in');
      await untilGivenUp(page, () =>
        expect(page).toHaveURL(/\/sync-error\?reason=no-response$/, { timeout: 200 }),
      );
      await expect(page.getByRole('heading', { name: 'Syncing did not work' })).toBeVisible();
      await expect(page.getByText('The server does not answer.')).toBeVisible();
      await expect(page.getByText('All your records are safe here')).toBeVisible();
      await server.comeBack();
      await page.getByRole('button', { name: 'Try again' }).click();
      await untilBackOnList(page, unit);
      await expect(header(page)).toHaveText(/^Synced, /);
      await expect(rowOf(page, 'Elmer Paz')).toContainText('today');
      const records = await onServer(server, carla, unit);
      expect(records.map(({ firstName, weight }) => firstName ?? weight).sort()).toEqual([
        8.4,
        'Elmer',
      ]);
    } finally {
      await server.stop();
    }
  });
});

test.describe('an account that lost the right to sync', () => {
  test('an account without the right is asked to sign in; its records wait until the right is back', {
    tag: '@deep',
  }, async ({ accountServer, phone }) => {
    const unit = 'test_stake_nic';
    const fabio = await member(accountServer, 'Fabio');
    const page = await phone(fabio);
    await openEmptyList(page, unit);
    await addChild(page, { firstName: 'Gina', lastName: 'Castillo', sex: 'Girl', months: 9 });
    await openSync(page, unit);
    await changeRoles(accountServer, fabio, ['user']);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(title(page, 'Sign in')).toBeVisible();
    await expect(page.getByText('Login required for syncing')).toBeVisible();
    await expect(page.getByLabel('Username or e-mail')).toHaveValue(fabio.person.username);
    await page.getByLabel('Password', { exact: true }).fill(fabio.person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/forbidden$/);
    await openList(page, unit);
    await expect(header(page)).toHaveText('1 record only on this device');

    const again = await changeRoles(accountServer, fabio, MAY_SYNC);
    await takeSession(page, again.session);
    await syncAll(page, unit);
    expect(await onServer(accountServer, again, unit)).toMatchObject([{ firstName: 'Gina' }]);
  });
});

test('the server updates views and compacts on request, and this device frees space', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'test_stake_per';
  const page = await phone(await member(accountServer, 'Irma'));
  await openEmptyList(page, unit);
  await addChild(page, { firstName: 'Kusi', lastName: 'Quispe', sex: 'Boy', months: 18 });
  await syncAll(page, unit);
  await openSync(page, unit);
  await expect(syncCard(page)).toContainText(/Synced\s*Up to date at /);
  const device = await unfoldSync(page, 'This device');
  await expect(device).toContainText(/Records of this unit\s*1 record, /);
  await expect(device).not.toContainText('Never on this device');

  await unfoldSync(page, 'For administrators');
  await page.getByRole('button', { name: /^Update views/ }).click();
  await expect(page.locator('.notice').filter({ hasText: 'Views updated.' })).toBeVisible();
  await page.getByRole('button', { name: /^Compact the server’s database/ }).click();
  await expect(
    page.locator('.notice').filter({ hasText: 'The server’s database is compacted.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Free space on this device/ }).click();
  await expect(device).toContainText(/Before .+, now /);
  await page.getByRole('button', { name: /^Check everything/ }).click();
  await untilBackOnList(page, unit);
  await expect(rowOf(page, 'Kusi Quispe')).toBeVisible();
  await expect(header(page)).toHaveText(/^Synced, /);
});

test('a phone synchronises by itself after a change, until this is switched off', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'test_stake_ven';
  const [jose, karen] = [await member(accountServer, 'Jose'), await member(accountServer, 'Karen')];
  const page = await phone(jose, { background: true });
  await openArrived(page, listAddress(unit));
  await expect(header(page)).toHaveText(/^Synced, /);
  await addChild(page, { firstName: 'Lilia', lastName: 'Rojas', sex: 'Girl', months: 16 });
  await openList(page, unit);
  await page.clock.fastForward('00:05');
  await expect(header(page)).toHaveText(/^Synced, /);
  await expect(rowOf(page, 'Lilia Rojas')).not.toHaveAccessibleName(/Only on this device/);
  expect(await onServer(accountServer, karen, unit)).toMatchObject([{ firstName: 'Lilia' }]);

  await openSync(page, unit);
  await unfoldSync(page, 'This device');
  const background = page.getByRole('switch', { name: 'Sync in the background' });
  await expect(background).toBeChecked();
  await expectGoodInBothLooks(page, 'sync, complete');
  await background.uncheck();
  await expect(page.getByRole('switch', { name: 'Also on mobile data' })).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/sync\b/.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  await openList(page, unit);
  await addChild(page, { firstName: 'Mirna', lastName: 'Vega', sex: 'Girl', months: 8 });
  await openList(page, unit);
  // More than the interval of the regular sync.
  await page.clock.fastForward('11:00');
  await setOffline(page.context(), true);
  await setOffline(page.context(), false);
  await page.clock.fastForward('11:00');
  await expect(header(page)).toHaveText('1 record only on this device');
  expect(asked.filter((url) => url.includes('/sync/test_'))).toEqual([]);
  expect(await onServer(accountServer, karen, unit)).toHaveLength(1);

  await openSync(page, unit);
  await unfoldSync(page, 'This device');
  await page.getByRole('switch', { name: 'Sync in the background' }).check();
  await page.clock.fastForward('00:30');
  await expect(header(page)).toHaveText(/^Synced, /);
  expect(await onServer(accountServer, karen, unit)).toHaveLength(2);
});
