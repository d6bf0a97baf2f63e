import { addChild, fillMeasures, openList, saveScreening } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

test('after the browser removed all databases, the open list and the next start say offline what was lost', async ({
  page,
}) => {
  await page.goto('/');
  await goOffline(page);
  await openList(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '12.8' });
  await saveScreening(page);
  await expect(page.getByText('2 records only on this device')).toBeVisible();
  const remembered = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.includes('seen:'));
      return key === undefined ? null : localStorage.getItem(key);
    });
  await expect.poll(remembered).toContain('"pending":2');
  expect(await remembered()).not.toContain('Luz');
  const { origin } = new URL(page.url());
  await openList(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  // A list that is open says so at once: what it shows is nowhere any more.
  await expect(
    page.getByText(/removed from this device in another window or by the browser/),
  ).toBeVisible();
  await expect(page.getByText('2 records only on this device')).toHaveCount(0);

  await page.goto(`${origin}/`);
  const said = page.getByRole('alert').filter({ hasText: 'records are gone from this device' });
  await expect(said).toContainText('2 records were only here.');
  await said.getByRole('link', { name: 'Read what to do' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'I have read this' });
  await expect(notice).toContainText('2 records were only here.');
  await expect(notice).toContainText('lost unless a backup file or another phone has it');
  await expect(page.getByText('Records are gone from this device')).toBeVisible();
  await expect(page.getByText('The records are not on this device any more')).toBeVisible();
  await expect(page.getByText(/Not synced yet|No children here/)).toHaveCount(0);
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toBeHidden();
});
