import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import {
  dayOfMonthsAgo,
  fillMeasures,
  measureField,
  openTestUnit,
  pick,
  saveScreening,
  TEST_UNIT,
} from '../pages/app.ts';
import { expectGoodInBothLooks } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';
import { plantRecords } from '../support/plant.ts';

test.use({ bypassCSP: true, serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

/** First name, age in months, and the height in cm at the screening seven months ago. */
const KNOWN = [
  ['Luz', 20],
  ['Ana', 22, 75],
  ['Mateo', 30, 82],
  ['Inés', 3],
  ['Diego', 26, 80],
  ['Rosa', 40, 90],
  ['Elena', 33, 85],
] as const;

async function plantChildren(page: Page): Promise<void> {
  const documents = KNOWN.flatMap(([firstName, months, height], place) => {
    const _id = `chld_${TEST_UNIT}_${1_746_878_400_000 + place}_0a1b2c`;
    const birthDate = dayOfMonthsAgo(months);
    const child = aChild({ _id, firstName, lastName: 'Xicay', birthDate, mother: 'Elena Tum' });
    if (height === undefined) return [child];
    const measures = { height, weight: height / 8, muac: 14, surveyDate: dayOfMonthsAgo(7) };
    const id = _id.replace('chld', 'scr');
    return [child, anAssessedScreening(child, { _id: id, ...measures })];
  });
  await page.goto('/chrome-only.html');
  await plantRecords(page, TEST_UNIT, documents);
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Name of the child' });
const match = (page: Page, name: string) =>
  page.getByRole('main').locator('.day-go').filter({ hasText: name });

/** The result card's way to the next child: the empty field has the focus. */
async function nextChild(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Next child' }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
}

/** Finds a child, opens it with its row, measures, saves, and goes on. */
async function screen(
  page: Page,
  name: string,
  measures: Parameters<typeof fillMeasures>[1],
  besides: () => Promise<void> = async () => undefined,
): Promise<void> {
  await field(page).fill(name);
  await match(page, name).click();
  await fillMeasures(page, measures);
  await besides();
  await saveScreening(page);
  await nextChild(page);
}

/** Adds the typed name as a new child and ends at its screening form, or at the duplicate question. */
async function addAsNew(page: Page, name: string, months: string): Promise<void> {
  await field(page).fill(name);
  await page.getByRole('link', { name: `Add “${name}” as new` }).click();
  await expect(page.getByLabel('First name')).toHaveValue(name.split(' ')[0] ?? '');
  await pick(page, 'Boy or girl', 'Girl');
  await pick(page, 'Age', 'By months');
  await page.getByRole('textbox', { name: 'Age in months' }).fill(months);
  await pick(page, 'Member of the Church', 'Unknown');
  await page.getByRole('button', { name: 'Save and screen' }).click();
}

test('offline, ten children of a screening day, among them a duplicate, a red MUAC, swelling, a contradiction and an infant', async ({
  page,
}) => {
  await plantChildren(page);
  await openTestUnit(page);
  await goOffline(page);
  await page.getByRole('link', { name: 'Screening day' }).click();
  await expect(page.getByRole('heading', { name: 'Nobody screened' })).toBeVisible();
  await expect(field(page)).toBeFocused();

  await test.step('a red MUAC, by the tape button of the row', async () => {
    await field(page).fill('luz');
    await page.getByRole('link', { name: 'Measure arm (MUAC) of Luz Xicay' }).click();
    await expect(measureField(page, 'MUAC')).toBeFocused();
    await measureField(page, 'MUAC').fill('11.2');
    await saveScreening(page);
    await nextChild(page);
  });

  await screen(page, 'Ana', { height: '80', weight: '10.5', muac: '14' });
  await screen(page, 'Mateo', { muac: '13.5' }, () => pick(page, 'Are both feet swollen?', 'Yes'));
  // The infant's form opens on height and weight.
  await screen(page, 'Inés', { height: '59', weight: '5.6' });
  await screen(page, 'Diego', { height: '76', weight: '9.8', muac: '14' }, () =>
    expect(page.getByText(/cm less than on .*: measure again\?/)).toBeVisible(),
  );

  await test.step('a duplicate is screened under the record that is here', async () => {
    await addAsNew(page, 'Rosa Xicay', '30');
    await page
      .getByRole('dialog', { name: /exists in database/ })
      .getByRole('button', { name: /^Screen Rosa Xicay/ })
      .click();
    await fillMeasures(page, { muac: '12.1' });
    await saveScreening(page);
    await nextChild(page);
  });

  for (const name of ['Nora Ajú', 'Olga Ajú', 'Petra Ajú', 'Rita Ajú']) {
    await addAsNew(page, name, '24');
    await fillMeasures(page, { muac: '14' });
    await saveScreening(page);
    await nextChild(page);
  }

  await expect(page.getByRole('heading', { name: '10 children screened' })).toBeVisible();
  await expect(page.getByText('2 children to refer')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 child expected and not seen' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Overdue/ })).toContainText('Elena Xicay');
  await expect(match(page, 'Luz Xicay')).toContainText('Send to the clinic today');
  await field(page).fill('xicay');
  await expect(match(page, 'Luz Xicay')).toContainText('Screened today');
  await expect(match(page, 'Rosa Xicay')).toHaveCount(1);
  await expectGoodInBothLooks(page, 'matches of a screening day');
  await field(page).fill('');
  await expectGoodInBothLooks(page, 'screening day');
});
