import type { Locator, Page } from '@playwright/test';
import {
  dayOfMonthsAgo,
  fillMeasures,
  measureField,
  pick,
  saveScreening,
  TEST_UNIT,
  walkTo,
} from '../pages/app.ts';
import { expectSpanish } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';
import { plantVisited, type Visited } from '../support/plant-visited.ts';
import { said, saidFirst } from '../support/said.ts';

test.use({ bypassCSP: true, viewport: { width: 360, height: 740 } });

/** Three children who are overdue, and a baby. */
const KNOWN: readonly Visited[] = [
  ['Ana', 22, 75],
  ['Berta', 30, 82],
  ['Carla', 26, 80],
  ['Inés', 3],
];
const DUE = `/children/due/${TEST_UNIT}/Test`;

const row = (page: Page, name: string) =>
  page.locator('main [data-key-row]').filter({ hasText: name });
const tape = (page: Page, name: string) =>
  page.getByRole('link', { name: said('children.tape', { name: `${name} Xicay` }) });
const nextChild = (page: Page) => page.getByRole('link', { name: said('screenings.next-child') });

/** Presses Tab until the element has the focus, which must be seen at each station. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator('*:focus')).toBeInViewport();
  }
  await expect(target).toBeFocused();
}

test('with the keyboard alone: an arm of the due list measured from its row, then a child of the screening day', async ({
  page,
}) => {
  await plantVisited(page, TEST_UNIT, KNOWN);
  await page.goto(DUE);
  // Berta is at risk, so she comes first.
  await tabTo(page, row(page, 'Berta'));
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Ana')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tape(page, 'Ana')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(measureField(page, 'MUAC')).toBeFocused();
  await page.keyboard.type('13.5');
  // The first Enter leads to the feet, the second saves.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Your name' }));
  await page.keyboard.type('Ana Morales');
  await page.keyboard.press('Enter');
  await tabTo(page, nextChild(page));
  await page.keyboard.press('Enter');
  await expect(row(page, 'Ana')).toHaveCount(0);
  await expect(page.getByRole('main', { name: /to visit$/ })).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Children', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Screening day' }));
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: said('day.name') });
  await expect(field).toBeFocused();
  await page.keyboard.type('carla');
  await expect(tape(page, 'Carla')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: said('screenings.all-measures') }));
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, measureField(page, 'MUAC'));
  await page.keyboard.type('13.7');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tabTo(page, nextChild(page));
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(page.getByRole('heading', { name: '2 children screened' })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('in Spanish: due list, arm from the row, next; a mother has delivered, her newborn is registered, and the card is printed', async ({
    page,
  }) => {
    await plantVisited(page, TEST_UNIT, KNOWN);
    await page.evaluate(() => localStorage.setItem('crece.language', 'es'));
    await page.goto(DUE);
    await goOffline(page);
    await expectSpanish(page, 'due list');
    await tape(page, 'Berta').click();
    await measureField(page, 'MUAC').fill('12,1');
    await page.getByRole('button', { name: said('screenings.save') }).click();
    await page.getByRole('textbox', { name: 'Su nombre' }).fill('Ana Morales');
    await page.keyboard.press('Enter');
    await expect(page.getByText(saidFirst('screenings.saved'))).toBeVisible();
    await expectSpanish(page, 'result card');
    await nextChild(page).click();
    await expect(
      page.getByRole('heading', { name: said('due.title', { count: 3 }) }),
    ).toBeVisible();

    await walkTo(page, `/children/mothers/create/${TEST_UNIT}/Test/pregnant`);
    await page.getByLabel('Nombres').fill('Marta');
    await page.getByLabel('Apellidos').fill('Ical');
    await page.getByLabel('Fecha probable de parto').fill(dayOfMonthsAgo(0));
    await pick(page, said('children.member-status'), said('children.member-status.Unknown'));
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('link', { name: saidFirst('mothers.delivered') }).click();
    await page.getByRole('button', { name: said('mothers.born-today') }).click();
    await page.getByRole('button', { name: said('mothers.save-delivered') }).click();
    await expectSpanish(page, 'question of the newborn');
    await page.getByRole('button', { name: said('mothers.newborn-register') }).click();
    // The mother's form has the same labels and stays until the next page is loaded.
    await expect(page.getByRole('heading', { name: said('children.new-title') })).toBeVisible();
    await page.getByLabel('Nombres').fill('Mateo');
    await page.getByLabel('Apellidos').fill('Ical');
    await pick(page, said('children.gender'), said('children.gender.Boy'));
    await expect(page.getByLabel(saidFirst('children.mother-name'))).toHaveValue('Marta Ical');
    await page.getByRole('button', { name: said('children.save-new') }).click();
    await fillMeasures(page, { height: '50,5', weight: '3,4' });
    await saveScreening(page);
    await page.getByRole('button', { name: said('screenings.open-child') }).click();
    await page.getByRole('link', { name: said('screenings.growth-card') }).click();
    await expect(page.getByRole('article')).toContainText('Mateo Ical');
    await expectSpanish(page, 'growth card');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/MediaBox/gu)).toHaveLength(1);
  });
});
