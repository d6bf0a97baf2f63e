import { API_PATHS } from '@crece/contract';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { dayOfMonthsAgo, openAddress, rowOf, unfoldRecord, walkTo } from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { answerOf } from '../support/account-server.ts';
import {
  expect,
  member,
  onServer,
  openChild,
  syncAddress,
  syncAll,
  test,
  untilBackOnList,
} from '../support/phones.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';
import { said } from '../support/said.ts';

test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

const UNIT = 'test_stake_mng';
const NAME = 'Carlos Reyes Mejía';

/** Removes the child from its page; ends on the list, with the notice. */
async function remove(page: Page): Promise<void> {
  await openChild(page, UNIT, 'Carlos');
  await unfoldRecord(page);
  await page.getByRole('link', { name: 'Remove child' }).click();
  const who = page.locator('.who');
  await expect(who).toContainText('Severe');
  await expect(who).toContainText(/last screening \d/);
  await page.getByRole('button', { name: 'Remove Carlos' }).click();
  await expect(page.getByText(`${NAME} and 1 screening were removed.`)).toBeVisible();
  await expect(rowOf(page, 'Carlos')).toHaveCount(0);
}

test('two phones: a removal undone at once arrives nowhere; one put back from the list returns with its screening', async ({
  accountServer,
  phone,
}) => {
  const ana = await member(accountServer, 'Ana');
  const luis = await member(accountServer, 'Luis');
  const audited = async (what: string) => {
    const { entries } = await answerOf<{ entries: { whom: string }[] }>(
      accountServer,
      'GET',
      `${API_PATHS.audit}?what=${what}`,
      { token: accountServer.adminToken },
    );
    return entries.filter(({ whom }) => whom === UNIT).length;
  };
  const a = await phone(ana, { background: true });
  await a.clock.install();
  const child = aChild({
    ...{ _id: newId('chld', UNIT), firstName: 'Carlos', lastName: 'Reyes Mejía', gender: 'Boy' },
    birthDate: dayOfMonthsAgo(30),
  });
  const visit = anAssessedScreening(child, {
    ...{ _id: newId('scr', UNIT), surveyDate: dayOfMonthsAgo(0), height: 88, weight: 9 },
  });
  await pushRecords(accountServer, ana, UNIT, [child, visit].map(written));
  await syncAll(a, UNIT);
  const b = await phone(luis);
  await syncAll(b, UNIT);

  await test.step('undone within ten seconds, while the background synchronises', async () => {
    // The first run after a change begins after five seconds.
    const background = a.waitForResponse(/\/_changes/);
    await remove(a);
    await a.clock.fastForward('00:05');
    await background;
    expect(await onServer(accountServer, ana, UNIT)).toHaveLength(2);
    await a.getByRole('button', { name: 'Undo' }).click();
    await expect(a.getByText(`${NAME} is back.`)).toBeVisible();
    await expect(rowOf(a, 'Carlos')).toBeVisible();
    await syncAll(a, UNIT);
    await syncAll(b, UNIT);
    await expect(rowOf(b, 'Carlos')).toContainText('Severe');
    expect(await audited('record-removed')).toBe(0);
  });

  await test.step('removed and synchronised by hand, which waits for the time to undo', async () => {
    await remove(a);
    await walkTo(a, syncAddress(UNIT));
    await a.getByRole('button', { name: 'Sync now' }).click();
    await expect(a.getByText(said('sync.holding'))).toBeVisible();
    expect(await onServer(accountServer, ana, UNIT)).toHaveLength(2);
    await a.clock.fastForward('00:10');
    await untilBackOnList(a, UNIT);
    expect(await onServer(accountServer, ana, UNIT)).toEqual([]);
    await syncAll(b, UNIT);
    await expect(rowOf(b, 'Carlos')).toHaveCount(0);
    expect(await audited('record-removed')).toBe(2);
  });

  await test.step('put back from the list of removed records, on the other phone', async () => {
    await openAddress(b, syncAddress(UNIT));
    await b.getByRole('link', { name: /^Removed in the last 30 days/ }).click();
    const row = b.getByRole('listitem').filter({ hasText: NAME });
    await expect(row).toContainText('with 1 screening');
    await expectGoodInBothLooks(b, 'removed records');
    await row.getByRole('button', { name: `Bring back: ${NAME}` }).click();
    await expect(b.getByText('Nothing was removed in the last 30 days')).toBeVisible();
    await syncAll(b, UNIT);
    await syncAll(a, UNIT);
    await expect(rowOf(a, 'Carlos')).toContainText('Severe');
    expect(await audited('record-put-back')).toBe(2);
  });
});
