import { type Child, type Screening, storedZScoresOf } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import {
  chip,
  dayOfMonthsAgo,
  fillComment,
  type Measures,
  measureField,
  openList,
  rowOf,
  saveScreening,
  TEST_UNIT,
  unfoldRecord,
  unfoldWhy,
  walkTo,
} from '../pages/app.ts';
import { chooseLanguage, expectAccessible, expectSpanish } from '../support/accessible.ts';
import { expect, header, member, syncAll, syncNow, test } from '../support/phones.ts';
import { plantRecords } from '../support/plant.ts';
import { newId, pushRecords, written } from '../support/push-records.ts';

// Two phones that synchronise several times, possibly on a busy machine.
test.describe.configure({ timeout: 240_000 });

/** A child of this age today. */
function childOf(
  unit: string,
  { months, days = 0, ...child }: Partial<Child> & { months: number; days?: number },
): Child {
  const birthDate = dayOfMonthsAgo(months, days);
  return aChild({ _id: newId('chld', unit), lastName: 'Xicay', birthDate, ...child });
}

/** A screening of today with the assessment of these measures. */
function screeningOf(unit: string, child: Child, measures: Partial<Screening>): Screening {
  const _id = newId('scr', unit);
  return anAssessedScreening(child, { _id, surveyDate: dayOfMonthsAgo(0), ...measures });
}

const screenings = (page: Page) => page.getByRole('region', { name: 'Screenings' });
const hero = (page: Page) => page.locator('main .hero');
const measures = (page: Page) => page.getByRole('region', { name: 'Measures' });

/** The mark of a row; its CSS class gives the colour. */
const markOf = (page: Page, name: string) => rowOf(page, name).locator('svg.mark');

/** Opens a child by its address. */
async function openById(page: Page, { _id, firstName }: Child): Promise<void> {
  await walkTo(page, `/children/view/${_id}`);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(firstName) })).toBeVisible();
}

async function changeScreening(page: Page, child: Child, field: RegExp, to: string): Promise<void> {
  await openById(page, child);
  await screenings(page).locator('summary').first().click();
  await page.getByRole('link', { name: /^Edit the screening/ }).click();
  await page.getByRole('textbox', { name: field }).fill(to);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
}

async function changeBirthDate(page: Page, child: Child, birthDate: string): Promise<void> {
  await openById(page, child);
  await unfoldRecord(page);
  await page.getByRole('link', { name: 'Edit child' }).click();
  await page.getByLabel('Birth date', { exact: true }).fill(birthDate);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Xicay/ })).toBeVisible();
}

/** Fills in a new screening; under 6 months the form says that a MUAC alone does not count yet. */
async function screenNow(page: Page, child: Child, typed: Measures): Promise<void> {
  await openById(page, child);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const isMuacAlone = typed.height === undefined;
  if (isMuacAlone) await page.getByRole('radio', { name: /^MUAC (only|from 6 months)/ }).check();
  if (typed.height !== undefined) await measureField(page, 'Height').fill(typed.height);
  if (typed.weight !== undefined) await measureField(page, 'Weight').fill(typed.weight);
  if (typed.muac !== undefined) await measureField(page, 'MUAC').fill(typed.muac);
  await saveScreening(page);
}

/** Screens a child of 15 months with a comment about its mother's age, which is not the child's. */
async function declineAge(page: Page, child: Child): Promise<void> {
  await openById(page, child);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await measureField(page, 'Height').fill('75');
  await measureField(page, 'Weight').fill('9');
  await fillComment(page, 'Mother’s age=30');
  await page.getByRole('button', { name: 'No, keep 15 months' }).click();
  await saveScreening(page);
}

test('what two phones entered separately is assessed together, with the same result on both', {
  tag: '@deep',
}, async ({ accountServer, phone }) => {
  const unit = 'test_stake_hti';
  const [ana, beto] = [await member(accountServer, 'Ana'), await member(accountServer, 'Beto')];
  const luz = childOf(unit, { firstName: 'Luz', months: 14, days: 2 });
  const rosa = childOf(unit, { firstName: 'Rosa', months: 14 });
  const nora = childOf(unit, { firstName: 'Nora', months: 14 });
  const iris = childOf(unit, { firstName: 'Iris', months: 4 });
  const eva = childOf(unit, { firstName: 'Eva', months: 15 });
  const records = [
    ...[luz, rosa, nora, iris, eva],
    screeningOf(unit, rosa, { height: 72, weight: 8.6 }),
    screeningOf(unit, nora, { height: 72.7, weight: 8.6 }),
  ];
  await pushRecords(accountServer, ana, unit, records.map(written));
  const [first, second] = [await phone(ana), await phone(beto)];
  await Promise.all([syncAll(first, unit), syncAll(second, unit)]);
  await expect(rowOf(second, 'Rosa Xicay')).toBeVisible();

  const onFirst = async () => {
    await changeBirthDate(first, luz, dayOfMonthsAgo(26, 2));
    await changeScreening(first, rosa, /^Weight/, '6.3');
    await changeScreening(first, nora, /^Weight/, '6.3');
    await changeBirthDate(first, iris, dayOfMonthsAgo(10));
    await declineAge(first, eva);
  };
  const onSecond = async () => {
    await screenNow(second, luz, { height: '75', weight: '9.4' });
    await changeScreening(second, rosa, /^Height/, '72.7');
    await changeScreening(second, nora, /^Weight/, '8.9');
    await screenNow(second, iris, { muac: '10.8' });
  };
  await Promise.all([onFirst(), onSecond()]);
  await syncAll(first, unit);
  await syncNow(second, unit);
  await syncNow(first, unit);

  for (const page of [first, second]) {
    // Only Nora's two weights are in conflict.
    await openList(page, unit);
    await expect(header(page)).toHaveText(/, 1 to decide$/);
    for (const [name, word] of [
      ['Luz', 'Undernourished'],
      ['Rosa', 'Severe acute'],
      ['Nora', 'Severe acute'],
      ['Iris', 'Severe acute'],
    ] as const) {
      await expect(rowOf(page, name)).toContainText(word);
      await expect(markOf(page, name)).toHaveClass(/st-red/);
    }
    for (const name of ['Luz', 'Rosa', 'Iris']) {
      await expect(rowOf(page, name)).toContainText('worked out again');
    }

    await openById(page, luz);
    await expect(hero(page)).toContainText('Worked out again: the birth date was corrected.');
    await expect(measures(page)).toContainText('Height for age−3.74');
    await screenings(page).locator('summary').click();
    await expect(screenings(page)).toContainText('Worked out again: the birth date was corrected.');
    await expect(screenings(page)).toContainText('−3.74');
    await expect(screenings(page).locator('summary svg.mark')).toHaveClass(/st-red/);

    await openById(page, rosa);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(hero(page)).toContainText('Worked out again: two corrections were combined.');
    await expect(measures(page)).toContainText('Weight for height−3.76');
    await expect(page.getByRole('main').getByText(/to decide/)).toHaveCount(0);

    await openById(page, nora);
    await expect(page.getByText(/^There are two values to choose from\./)).toBeVisible();
    await expect(page.getByText('Something to decide here')).toBeVisible();
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(measures(page)).toContainText('Weight for height−3.76');
    await expect(screenings(page).locator('summary svg.mark')).toHaveClass(/st-red/);

    await openById(page, iris);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(page.getByText(/^Girl, (about )?10 months/)).toBeVisible();

    // "Mother's age=30" was declined on one phone: both show 15 months and neither asks again.
    await openById(page, eva);
    await expect(page.getByText(/^Girl, (about )?15 months/)).toBeVisible();
    await expect(page.getByText(/30 months/)).toHaveCount(0);
  }
});

/** A record of an older system: with its own figures and words, and without our rules version. */
function older(screening: Screening, wl: number): Screening {
  const { rules: _rules, status: _status, ...stored } = screening;
  const { ha, wa } = screening.zScore;
  return { ...stored, zScore: storedZScoresOf({ ha, wa, wl }), actions: [] };
}

/** Screenings with problems from older systems, lost measures or hasty typing, on one phone. */
function casesOfOnePhone(unit: string) {
  const twenty = { gender: 'Boy', months: 20 } as const;
  const tomas = childOf(unit, { ...twenty, firstName: 'Tomás' });
  const ivan = childOf(unit, { ...twenty, firstName: 'Iván' });
  const beto = childOf(unit, { ...twenty, firstName: 'Beto' });
  const sara = childOf(unit, { firstName: 'Sara', months: 14 });
  const nico = childOf(unit, { firstName: 'Nico', gender: 'Boy', months: 3 });
  const olga = childOf(unit, { firstName: 'Olga', months: 59, days: 15 });
  const paz = childOf(unit, { firstName: 'Paz', months: 14 });
  const wasted = screeningOf(unit, sara, { height: 75, weight: 6.7, muac: 12.9 });
  const { height: _lost, ...heightless } = wasted;
  const documents = [
    ...[tomas, ivan, beto, sara, nico, olga, paz],
    screeningOf(unit, tomas, { muac: 13.5, oedema: true }),
    screeningOf(unit, ivan, { height: 82, weight: 11, muac: 108 }),
    older(screeningOf(unit, beto, { height: 82, weight: 7.5 }), -0.5),
    older(heightless, -3.8),
    screeningOf(unit, nico, { height: 55.5, weight: 4 }),
    screeningOf(unit, olga, { height: 100, weight: 11 }),
    screeningOf(unit, paz, { height: 75, weight: 13 }),
  ];
  return { documents, tomas, ivan, beto, sara, nico, olga, paz };
}

/** Screenings as merged from two phones: assessed with data of the child that have changed since. */
function casesOfTwoPhones(unit: string) {
  const luz = childOf(unit, { firstName: 'Luz', months: 26, days: 2 });
  const rosa = childOf(unit, { firstName: 'Rosa', months: 14 });
  const iris = childOf(unit, { firstName: 'Iris', months: 10 });
  const before = screeningOf(unit, rosa, { height: 72, weight: 6.3 });
  const documents = [
    ...[luz, rosa, iris],
    screeningOf(unit, { ...luz, birthDate: dayOfMonthsAgo(14, 2) }, { height: 75, weight: 9.4 }),
    { ...before, height: 72.7 },
    screeningOf(unit, { ...iris, birthDate: dayOfMonthsAgo(4) }, { muac: 10.8 }),
  ];
  return { documents, luz, rosa, iris };
}

test.describe('assessment at reading on one phone', () => {
  test.use({ bypassCSP: true });

  test('follows the measures, and shows no green next to an alert', async ({ page }) => {
    const unit = TEST_UNIT;
    const { documents, tomas, ivan, beto, sara, nico, olga, paz } = casesOfOnePhone(unit);
    const { documents: merged, luz, rosa, iris } = casesOfTwoPhones(unit);
    // So high that all ten rows are drawn.
    await page.setViewportSize({ width: 360, height: 1400 });
    await page.goto('/chrome-only.html');
    await plantRecords(page, unit, [...documents, ...merged]);
    await openList(page, unit);

    await expect(chip(page, 'Undernourished')).toHaveText(/8$/);
    await expect(chip(page, 'Refer')).toHaveText(/7$/);
    for (const [name, colour] of [
      ['Tomás', 'red'],
      ['Iván', 'red'],
      ['Beto', 'red'],
      ['Sara', 'red'],
      ['Nico', 'amber'],
      ['Olga', 'red'],
      ['Paz', 'green'],
      ['Luz', 'red'],
      ['Rosa', 'red'],
      ['Iris', 'red'],
    ] as const) {
      await expect(markOf(page, name)).toHaveClass(new RegExp(`st-${colour}`));
    }
    await expect(rowOf(page, 'Tomás')).toContainText('Swelling of both feet: refer today');
    await expect(rowOf(page, 'Iván')).toContainText('MUAC 108: millimetres? Measure again');
    for (const name of ['Beto', 'Sara', 'Luz', 'Rosa', 'Iris']) {
      await expect(rowOf(page, name)).toContainText('worked out again');
    }
    // Luz is short, which nobody is referred for.
    for (const [filter, count] of [
      ['Undernourished', 8],
      ['Refer', 7],
    ] as const) {
      await chip(page, filter).click();
      await expect(page.locator('main a.child')).toHaveCount(count);
      await expect(rowOf(page, 'Tomás')).toBeVisible();
      await expect(rowOf(page, 'Iván')).toBeVisible();
    }

    // Oedema with a MUAC of 13.5 alone, and a MUAC in millimetres with normal figures.
    for (const child of [ivan, tomas]) {
      await openById(page, child);
      await expect(page.locator('.chart').first()).toBeAttached();
      await expect(page.locator('main .st-green')).toHaveCount(0);
      await expect(page.locator('.chart .point-green')).toHaveCount(0);
      await expect(page.getByText(/is growing well/)).toHaveCount(0);
    }
    await expect(page.locator('.chart .point-red').first()).toBeAttached();
    await expect(page.getByText(/Height and weight: normal/)).toHaveCount(0);

    // A boy of 20 months with 82 cm and 7.5 kg, stored as −0.50.
    await openById(page, beto);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(hero(page)).toContainText('Worked out again: a record from an older system.');
    await expect(hero(page)).toContainText('Weight for height −0.50');
    await expect(measures(page)).toContainText('Weight for height−4.74');
    await unfoldWhy(page);
    const exact = page.locator('.exact-line').filter({ visible: true });
    await expect(exact).toContainText('weight for height −4.52');
    await expect(exact).not.toContainText('−0.50');

    // A lost height: only its stored figure remains.
    await openById(page, sara);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(hero(page)).toContainText('The measurements are missing');
    await expect(measures(page)).toContainText('Weight for height−3.80');

    await openById(page, nico);
    await expect(page.getByText('Mother and baby to a health worker within a week')).toBeVisible();
    await openById(page, olga);
    await expect(page.getByText('The clinic today, then every week until better')).toBeVisible();
    await openById(page, paz);
    await expect(measures(page)).toContainText('Weight for height+3.65');
    await expect(page.getByText(/growing well\./)).toHaveCount(0);

    await openById(page, luz);
    await expect(hero(page)).toContainText('Worked out again: the birth date was corrected.');
    await expect(measures(page)).toContainText('Height for age−3.74');
    await openById(page, rosa);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(hero(page)).toContainText('Worked out again: two corrections were combined.');
    await expect(measures(page)).toContainText('Weight for height−3.76');
    await openById(page, iris);
    await expect(hero(page)).toContainText('Severe acute malnutrition');
    await expect(page.getByText(/^Girl, (about )?10 months/)).toBeVisible();
  });

  test('en español: doce casos dicen lo mismo, y nada queda en inglés', {
    tag: '@deep',
  }, async ({ page }) => {
    const unit = TEST_UNIT;
    const { documents, ...one } = casesOfOnePhone(unit);
    const { documents: merged, ...two } = casesOfTwoPhones(unit);
    // So high that all ten rows are drawn.
    await page.setViewportSize({ width: 360, height: 1400 });
    await page.goto('/chrome-only.html');
    await plantRecords(page, unit, [...documents, ...merged]);
    await openList(page, unit);
    await chooseLanguage(page, 'es');

    for (const [name, colour, words] of [
      ['Tomás', 'red', ['Hinchazón en ambos pies: refiera hoy']],
      ['Iván', 'red', ['MUAC 108: ¿milímetros? Mida otra vez']],
      ['Beto', 'red', ['Aguda severa', 'calculado de nuevo']],
      ['Sara', 'red', ['Aguda severa', 'calculado de nuevo']],
      ['Nico', 'amber', ['En riesgo']],
      ['Olga', 'red', ['Aguda severa']],
      ['Paz', 'green', ['Normal']],
      ['Luz', 'red', ['Desnutrición', 'calculado de nuevo']],
      ['Rosa', 'red', ['Aguda severa', 'calculado de nuevo']],
      ['Iris', 'red', ['Aguda severa', 'calculado de nuevo']],
    ] as const) {
      await expect(markOf(page, name)).toHaveClass(new RegExp(`st-${colour}`));
      for (const word of words) await expect(rowOf(page, name)).toContainText(word);
    }
    await expectSpanish(page, 'list');

    for (const [child, sentence] of [
      [one.tomas, 'Hinchazón en ambos pies: refiera hoy'],
      [one.ivan, 'MUAC 108: ¿milímetros? Mida otra vez'],
      [one.beto, 'Calculado de nuevo: es un registro de un sistema anterior.'],
      [one.sara, 'Faltan las medidas; se muestran'],
      [one.nico, 'La madre y el bebé con el personal de salud en una semana'],
      [one.olga, 'Desnutrición aguda severa'],
      [one.paz, '+3,65'],
      [two.luz, 'Calculado de nuevo: se corrigió la fecha de nacimiento.'],
      [two.rosa, 'Calculado de nuevo: se juntaron dos correcciones.'],
      [two.iris, 'Desnutrición aguda severa'],
    ] as const) {
      await openById(page, child);
      await expect(page.getByRole('main')).toContainText(sentence);
      await expect(page.getByText(/crece bien\./)).toHaveCount(0);
      await expect(page.locator('.chart').first()).toBeAttached();
      if (child !== one.paz) await expect(page.locator('main .st-green')).toHaveCount(0);
      await expectSpanish(page, child.firstName);
    }

    // The two cases in which the form asks while typing.
    await openById(page, two.rosa);
    await page.getByRole('link', { name: 'Nueva evaluación' }).first().click();
    await page.getByRole('textbox', { name: /^Talla/ }).fill('67');
    await page.getByRole('textbox', { name: /^Peso/ }).fill('6.4');
    await expect(page.getByText(/^5,7 cm menos que el .+: ¿vuelve a medir\?$/)).toBeVisible();
    await page.locator('summary').filter({ hasText: 'Comentarios' }).click();
    await page.getByRole('textbox', { name: 'Comentarios' }).fill('la madre tiene edad=30');
    await expect(page.getByRole('group', { name: '¿Usar 30 meses en vez de 14?' })).toBeVisible();
    await expectSpanish(page, 'form');
    await expectAccessible(page, 'form');
  });
});
