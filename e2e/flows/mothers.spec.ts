import type { Page } from '@playwright/test';
import {
  addMother,
  dayOfMonthsAgo,
  fillMother,
  openTestUnit,
  pick,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const listOf = (kind: 'pregnant' | 'nursing') => `/children/mothers/list/${TEST_UNIT}/Test/${kind}`;
const entry = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(name) }) });
const tab = (page: Page, word: string) =>
  page.getByRole('navigation', { name: 'Mothers' }).getByRole('link', { name: word });
const noonOf = (day: string) => new Date(`${day}T18:00:00Z`);

test.describe('pregnant women and nursing mothers', () => {
  test('are reached from the unit, entered, and found in the list of their kind', async ({
    page,
  }) => {
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
    await page.getByLabel('Your name').fill('Ana Morales');
    await page.getByRole('button', { name: 'Save my name' }).click();

    await expect(page).toHaveURL(/\/children\/mothers\/list\/test_stake_gtm\/.+\/pregnant/);
    await expect(entry(page, 'Marta Ical')).toContainText('El Centro');
    await expect(entry(page, 'Marta Ical')).toContainText(/in (8|9) weeks|in 2 months/);
    await expect(page.getByRole('link', { name: /Call Marta Ical/ })).toHaveAttribute(
      'href',
      'tel:55550101',
    );
    await expect(tab(page, 'Pregnant')).toContainText('1');
    // Nobody knows yet whom others have entered.
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
  });

  test('are edited and searched, and removed after a question', async ({ page }) => {
    await addMother(page, 'pregnant', {
      firstName: 'Marta',
      lastName: 'Ical',
      date: dayOfMonthsAgo(-2),
    });
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
    await expect(page.getByText('Nobody fits this search')).toBeVisible();
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

  test('"has delivered" moves a woman to the nursing mothers, with the expected day proposed', async ({
    page,
  }) => {
    const expected = dayOfMonthsAgo(0, 10);
    await addMother(page, 'pregnant', { firstName: 'Marta', lastName: 'Ical', date: expected });
    await page.getByRole('link', { name: 'Has delivered Marta Ical' }).click();
    await expect(page.getByRole('heading', { name: 'Has delivered' })).toBeVisible();
    await expect(page.getByLabel('Child’s birth date')).toHaveValue(expected);
    const born = dayOfMonthsAgo(0, 8);
    await page.getByLabel('Child’s birth date').fill(born);
    await page.getByRole('button', { name: 'Save as nursing mother' }).click();
    await expect(page).toHaveURL(/\/nursing/);
    await expect(entry(page, 'Marta Ical')).toContainText('8 days');
    await expect(tab(page, 'Pregnant')).toContainText('…');
    await expect(tab(page, 'Nursing')).toContainText('1');
  });

  test('leave their list when the window closes, and only a changed date is tested', async ({
    page,
  }) => {
    await page.clock.setFixedTime(noonOf('2026-03-14'));
    await addMother(page, 'nursing', {
      firstName: 'Rosa',
      lastName: 'Tum',
      date: '2025-09-20',
    });
    await expect(entry(page, 'Rosa Tum')).toBeVisible();

    await page.clock.setFixedTime(noonOf('2026-03-20'));
    await page.goto(listOf('nursing'));
    await expect(entry(page, 'Rosa Tum')).toBeVisible();
    await page.clock.setFixedTime(noonOf('2026-03-21'));
    await page.goto(listOf('nursing'));
    await expect(page.getByText('No nursing mothers here now')).toBeVisible();
    await expect(entry(page, 'Rosa Tum')).toHaveCount(0);
    await page.getByRole('button', { name: /One more entry/ }).click();
    await entry(page, 'Rosa Tum')
      .getByRole('link', { name: /Rosa Tum/ })
      .first()
      .click();

    await page.getByLabel(/^Phone/).fill('5555 0202');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/\/nursing/);
    await page.getByRole('button', { name: /One more entry/ }).click();
    await entry(page, 'Rosa Tum')
      .getByRole('link', { name: /Rosa Tum/ })
      .first()
      .click();
    await expect(page.getByLabel(/^Phone/)).toHaveValue('5555 0202');
    await page.getByLabel('Child’s birth date').fill('2025-09-19');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Child’s birth date')).toHaveAccessibleDescription(
      /Invalid childs age\. Must be 0 to 6 months/,
    );
  });

  test('keep what was half typed over a reload', async ({ page }) => {
    await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/pregnant`);
    await page.getByLabel('First name').fill('Marta');
    await expect(page.getByText('Draft kept on this device')).toBeVisible();
    await page.reload();
    await expect(page.getByText('What you typed before is back')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Marta');
    await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/nursing`);
    await expect(page.getByLabel('First name')).toHaveValue('');
  });
});
