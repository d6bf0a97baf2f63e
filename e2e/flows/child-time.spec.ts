import type { Page } from '@playwright/test';
import { addChild, chip, fillMeasures, listAddress, rowOf, saveScreening } from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

/** Noon of a day in Guatemala. */
const noonOf = (day: string) => new Date(`${day}T18:00:00Z`);

/** Changes the device's clock and loads an address. */
async function lookOn(page: Page, day: string, address: string): Promise<void> {
  await page.clock.setFixedTime(noonOf(day));
  await page.goto(address);
}

async function childBorn(page: Page, birthDate: string, isOver36 = false): Promise<void> {
  // The server would tell the time of today, and the form would ask which day it is.
  await page.route('**/api/children/stakes', (route) => route.abort());
  await page.goto(listAddress());
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', birthDate, isOver36 });
}

test.describe('as time passes', { tag: '@deep' }, () => {
  test('a supplement from 10 January is overdue from 10 August, and never shown as "none needed"', async ({
    page,
  }) => {
    await page.clock.setFixedTime(noonOf('2026-01-10'));
    await childBorn(page, '2024-11-10');
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await saveScreening(page);
    const address = new URL(page.url()).pathname;

    await lookOn(page, '2026-08-09', address);
    await expect(
      page.getByRole('definition').filter({ hasText: '240 kcal a day, until 9 Aug' }),
    ).toBeVisible();
    await expect(page.getByText('Screening overdue')).toHaveCount(0);
    await lookOn(page, '2026-08-09', listAddress());
    await expect(rowOf(page, 'Luz Xicay')).toHaveAccessibleName(/240 kcal a day/);

    await lookOn(page, '2026-08-10', address);
    await expect(page.getByText('Screening overdue').first()).toBeVisible();
    await expect(page.getByText('Weigh and measure now').first()).toBeVisible();
    // What was told in January is folded away.
    const amounts = page.locator('main').getByText(/240 kcal/);
    await expect(amounts.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('No supplement called for')).toHaveCount(0);
    await lookOn(page, '2026-08-10', listAddress());
    await expect(rowOf(page, 'Luz Xicay')).toHaveAccessibleName(/Screening overdue/);
    await expect(rowOf(page, 'Luz Xicay')).not.toContainText('240 kcal');
    await expect(rowOf(page, 'Luz Xicay')).toContainText('Undernourished');
    await expect(rowOf(page, 'Luz Xicay')).toHaveAccessibleName(/7 months ago/);
  });

  test('a child of 60 months leaves list and search, and appears among the graduated children', async ({
    page,
  }) => {
    await page.clock.setFixedTime(noonOf('2026-03-14'));
    await childBorn(page, '2021-03-20', true);
    await fillMeasures(page, { height: '105', weight: '16' });
    await saveScreening(page);
    const address = new URL(page.url()).pathname;

    await lookOn(page, '2026-03-19', listAddress());
    await expect(rowOf(page, 'Luz Xicay')).toBeVisible();
    await lookOn(page, '2026-03-20', listAddress());
    await expect(chip(page, 'Over 5 years')).toContainText('1');
    await expect(chip(page, 'All')).toContainText('0');
    await expect(rowOf(page, 'Luz Xicay')).toHaveCount(0);
    await page.getByRole('searchbox').fill('luz');
    await expect(page.getByText('No child matches this search')).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await chip(page, 'Over 5 years').click();
    await rowOf(page, 'Luz Xicay').click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByText('Child has graduated')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Screenings' })).toContainText('105');
  });
});
