import type { Page } from '@playwright/test';
import {
  addChild,
  answerScreenerName,
  backToList,
  chip,
  fillChild,
  fillMeasures,
  openFromCard,
  openList,
  openNewChild,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

/** Green as a mark or as a coloured word, anywhere in the content; the filter chips do not count. */
const greenMarks = (page: Page) => page.locator('main .st-green:not(.chip .st-green)');

async function takeMuacOnly(page: Page, muac: string): Promise<void> {
  await page.getByRole('radio', { name: 'MUAC only' }).tap();
  await page.getByRole('textbox', { name: /^MUAC/ }).fill(muac);
  await page.getByRole('button', { name: 'Save screening' }).tap();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
}

test.describe('a screening with MUAC alone', () => {
  test.use({ hasTouch: true });

  test('of 11.2 cm at 20 months is red with its actions, in two taps and a number', async ({
    page,
  }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 20 });
    await takeMuacOnly(page, '11.2');

    await expect(page.getByRole('heading', { name: 'Severe acute malnutrition' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Do now' }).getByRole('listitem')).toContainText([
      'Send Luz to the clinic today and tell the country coordinator',
      'Weigh and measure Luz once more, and check her age',
      'Go over the five healthy habits with the family',
      'Weigh and measure Luz again every week until better',
      'Give the supplement as the clinic directs',
    ]);
    await expect(page.getByText('MUAC is 11.2 cm.')).toBeVisible();
    await expect(page.getByText('Acute: sam supplements required', { exact: true })).toBeVisible();
    await expect(greenMarks(page)).toHaveCount(0);

    await backToList(page);
    const row = rowOf(page, 'Luz Xicay');
    await expect(row).toContainText('Severe acute');
    await expect(row).toContainText('MUAC 11.2: refer');
    await expect(row).toContainText('SAM supplement');
    await expect(row.locator('.mark')).toHaveClass(/st-red/);
    await expect(chip(page, 'Undernourished')).toContainText('1');
    await expect(chip(page, 'Refer')).toContainText('1');
    await expect(chip(page, 'Normal')).toContainText('0');
  });

  test('of 11.2 cm at 4 months is not assessed, and is listed grey', async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Pedro', lastName: 'Chub', sex: 'Boy', months: 4 });
    await page.getByRole('radio', { name: 'MUAC only' }).tap();
    await page.getByRole('textbox', { name: /^MUAC/ }).fill('11.2');
    await expect(
      page.getByText('Evaluate again at 6 months of age. Until then, ask the clinic.'),
    ).toBeVisible();
    await saveScreening(page);

    await expect(page.getByRole('heading', { name: 'Not assessed' })).toBeVisible();
    await expect(page.getByText('MUAC alone does not count under 6 months.').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Do now' }).getByRole('listitem')).toContainText([
      'Evaluate Pedro again at 6 months of age; until then, ask the clinic',
    ]);
    await expect(page.locator('main').getByText(/kcal/)).toHaveCount(0);
    await expect(greenMarks(page)).toHaveCount(0);

    await openFromCard(page, 'Pedro');
    await expect(page.getByRole('heading', { name: 'Not assessed' })).toBeVisible();
    await expect(page.locator('main .st-red')).toHaveCount(0);

    await backToList(page);
    const row = rowOf(page, 'Pedro Chub');
    await expect(row).toContainText('Not assessed: weigh and measure, or take MUAC');
    await expect(row.locator('.mark')).toHaveClass(/st-grey/);
    await expect(chip(page, 'Not assessed')).toContainText('1');
    await expect(chip(page, 'Undernourished')).toContainText('0');
    await expect(chip(page, 'Refer')).toContainText('0');
  });

  test('a child without a screening is listed grey', async ({ page }) => {
    await openList(page);
    await openNewChild(page);
    await fillChild(page, { firstName: 'Rosa', lastName: 'Tum', sex: 'Girl', months: 9 });
    await page.getByRole('button', { name: 'Save and screen' }).tap();
    await answerScreenerName(page);
    // The form of the new child has a "Back" of its own, until it is saved.
    await expect(page.getByRole('button', { name: 'Save screening' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).tap();
    await expect(page.getByRole('heading', { name: 'Not screened yet' })).toBeVisible();
    await backToList(page);

    const row = rowOf(page, 'Rosa Tum');
    await expect(row).toContainText('Not screened yet');
    await expect(row).toContainText('never');
    await expect(row.locator('.mark')).toHaveClass(/st-grey/);
    await chip(page, 'Not assessed').tap();
    await expect(row).toBeVisible();
    await row.tap();
    await expect(page.getByRole('heading', { name: 'Not screened yet' })).toBeVisible();
    await expect(greenMarks(page)).toHaveCount(0);
  });
});

test.describe('an arm of 10.8 cm beside normal height and weight', () => {
  test('never shows only green: card, child view and list speak of the arm', async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Elena', lastName: 'Sut', sex: 'Girl', months: 20 });
    await fillMeasures(page, { height: '82', weight: '10.5', muac: '10.8' });
    await saveScreening(page);

    await expect(page.getByText('−0.01').first()).toBeVisible();
    const alarm = page.getByRole('alert').filter({ hasText: 'MUAC says severe: refer' });
    await expect(alarm).toContainText('Her arm is 10.8 cm, below 11.5.');
    await expect(page.getByRole('heading', { name: 'Normal growth' })).toHaveCount(0);
    await expect(page.getByText(/is growing well/)).toHaveCount(0);
    await expect(greenMarks(page)).toHaveCount(0);
    const actions = page.getByRole('region', { name: 'Do now' }).getByRole('listitem');
    await expect(actions.first()).toContainText(
      'Send Elena to the clinic today and tell the country coordinator',
    );
    await expect(actions.filter({ hasText: 'Welcome Elena' })).toHaveCount(0);

    await openFromCard(page, 'Elena');
    await expect(page.getByRole('heading', { name: 'MUAC says severe: refer' })).toBeVisible();
    await expect(page.locator('main .hero .st-green, main .visits .st-green')).toHaveCount(0);

    await backToList(page);
    const row = rowOf(page, 'Elena Sut');
    await expect(row).toContainText('MUAC 10.8: refer');
    await expect(row).toContainText('Normal by height and weight');
    await expect(row.locator('.mark')).toHaveClass(/st-red/);
    await expect(row.locator('.st-green')).toHaveCount(0);
    await chip(page, 'Undernourished').click();
    await expect(row).toBeVisible();
  });
});
