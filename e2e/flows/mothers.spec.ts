import type { Page } from '@playwright/test';
import { addMother, dayOfMonthsAgo, fillMother, openTestUnit, pick } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const entry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(name) }) });
const tab = (page: Page, word: string) =>
  page.getByRole('navigation', { name: 'Mothers' }).getByRole('link', { name: word });

test.describe('pregnant women and nursing mothers', () => {
  test('mothers can be reached from the unit, entered, found in their list, edited, searched and removed', {
    tag: '@deep',
  }, async ({ page }) => {
    await openTestUnit(page);
    await page
      .getByRole('navigation', { name: 'Unit' })
      .getByRole('link', { name: 'Mothers' })
      .click();
    await expect(page.getByText('Earlier records are not here yet')).toBeVisible();
    await page.getByRole('link', { name: 'Start a list here' }).click();
    await fillMother(page, {
      firstName: 'Marta',
      lastName: 'Ical',
      date: dayOfMonthsAgo(-2),
      ward: 'El Centro',
    });
    await page.getByLabel(/^Phone/).fill('5555 0101');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await expect(page).toHaveURL(/\/children\/mothers\/list\/test_stake_gtm\/.+\/pregnant/);
    await expect(entry(page, 'Marta Ical')).toContainText('El Centro');
    await expect(entry(page, 'Marta Ical')).toContainText(/in (8|9) weeks|in 2 months/);
    await expect(page.getByRole('link', { name: /Call Marta Ical/ })).toHaveAttribute(
      'href',
      'tel:55550101',
    );
    await expect(tab(page, 'Pregnant')).toContainText('1');
    // It is not known yet whom others have added.
    await expect(tab(page, 'Nursing')).toContainText('…');

    await tab(page, 'Nursing').click();
    await expect(page.getByText('Earlier records are not here yet')).toBeVisible();
    await page.getByRole('link', { name: 'Start a list here' }).click();
    await fillMother(page, { firstName: 'Rosa', lastName: 'Tum', date: dayOfMonthsAgo(2) });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/children\/mothers\/list\/test_stake_gtm\/.+\/nursing/);
    await expect(entry(page, 'Rosa Tum')).toContainText('2 months');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'New nursing mother' })).toHaveCount(0);

    await addMother(page, 'pregnant', {
      firstName: 'Élida',
      lastName: 'Pop',
      date: dayOfMonthsAgo(-4),
    });
    await entry(page, 'Marta Ical')
      .getByRole('link', { name: /Marta Ical/ })
      .first()
      .click();
    await page.getByLabel('Last name').fill('Ical Xol');
    await pick(page, 'Member of the Church', 'Yes');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/\/pregnant/);
    await expect(entry(page, 'Marta Ical Xol')).toBeVisible();

    await page.getByRole('searchbox').fill('elida');
    await expect(entry(page, 'Élida Pop')).toBeVisible();
    await expect(entry(page, 'Marta Ical')).toHaveCount(0);
    await page.getByRole('searchbox').fill('zoila');
    await expect(page.getByText('Nobody matches this search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();

    await entry(page, 'Élida Pop')
      .getByRole('link', { name: /Élida Pop/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Remove Élida Pop?' });
    await question.getByRole('button', { name: 'Keep her' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Élida');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page).toHaveURL(/\/pregnant/);
    await expect(entry(page, 'Marta Ical Xol')).toBeVisible();
    await expect(entry(page, 'Élida Pop')).toHaveCount(0);
    await page.reload();
    await expect(entry(page, 'Marta Ical Xol')).toBeVisible();
    await expect(entry(page, 'Élida Pop')).toHaveCount(0);
  });
});
