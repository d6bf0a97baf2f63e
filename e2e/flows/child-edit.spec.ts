import type { Page } from '@playwright/test';
import {
  addChild,
  answerScreenerName,
  backToList,
  chip,
  dayOfMonthsAgo,
  fillChild,
  fillMeasures,
  fillSurveyDate,
  openFromCard,
  openList,
  openNewChild,
  rowOf,
  saveScreening,
  unfoldRecord,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';

const screenings = (page: Page) =>
  page.getByRole('region', { name: 'Screenings' }).getByRole('listitem');
const verdict = (page: Page) => page.locator('main .hero').getByRole('heading').first();

/** Opens a screening on the child's page and uses one of its links: "Edit" or "Remove". */
async function takeScreening(page: Page, index: number, way: 'Edit' | 'Remove'): Promise<void> {
  await screenings(page).nth(index).locator('summary').click();
  await screenings(page)
    .nth(index)
    .getByRole('link', { name: new RegExp(`^${way}`) })
    .click();
}

async function newScreening(
  page: Page,
  measures: { height?: string; weight?: string; muac?: string },
  day?: string,
): Promise<void> {
  await page.getByRole('link', { name: 'New screening' }).click();
  await fillMeasures(page, measures);
  if (day !== undefined) await fillSurveyDate(page, day);
  await saveScreening(page);
}

test.describe('an edited child', () => {
  test('shows its new name everywhere, and a new birth date reassesses every screening', {
    tag: '@deep',
  }, async ({ page }) => {
    await openList(page);
    const birthDate = dayOfMonthsAgo(14);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', birthDate });
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await saveScreening(page);
    await expect(page.getByText('−2.94').first()).toBeVisible();
    await openFromCard(page);

    await unfoldRecord(page);
    await page.getByRole('link', { name: 'Edit child' }).click();
    await page.getByLabel('First name').fill('Lucía');
    await page.getByLabel('Birth date', { exact: true }).fill(dayOfMonthsAgo(8));
    await expect(
      page.getByText(
        'Birth date or sex changed. Saving assesses the screening of this child again.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Lucía Xicay' })).toBeVisible();
    await expect(page.getByText(/^Girl, 8 months/)).toBeVisible();
    const measures = page.getByRole('region', { name: 'Measures' });
    // WHO's row of girls at 8 months: median 68.7498 cm, 7.9487 kg.
    await expect(measures).toContainText('Height for age−0.11');
    await expect(measures).toContainText('Weight for height−1.13');
    await expect(verdict(page)).toHaveText('At risk');
    await backToList(page);
    await expect(rowOf(page, 'Lucía Xicay')).toContainText('At risk');
  });
});

test.describe('screenings of a child', () => {
  test('decide by the previous one after the newest is removed; without any the child is grey', {
    tag: '@deep',
  }, async ({ page }) => {
    await openList(page);
    await addChild(page, {
      firstName: 'Luz',
      lastName: 'Xicay',
      sex: 'Girl',
      birthDate: dayOfMonthsAgo(20),
    });
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await fillSurveyDate(page, dayOfMonthsAgo(6));
    await saveScreening(page);
    await openFromCard(page);
    await newScreening(page, { height: '82', weight: '10.5' });
    await openFromCard(page);
    await expect(verdict(page)).toHaveText('Normal growth');

    await takeScreening(page, 0, 'Remove');
    await expect(page.getByText(/height 82.0 cm and weight 10\.5 kg/)).toBeVisible();
    await page.getByRole('link', { name: 'Keep it' }).click();
    await expect(screenings(page)).toHaveCount(2);

    await takeScreening(page, 0, 'Remove');
    await page.getByRole('button', { name: 'Remove screening' }).click();
    await expect(verdict(page)).toHaveText('Undernourished');
    await expect(screenings(page)).toHaveCount(1);

    await takeScreening(page, 0, 'Remove');
    await page.getByRole('button', { name: 'Remove screening' }).click();
    await expect(verdict(page)).toHaveText('Not screened yet');
    await expect(page.getByText('No screening yet.', { exact: true })).toBeVisible();
    await backToList(page);
    await expect(rowOf(page, 'Luz Xicay')).toContainText('Not screened yet');
    await expect(rowOf(page, 'Luz Xicay').locator('.mark')).toHaveClass(/st-grey/);
    await expect(chip(page, 'Not assessed')).toContainText('1');
    await page.reload();
    await expect(rowOf(page, 'Luz Xicay')).toContainText('Not screened yet');
  });
});

test.describe('a possible duplicate of a child', () => {
  test('a possible duplicate can be screened instead, or added anyway', { tag: '@deep' }, async ({
    page,
  }) => {
    await openList(page);
    await addChild(page, {
      firstName: 'María José',
      lastName: 'Xicay Tum',
      sex: 'Girl',
      months: 14,
    });
    const first = page.url();
    await openList(page);

    await openNewChild(page);
    await fillChild(page, { firstName: 'maria', lastName: 'XICAY', sex: 'Girl', months: 30 });
    await page.getByRole('button', { name: 'Save and screen' }).click();
    const dialog = page.getByRole('dialog', { name: 'María José Xicay Tum exists in database' });
    await expect(dialog).toContainText('Make a selection');
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('maria');

    await page.getByRole('button', { name: 'Save and screen' }).click();
    await dialog.getByRole('button', { name: 'Screen María José Xicay Tum' }).click();
    await expect(page).toHaveURL(first);
    await expect(
      page.getByRole('heading', { level: 1, name: 'María José Xicay Tum' }),
    ).toBeVisible();
    await openList(page);
    await expect(page.getByRole('status').filter({ hasText: '1 child' })).toBeVisible();

    await openNewChild(page);
    await expect(page.getByLabel('First name')).toHaveValue('');
    await fillChild(page, { firstName: 'Maria', lastName: 'Xicay', sex: 'Girl', months: 30 });
    await page.getByRole('button', { name: 'Save and screen' }).click();
    await dialog.getByRole('button', { name: 'Another child: new record' }).click();
    await answerScreenerName(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Maria Xicay' })).toBeVisible();
    expect(page.url()).not.toBe(first);
  });
});
