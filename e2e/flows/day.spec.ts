import type { Page } from '@playwright/test';
import type { MessageKey } from '../../packages/messages/src/index.ts';
import {
  fillMeasures,
  measureField,
  openTestUnit,
  pick,
  saveScreening,
  TEST_UNIT,
} from '../pages/app.ts';
import { chooseLanguage, expectGoodInBothLooks, expectSpanish } from '../support/accessible.ts';
import { IS_DEEP } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/offline.ts';
import { plantVisited, type Visited } from '../support/plant-visited.ts';
import { said, saidFirst, saidWithin } from '../support/said.ts';

test.use({ bypassCSP: true, serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const KNOWN: readonly Visited[] = [
  ['Luz', 20],
  ['Ana', 22, 75],
  ['Mateo', 30, 82],
  ['Inés', 3],
  ['Diego', 26, 80],
  ['Rosa', 40, 90],
  ['Elena', 33, 85],
];

/** Each is added and screened in the same way. */
const NEW = ['Nora Ajú', 'Olga Ajú', 'Petra Ajú', 'Rita Ajú'].slice(0, IS_DEEP ? 4 : 1);

const field = (page: Page) => page.getByRole('searchbox', { name: said('day.name') });
const match = (page: Page, name: string) =>
  page.getByRole('main').locator('.day-go').filter({ hasText: name });

/** The result card's way to the next child: the empty field has the focus. */
async function nextChild(page: Page): Promise<void> {
  await page.getByRole('link', { name: said('screenings.next-child') }).click();
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
async function addAsNew(page: Page, name: string, months: string, isHere = false): Promise<void> {
  await field(page).fill(name);
  const add = isHere ? said('children.add-namesake') : said('children.add-named', { name });
  await page.getByRole('link', { name: add }).click();
  await expect(page.getByLabel(said('children.first-name'))).toHaveValue(name.split(' ')[0] ?? '');
  await pick(page, said('children.gender'), said('children.gender.Girl'));
  await pick(page, said('children.age-by'), said('children.age-by.months'));
  await page.getByRole('textbox', { name: said('children.age-months') }).fill(months);
  await pick(page, said('children.member-status'), said('children.member-status.Unknown'));
  await page.getByRole('button', { name: said('children.save-new') }).click();
}

test('offline, the children of a screening day, half of them in Spanish, among them a duplicate, a red MUAC, swelling, a contradiction and an infant', async ({
  page,
}) => {
  await plantVisited(page, TEST_UNIT, KNOWN);
  await openTestUnit(page);
  await goOffline(page);
  await page.getByRole('link', { name: 'Screening day' }).click();
  await expect(page.getByRole('heading', { name: '5 children to see' })).toBeVisible();
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
  // Who takes over the phone reads Spanish: what was done before is said in it too.
  await chooseLanguage(page, 'es');
  await screen(page, 'Diego', { height: '76', weight: '9.8', muac: '14' }, () =>
    expect(page.getByText(/4 cm menos que el .*: ¿vuelve a medir\?/)).toBeVisible(),
  );

  await test.step('a duplicate is screened under the record that is here', async () => {
    await addAsNew(page, 'Rosa Xicay', '30', true);
    await page
      .getByRole('dialog', { name: saidWithin('children.duplicate-title', { name: 'Rosa Xicay' }) })
      .getByRole('button', { name: saidFirst('children.duplicate-screen', { name: 'Rosa Xicay' }) })
      .click();
    await fillMeasures(page, { muac: '12.1' });
    await saveScreening(page);
    await nextChild(page);
  });

  for (const name of NEW) {
    await addAsNew(page, name, '24');
    await fillMeasures(page, { muac: '14' });
    await saveScreening(page);
    await nextChild(page);
  }

  const heading = (key: MessageKey, count: number) =>
    page.getByRole('heading', { name: said(key, { count, arrival: 'whole' }) });
  await expect(heading('day.screened', 6 + NEW.length)).toBeVisible();
  await expect(page.getByText('2 niños por referir', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: saidFirst('day.chip.due') }).click();
  await expect(heading('day.to-see', 1)).toBeVisible();
  const overdue = page.getByRole('region', { name: saidFirst('day.group.overdue') });
  await expect(overdue).toContainText('Elena Xicay');
  await page.getByRole('button', { name: saidFirst('day.chip.screened') }).click();
  await expect(match(page, 'Luz Xicay')).toContainText('Envíe hoy al centro de salud');
  await expectSpanish(page, 'the whole day');
  await field(page).fill('xicay');
  await expect(match(page, 'Luz Xicay')).toContainText(saidWithin('day.screened-today'));
  await expect(match(page, 'Rosa Xicay')).toHaveCount(1);
  await chooseLanguage(page, 'en');
  await expectGoodInBothLooks(page, 'matches of a screening day');
  await field(page).fill('');
  if (IS_DEEP) await expectGoodInBothLooks(page, 'screening day');
});
