import type { Page } from '@playwright/test';
import {
  answerScreenerName,
  dayOfMonthsAgo,
  fillChild,
  openList,
  openNewChild,
  pick,
  registerAnyway,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save and screen' }).click();
const months = (page: Page) => page.getByRole('textbox', { name: 'Age in months' });
const birthDate = (page: Page) => page.getByLabel('Birth date', { exact: true });

test.describe("the child's form", () => {
  test('says at each field what is missing and keeps what was typed', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await page.getByRole('textbox', { name: 'Mother' }).fill('Rosa');
    await save(page);

    const summary = page.getByRole('alert').filter({ hasText: 'Input Error:' });
    await expect(summary).toContainText('Invalid or missing data');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(summary).toContainText('Please correct or enter required fields');
    await expect(page.getByText('Correct or Enter required fields', { exact: true })).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
      'Please enter the first name.',
    );
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(
      'Please enter the last name.',
    );
    await expect(page.getByRole('group', { name: 'Boy or girl' })).toHaveAccessibleDescription(
      'Please choose boy or girl.',
    );
    await expect(
      page.getByRole('group', { name: 'Member of the Church' }),
    ).toHaveAccessibleDescription('Please choose yes, no or unknown.');
    await expect(birthDate(page)).toHaveAccessibleDescription(
      'Please enter the birth date or the age in months.',
    );
    await expect(page.getByRole('textbox', { name: 'Mother' })).toHaveValue('Rosa');
    await expect(page.getByLabel('First name')).toBeFocused();

    await summary.getByRole('button', { name: 'Please enter the last name.' }).click();
    await expect(page.getByLabel('Last name')).toBeFocused();
  });

  test('takes 1 to 60 whole months, with the words for each slip', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 12 });
    const refuse = async (typed: string, sentence: RegExp) => {
      await months(page).fill(typed);
      await months(page).blur();
      await expect(months(page)).toHaveAccessibleDescription(sentence);
      await expect(months(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(months(page)).toHaveValue(typed);
    };
    await refuse('0', /The age must be 1 to 60 months\./);
    await refuse('61', /The age must be 1 to 60 months\./);
    await refuse('14.5', /Please enter the age in whole months, such as 14\./);
    await refuse('about a year', /Please enter the age in whole months, such as 14\./);
    await save(page);
    await expect(months(page)).toHaveValue('about a year');
    await expect(page).toHaveURL(/\/children\/create\//);

    await months(page).fill('60');
    await expect(months(page)).toHaveAttribute('aria-invalid', 'false');
    await months(page).fill('1');
    await save(page);
    await answerScreenerName(page);
    await expect(page).toHaveURL(/\/children\/survey\//);
    await expect(page.getByText(/about 1 month$/)).toBeVisible();
  });

  test('37 months do not qualify and may be registered; 36 qualify', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 36 });
    const hint = page.getByText('Over 36 months: does not qualify as a first screening');
    await expect(hint).toHaveCount(0);
    await months(page).fill('37');
    await expect(hint).toBeVisible();
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Child does not qualify' });
    await expect(dialog).toContainText('Child is over 36 months');
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(months(page)).toHaveValue('37');
    await save(page);
    await registerAnyway(page);
    await answerScreenerName(page);
    await expect(page).toHaveURL(/\/children\/survey\//);
  });

  test('refuses a birth date ahead, and a child past its fifth birthday', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, {
      firstName: 'Luz',
      lastName: 'Xicay',
      sex: 'Girl',
      birthDate: dayOfMonthsAgo(12),
    });
    await birthDate(page).fill(dayOfMonthsAgo(0, -1));
    await birthDate(page).blur();
    await expect(birthDate(page)).toHaveAccessibleDescription(
      /The birth date is in the future\. Please check the year\./,
    );
    await expect(birthDate(page)).toHaveValue(dayOfMonthsAgo(0, -1));

    await birthDate(page).fill(dayOfMonthsAgo(60, 1));
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Child is older than 5 years old' });
    await expect(dialog).toContainText('Child has graduated');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(birthDate(page)).toHaveAccessibleDescription(/Child is older than 5 years old\./);
    await expect(birthDate(page)).toHaveValue(dayOfMonthsAgo(60, 1));
    await expect(page.getByLabel('First name')).toHaveValue('Luz');

    await birthDate(page).fill(dayOfMonthsAgo(60));
    await save(page);
    await registerAnyway(page);
    await answerScreenerName(page);
    await expect(page).toHaveURL(/\/children\/survey\//);
  });
});

test.describe('a tap that leaves a field with a slip in it', () => {
  test.use({ hasTouch: true });

  test('still chooses what it was for', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 12 });
    await months(page).fill('61');
    await page.getByRole('radio', { name: 'Yes', exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
    await expect(months(page)).toHaveAccessibleDescription(/The age must be 1 to 60 months\./);
  });
});

test.describe("the mothers' forms", () => {
  test('a delivery lies between 3 months ago and 9 months ahead', async ({ page }) => {
    await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/pregnant`);
    const date = page.getByLabel('Expected delivery date');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
      'Please enter the first name.',
    );
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(
      'Please enter the last name.',
    );
    await expect(date).toHaveAccessibleDescription('Please enter the expected delivery date.');
    await expect(
      page.getByRole('group', { name: 'Member of the Church' }),
    ).toHaveAccessibleDescription('Please choose yes, no or unknown.');

    await page.getByLabel('First name').fill('Marta');
    await page.getByLabel('Last name').fill('Ical');
    await pick(page, 'Member of the Church', 'Unknown');
    const sentence = /Invalid delivery date\. Enter correct delivery date: /;
    for (const outside of [dayOfMonthsAgo(3, 1), dayOfMonthsAgo(-9, -1)]) {
      await date.fill(outside);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(date).toHaveAccessibleDescription(sentence);
      await expect(date).toHaveValue(outside);
    }
    await expect(page.getByLabel('First name')).toHaveValue('Marta');
    await date.fill(dayOfMonthsAgo(3));
    await expect(date).toHaveAttribute('aria-invalid', 'false');
    await date.fill(dayOfMonthsAgo(-9));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Your name').fill('Ana Morales');
    await page.getByRole('button', { name: 'Save my name' }).click();
    await expect(page).toHaveURL(/\/children\/mothers\/list\/test_stake_gtm\/.*\/pregnant/);
    await expect(page.getByRole('link', { name: /Marta Ical/ })).toBeVisible();
  });

  test('a nursing child is 0 to 6 months old', async ({ page }) => {
    await page.goto(`/children/mothers/create/${TEST_UNIT}/Test/nursing`);
    const date = page.getByLabel('Child’s birth date');
    await page.getByLabel('First name').fill('Marta');
    await page.getByLabel('Last name').fill('Ical');
    await pick(page, 'Member of the Church', 'Yes');
    const sentence = /Invalid childs age\. Must be 0 to 6 months: /;
    for (const outside of [dayOfMonthsAgo(6, 1), dayOfMonthsAgo(0, -1)]) {
      await date.fill(outside);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(date).toHaveAccessibleDescription(sentence);
      await expect(date).toHaveValue(outside);
    }
    await date.fill(dayOfMonthsAgo(0));
    await expect(date).toHaveAttribute('aria-invalid', 'false');
    await date.fill(dayOfMonthsAgo(6));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Your name').fill('Ana Morales');
    await page.getByRole('button', { name: 'Save my name' }).click();
    await expect(page.getByRole('link', { name: /Marta Ical/ })).toBeVisible();
  });
});
