import { takeSession } from '../pages/accounts.ts';
import { chip, listAddress } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  header,
  member,
  onServer,
  syncAddress,
  syncCard,
  unfoldSync,
  untilBackOnList,
} from '../support/phones.ts';
import { startRestartableServer } from '../support/restartable-server.ts';

const MARK = 'Demonstration data: no real children';

test.describe('the demonstration mode', () => {
  test.use({ baseURL: async ({ demoServer }, use) => use(demoServer.url) });

  test("fills a country's empty test unit when it is opened, and says so", async ({ page }) => {
    await page.goto(listAddress('test_stake_per'));
    await expect(page.getByText(MARK)).toBeVisible();
    const rows = page.locator('main a.child');
    await expect(rows.first()).toBeVisible();
    for (const word of ['Undernourished', 'Refer', 'At risk', 'Normal', 'Not assessed']) {
      await expect(chip(page, word)).not.toContainText(/\D0$/);
    }
    const all = await chip(page, 'All').textContent();

    await rows.first().click();
    await expect(page.getByText(MARK)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Screenings' })).toBeVisible();
    await page.goto('/children/mothers/list/test_stake_per/Test/pregnant');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await page.goto(listAddress('test_stake_per'));
    await expect(chip(page, 'All')).toHaveText(all ?? '');

    // Beside wards and tools every chip of the due list is whole: a mouse pushes no row of chips.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/children/due/test_stake_per/Test');
    const chips = page.locator('.due-top .chips');
    await expect(chips.getByRole('button').nth(3)).toBeVisible();
    expect(await chips.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  });
});

test('a sync in demonstration mode sends no invented records, and does not claim that it did', {
  tag: '@deep',
}, async ({ page }) => {
  const unit = 'test_stake_per';
  const server = await startRestartableServer({ CRECE_DEMO: '1' });
  try {
    const ana = await member(server, 'Ana');
    await takeSession(page, ana.session, server.url);
    await page.goto(`${server.url}${listAddress(unit)}`);
    await expect(page.locator('main a.child').first()).toBeVisible();
    await expect(header(page)).toHaveText('Invented records, never sent');
    await page.goto(`${server.url}${syncAddress(unit)}`);
    await expect(syncCard(page)).toContainText('Invented records');
    await unfoldSync(page, 'This device');
    await page.getByRole('switch', { name: 'Sync in the background' }).uncheck();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await untilBackOnList(page, unit);
    await expect(header(page)).toHaveText('Invented records, never sent');
    expect(await onServer(server, ana, unit)).toEqual([]);

    await page.goto(`${server.url}${syncAddress(unit)}`);
    await expect(syncCard(page)).toContainText('are never sent. Only what you add or change here');
    await expect(page.locator('body')).not.toContainText(/synced|everything here is/i);
    await page.goto(`${server.url}${listAddress(unit)}`);
    await page.locator('main a.child').first().click();
    const family = page.locator('#family');
    await expect(family).toContainText('Invented, never sent');
    await expect(family).not.toContainText('On the server');
  } finally {
    await server.stop();
  }
});
