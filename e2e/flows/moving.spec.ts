import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo, openList, rowOf, walkTo } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import {
  expect,
  member,
  onServer,
  openChild,
  screen,
  syncAll,
  test,
  waitingAddress,
} from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

// Two phones, and two moves that are each held for ten seconds.
test.describe.configure({ timeout: 120_000 });
test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

const HERE = 'test_stake_wal';
const THERE = 'merida_ven';
/** The call that asks the server for a move: without it, a phone is as without a network. */
const CALL = '**/api/children/*/move*';

const moveFromMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Move to another unit' }).click();
};

test('a child moves to another unit: asked for without a network, over a killed browser, screened meanwhile, and back', async ({
  accountServer,
  phone,
}) => {
  const [ana, beto] = [await member(accountServer, 'Ana'), await member(accountServer, 'Beto')];
  const child = aChild({
    ...{ _id: newId('chld', HERE), firstName: 'Luz', lastName: 'Kamara' },
    birthDate: dayOfMonthsAgo(14),
  });
  const visit = anAssessedScreening(child, {
    ...{ _id: newId('scr', HERE), surveyDate: dayOfMonthsAgo(2), height: 72, weight: 8.4 },
  });
  await pushRecords(accountServer, ana, HERE, [child, visit].map(written));
  const there = child._id.replace(HERE, THERE);
  const [a, b] = [await phone(ana), await phone(beto)];
  for (const page of [a, b]) await syncAll(page, HERE);

  await test.step('without an answer the move is kept, and the child stays with a mark', async () => {
    await openChild(a, HERE, 'Luz');
    await a.context().route(CALL, (route) => route.abort());
    await moveFromMenu(a);
    await a.getByRole('searchbox', { name: 'Search for a unit' }).fill('merida');
    await expectGoodInBothLooks(a, 'choice of a unit');
    await a.getByRole('button', { name: /^Merida/ }).click();
    await expect(a.getByRole('heading', { name: 'Move Luz Kamara to Merida?' })).toBeVisible();
    await expectGoodInBothLooks(a, 'question before a move');
    await a.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(a.getByText('Luz Kamara moves to Merida.')).toBeVisible();
    await expect(rowOf(a, 'Luz')).toContainText('Moves to another unit');
    await a.reload();
    await rowOf(a, 'Luz').click();
    await expect(a.getByText(/^Luz moves to Merida as soon as the server/)).toBeVisible();
    await expectGoodInBothLooks(a, 'a child that is to move');
  });

  await test.step('another phone screens it meanwhile', async () => {
    await screen(b, HERE, 'Luz', { height: '73', weight: '8.8' });
  });

  await test.step('with a network it moves, and the address of its card leads to its new home', async () => {
    await a.context().unroute(CALL);
    await a.reload();
    await expect
      .poll(async () => (await onServer(accountServer, ana, THERE)).map(({ _id }) => _id))
      .toEqual([there, visit._id.replace(HERE, THERE)]);
    await openList(a, HERE);
    await expect(rowOf(a, 'Luz')).toHaveCount(0);
    await syncAll(a, THERE);
    await walkTo(a, `/children/card/${child._id}`);
    await expect(a).toHaveURL(new RegExp(`/children/card/${there}$`));
    await expect(a.getByRole('heading', { level: 1, name: 'Child growth card' })).toBeVisible();
  });

  await test.step('what the other phone typed has followed, and nobody is asked anything', async () => {
    await syncAll(b, HERE);
    await expect(rowOf(b, 'Luz')).toHaveCount(0);
    await walkTo(b, waitingAddress(HERE));
    await expect(b.getByText('Nothing to do')).toBeVisible();
    expect(await onServer(accountServer, ana, HERE)).toEqual([]);
    await syncAll(a, THERE);
    await walkTo(a, `/children/view/${child._id}`);
    await expect(a.locator('#visits summary')).toHaveCount(2);
  });

  await test.step('moved back, it has its first id and everything', async () => {
    // So long it can be taken back, by the page's clock.
    await a.clock.install();
    await a.reload();
    await moveFromMenu(a);
    await a.getByRole('button', { name: /was there before/ }).click();
    await a.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(a.getByText(/^Luz Kamara moves /)).toBeVisible();
    await a.clock.fastForward('00:10');
    await expect
      .poll(async () => (await onServer(accountServer, ana, HERE)).map(({ _id }) => _id))
      .toHaveLength(3);
    await syncAll(b, HERE);
    await walkTo(b, `/children/view/${child._id}`);
    await expect(b.locator('#visits summary')).toHaveCount(2);
    expect(await onServer(accountServer, ana, THERE)).toEqual([]);
  });
});
