import { enterAsAdmin } from '../pages/admin.ts';
import { addChild, fillMeasures, openList, saveScreening } from '../pages/app.ts';
import { expect, test } from '../support/account-fixtures.ts';

test("the programme's settings reach a phone at its next start", async ({
  page,
  accountServer,
  anotherDevice,
}) => {
  await enterAsAdmin(page, accountServer);
  await page.goto('/admin/programme');
  await page.getByLabel('Amount a day').fill('500 kcal');
  await page.getByRole('radio', { name: 'Hidden' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings of the programme were saved.')).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByRole('main')).toContainText('changed the settings of the programme');
  await expect(page.getByRole('main')).toContainText(
    'guidanceShown true → false, severeAmount none → 500 kcal',
  );

  const phone = await anotherDevice();
  await openList(phone);
  await addChild(phone, { firstName: 'Luz', lastName: 'Sut', sex: 'Girl', months: 20 });
  await fillMeasures(phone, { height: '82', weight: '7.6', muac: '10.8' });
  await saveScreening(phone);
  await expect(phone.getByText('500 kcal a day, as the clinic directs').first()).toBeVisible();
  await expect(phone.getByRole('region', { name: /^WHO 2023 guidance/ })).toHaveCount(0);

  // Several tests share the server: restores the settings.
  await page.goto('/admin/programme');
  await page.getByLabel('Amount a day').fill('');
  await page.getByRole('radio', { name: 'Shown' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings of the programme were saved.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('region', { name: /^WHO 2023 guidance/ })).toBeVisible();
});
