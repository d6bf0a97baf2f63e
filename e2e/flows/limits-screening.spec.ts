import type { Locator, Page } from '@playwright/test';
import {
  addChild,
  dayOfMonthsAgo,
  fillComment,
  fillMeasures,
  fillSurveyDate,
  measureField,
  openFromCard,
  openList,
  pick,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save screening' }).click();

/** Types, leaves the field, and looks for the sentence at the field with what was typed still there. */
async function expectRefused(field: Locator, typed: string, sentence: string): Promise<void> {
  await field.fill(typed);
  await field.blur();
  await expect(field).toHaveAccessibleDescription(new RegExp(escapeForRegExp(sentence)));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue(typed);
}

async function expectTaken(field: Locator, typed: string): Promise<void> {
  await field.fill(typed);
  await field.blur();
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await expect(field).toHaveValue(typed);
}

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function openForm(page: Page, months: number): Promise<void> {
  await openList(page);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months });
  await pick(page, 'What will you measure?', 'All measures');
}

test.describe('limits of the measures', () => {
  test('under 24 months: height 45 to 110 cm, weight 3 to 18 kg, MUAC 5.5 to 26.5', async ({
    page,
  }) => {
    await openForm(page, 23);
    const height = measureField(page, 'Height');
    const heightSentence = 'Please enter a valid height (45-110cm)';
    await expectRefused(height, '44.9', heightSentence);
    await expectTaken(height, '45');
    await expectRefused(height, '110.1', heightSentence);
    await expectTaken(height, '110');

    const weight = measureField(page, 'Weight');
    const weightSentence = 'Please enter a valid weight (3-18kg)';
    await expectRefused(weight, '2.9', weightSentence);
    await expectTaken(weight, '3');
    await expectRefused(weight, '18.1', weightSentence);
    await expectTaken(weight, '18');

    const muac = measureField(page, 'MUAC');
    const muacSentence = 'Please enter a valid MUAC (5.5 - 26.5)';
    await expectRefused(muac, '5.4', muacSentence);
    await expectTaken(muac, '5.5');
    await expectRefused(muac, '26.6', muacSentence);
    await expectTaken(muac, '26.5');

    await expectRefused(weight, 'nine', weightSentence);
    await expectTaken(weight, '9,5');
    await expectTaken(weight, '9.5');
  });

  test('from 24 months: height 65 to 120 cm', async ({ page }) => {
    await openForm(page, 24);
    const height = measureField(page, 'Height');
    const sentence = 'Please enter a valid height (65-120cm)';
    await expectRefused(height, '64.9', sentence);
    await expectTaken(height, '65');
    await expectRefused(height, '120.1', sentence);
    await expectTaken(height, '120');
  });

  test('a height out of range that is submitted asks to redo the measurement', async ({ page }) => {
    await openForm(page, 14);
    await measureField(page, 'Height').fill('112');
    await measureField(page, 'Weight').fill('7.1');
    await measureField(page, 'MUAC').fill('11.9');
    await save(page);

    const dialog = page.getByRole('dialog', { name: 'Valid height exceeded' });
    await expect(dialog).toContainText('Please redo measurement');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(measureField(page, 'Height')).toBeFocused();
    await expect(measureField(page, 'Height')).toHaveAccessibleDescription(
      /Please enter a valid height \(45-110cm\)/,
    );
    await expect(page.getByText('Input Error: Invalid or missing data')).toBeVisible();
    await expect(page.getByText('Please correct or enter required fields')).toBeVisible();
    await expect(measureField(page, 'Height')).toHaveValue('112');
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');
    await expect(measureField(page, 'MUAC')).toHaveValue('11.9');

    await measureField(page, 'Height').fill('68,5');
    await saveScreening(page);
    await expect(page.getByText('−2.94').first()).toBeVisible();
  });

  test('height and weight go together, or a MUAC alone', async ({ page }) => {
    await openForm(page, 14);
    await save(page);
    await expect(page.getByText('Weight and Height or MUAC required')).toBeVisible();
    await expect(page.getByText('Please add a MUAC, or a Weight and Height')).toBeVisible();

    await measureField(page, 'Height').fill('68.5');
    await save(page);
    await expect(measureField(page, 'Weight')).toHaveAccessibleDescription(
      /You must have a height and a weight\. Please add weight/,
    );
    await expect(measureField(page, 'Height')).toHaveValue('68.5');

    await measureField(page, 'Height').fill('');
    await measureField(page, 'Weight').fill('7.1');
    await save(page);
    await expect(measureField(page, 'Height')).toHaveAccessibleDescription(
      /You must have a height and a weight\. Please add height/,
    );
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');

    await measureField(page, 'Weight').fill('');
    await measureField(page, 'MUAC').fill('12,5');
    await saveScreening(page);
    await expect(page.getByRole('heading', { name: 'Normal arm measure' })).toBeVisible();
  });
});

test.describe('a z-score beyond ±5', () => {
  test('asks; going back is the default and keeps everything, saving anyway leaves a mark', async ({
    page,
  }) => {
    await openForm(page, 30);
    await fillMeasures(page, { height: '72.5', weight: '8.4' });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Zscore is out of range' });
    await expect(dialog).toContainText('Please recheck height and weight');
    await expect(dialog).toContainText('−5.15');
    await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(measureField(page, 'Height')).toHaveValue('72.5');
    await expect(measureField(page, 'Weight')).toHaveValue('8.4');
    await expect(page).toHaveURL(/\/children\/survey\//);

    await save(page);
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText(/^Saved on this device/)).toBeVisible();
    await page.getByRole('link', { name: 'Next child' }).click();
    await expect(rowOf(page, 'Luz Xicay')).toContainText('z-score confirmed');
  });
});

test.describe('the day of a screening', () => {
  test('must lie between birth and today', async ({ page }) => {
    const birthDate = dayOfMonthsAgo(14);
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', birthDate });
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    const day = page.getByLabel('Date of the screening');

    await fillSurveyDate(page, dayOfMonthsAgo(0, -1));
    await day.blur();
    await expect(day).toHaveAccessibleDescription(/The screening cannot be after today, /);
    await save(page);
    await expect(day).toHaveValue(dayOfMonthsAgo(0, -1));
    await expect(measureField(page, 'Weight')).toHaveValue('7.1');

    await fillSurveyDate(page, dayOfMonthsAgo(14, 1));
    await day.blur();
    await expect(day).toHaveAccessibleDescription(
      /The screening cannot be before the birth date, /,
    );

    await fillSurveyDate(page, '');
    await day.blur();
    await save(page);
    await expect(day).toHaveAccessibleDescription(/Please enter the date of the screening/);

    await fillSurveyDate(page, dayOfMonthsAgo(0));
    await saveScreening(page);
  });
});

test.describe('age= in the comments', () => {
  test('replaces the age for limits and tables, shows a chip and is kept', async ({ page }) => {
    await openForm(page, 14);
    const height = measureField(page, 'Height');
    await height.fill('112');
    await fillComment(page, 'Seen card, Age = 30, AGE=12');
    await page.getByRole('button', { name: 'Yes, 30 months' }).click();
    await expect(page.getByText('age override: 30 months')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Height, standing/ })).toBeVisible();
    await expectTaken(height, '112');
    await expectTaken(height, '85');
    await measureField(page, 'Weight').fill('11');
    await saveScreening(page);
    await openFromCard(page, 'Luz');
    await expect(page.getByText('age override: 30 months')).toBeVisible();
    await expect(page.getByText(/^Girl, 30 months/)).toBeVisible();
  });

  test('of more than 60 months is refused at the comments, which keep their text', async ({
    page,
  }) => {
    await openForm(page, 14);
    await fillMeasures(page, { muac: '13' });
    await fillComment(page, 'age=60,5');
    await save(page);
    const comments = page.getByRole('textbox', { name: 'Comments' });
    await expect(comments).toHaveAccessibleDescription(
      /Please write an age from 0 to 60 months after age=/,
    );
    await expect(comments).toHaveValue('age=60,5');
    await comments.fill('age=60');
    await page.getByRole('button', { name: 'Yes, 60 months' }).click();
    await saveScreening(page);
  });
});

test.describe('first screenings at the edge of the programme', () => {
  test('37 months gives the not-qualify notice and may be saved, 36 gives none', async ({
    page,
  }) => {
    await openForm(page, 37);
    await expect(page.getByText('Child is over 36 months')).toBeVisible();
    await fillMeasures(page, { muac: '15' });
    await saveScreening(page);

    await page.getByRole('link', { name: 'Next child' }).click();
    await addChild(page, { firstName: 'Ana', lastName: 'Tum', sex: 'Girl', months: 36 });
    await expect(page.getByText('Child is over 36 months')).toHaveCount(0);
  });

  test('after the fifth birthday the form is closed: the child has graduated', async ({ page }) => {
    await openList(page);
    await addChild(page, {
      firstName: 'Luz',
      lastName: 'Xicay',
      sex: 'Girl',
      birthDate: dayOfMonthsAgo(60),
      isOver36: true,
    });
    await fillMeasures(page, { muac: '15' });
    await fillComment(page, 'on the fifth birthday itself');
    await saveScreening(page);
    const address = page.url();

    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.goto(address.replace('/view/', '/survey/'));
    await expect(page.getByText('Child is older than 5 years old')).toBeVisible();
    await expect(page.getByText('Child has graduated')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save screening' })).toHaveCount(0);
  });
});
