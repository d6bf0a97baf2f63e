import { enterAsAdmin } from '../pages/admin.ts';
import {
  answerScreenerName,
  fillChild,
  fillMeasures,
  openList,
  openNewChild,
  pick,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/account-fixtures.ts';
import { setOffline } from '../support/connection.ts';
import { goOffline } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

test("the programme's settings reach a phone at its next start, and it keeps them without a connection", {
  tag: '@deep',
}, async ({ page, accountServer, anotherDevice }) => {
  await enterAsAdmin(page, accountServer);
  await page.goto('/admin/programme');
  await page.getByLabel('Amount a day').fill('500 kcal');
  await page.getByRole('radio', { name: 'Hidden' }).check();
  await page.getByLabel('Announcement in English').fill('Vaccines on Monday.');
  await page.getByLabel('Country').selectOption({ label: 'Guatemala' });
  await page.getByLabel('Text in English', { exact: true }).fill('May we keep the measures?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings of the programme were saved.')).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByRole('main')).toContainText('changed the settings of the programme');
  await expect(page.getByRole('main')).toContainText(
    'guidanceShown true → false, severeAmount none → 500 kcal, ' +
      'consent.GTM.en none → May we keep the measures?, announcement.en none → Vaccines on Monday.',
  );

  const phone = await anotherDevice();
  await phone.goto('/');
  await expect(phone.getByText('Vaccines on Monday.')).toBeVisible();
  await openList(phone);
  await openNewChild(phone);
  await fillChild(phone, { firstName: 'Luz', lastName: 'Sut', sex: 'Girl', months: 20 });
  await pick(phone, 'May we keep the measures?', 'No (refused)');
  await phone.getByRole('button', { name: 'Save and screen' }).click();
  await answerScreenerName(phone);
  await fillMeasures(phone, { height: '82', weight: '7.6', muac: '10.8' });
  await saveScreening(phone);
  await expect(phone.getByText('500 kcal a day, as the clinic directs').first()).toBeVisible();
  await expect(phone.getByRole('region', { name: /^WHO 2023 guidance/ })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Open record' }).click();
  await phone.locator('summary', { hasText: 'Record' }).click();
  await expect(phone.getByText(/^No \(refused\) · .* · Ana Morales$/)).toBeVisible();

  // Put back while the phone is offline: it goes on with what it knows until it is online again.
  await goOffline(phone);
  await page.goto('/admin/programme');
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByText('The settings are as they were before.')).toBeVisible();
  await phone.reload();
  // On the page of a child who has to go to a clinic no amount stands beside the order to go there.
  await phone.locator('.do-now summary', { hasText: 'more' }).click();
  await expect(phone.getByText('500 kcal a day, as the clinic directs').first()).toBeVisible();
  await expect(phone.getByRole('region', { name: /^WHO 2023 guidance/ })).toHaveCount(0);
  await setOffline(phone.context(), false);
  await phone.reload();
  await expect(phone.getByRole('region', { name: /^WHO 2023 guidance/ })).toBeVisible();
  await expect(phone.getByText('500 kcal a day')).toHaveCount(0);
});
