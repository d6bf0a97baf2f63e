import type { Page } from '@playwright/test';
import {
  addChild,
  addMother,
  dayOfMonthsAgo,
  fillMeasures,
  listAddress,
  openList,
  saveScreening,
  TEST_UNIT,
} from '../pages/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { leftOverEnglish } from '../support/left-over-english.ts';

const html = (page: Page) => page.locator('html');
const toSpanish = (page: Page) => page.getByRole('button', { name: 'Español' }).click();
const toEnglish = (page: Page) => page.getByRole('button', { name: 'English' }).click();

/** Opens an address in English, turns it to Spanish and looks for what stayed English. */
async function expectTurnsSpanish(page: Page, address: string, shown: string | RegExp) {
  await page.goto(address);
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await toSpanish(page);
  await expect(html(page)).toHaveAttribute('lang', 'es');
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect.poll(() => leftOverEnglish(page), { message: address }).toEqual([]);
  await toEnglish(page);
  await expect(html(page)).toHaveAttribute('lang', 'en');
}

test.describe('the language', () => {
  test('is chosen with one tap, remembered on the device, and every tab starts in it', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: 'Where are you screening today?' }),
    ).toBeVisible();
    expect(await leftOverEnglish(page)).toContain(
      'places.hero-title: Where are you screening today?',
    );
    await toSpanish(page);
    await expect(html(page)).toHaveAttribute('lang', 'es');
    await page.reload();
    await expect(html(page)).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/not-found');
    await expect(html(tab)).toHaveAttribute('lang', 'es');
    await expect.poll(() => leftOverEnglish(tab)).toEqual([]);
  });

  test('is the browser’s on the very first visit, and afterwards the chosen one', async ({
    browser,
    server,
  }) => {
    for (const [locale, first, switchTo] of [
      ['es-GT', 'es', 'English'],
      ['pt-BR', 'en', 'Español'],
    ] as const) {
      const context = await browser.newContext({ locale, baseURL: server.url });
      const page = await context.newPage();
      await page.goto('/');
      await expect(html(page)).toHaveAttribute('lang', first);
      if (first === 'es') await expect.poll(() => leftOverEnglish(page)).toEqual([]);
      await page.getByRole('button', { name: switchTo }).click();
      const chosen = first === 'es' ? 'en' : 'es';
      await expect(html(page)).toHaveAttribute('lang', chosen);
      await page.reload();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(html(page)).toHaveAttribute('lang', chosen);
      await context.close();
    }
  });

  test('turns places, lists and forms to Spanish, nothing stays English', async ({ page }) => {
    await expectTurnsSpanish(page, '/', '¿Dónde');
    await expectTurnsSpanish(page, '/children/list/stakes/GTM', 'Guatemala');
    await expectTurnsSpanish(page, listAddress(), /Todavía|Aún/);
    await expectTurnsSpanish(page, `/children/create/${TEST_UNIT}`, 'Apellido');
    const mothers = `/children/mothers/list/${TEST_UNIT}/Test`;
    await expectTurnsSpanish(page, `${mothers}/pregnant`, /embarazada/i);
    await expectTurnsSpanish(page, `${mothers}/nursing`, /lactan/i);
    const entry = `/children/mothers/create/${TEST_UNIT}/Test`;
    await expectTurnsSpanish(page, `${entry}/pregnant`, 'Apellido');
    await expectTurnsSpanish(page, '/bad-request?message=x', 'x');
    await expectTurnsSpanish(page, '/admin/users', /sesión/i);
  });

  test("turns a child's pages to Spanish, nothing stays English", async ({ page }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(page);
    const card = page.url();
    const { pathname, searchParams } = new URL(card);
    const childId = pathname.split('/').at(-1) ?? '';
    const surveyId = searchParams.get('saved') ?? '';
    await expectTurnsSpanish(page, card, '−2,94');
    await expectTurnsSpanish(page, pathname, '−2,94');
    await expectTurnsSpanish(page, listAddress(), 'Luz Xicay');
    await expectTurnsSpanish(page, `/children/edit/${childId}`, 'Apellido');
    await expectTurnsSpanish(page, `/children/survey/${childId}`, '68,5 cm');
    await expectTurnsSpanish(page, `/children/survey/edit/${childId}/${surveyId}`, 'Luz Xicay');
    await expectTurnsSpanish(page, `/children/survey/remove/${childId}/${surveyId}`, /7,1 kg/);
    await expectTurnsSpanish(page, `/children/remove/${childId}`, /sesión/i);
    await addMother(page, 'nursing', {
      firstName: 'Marta',
      lastName: 'Ical',
      date: dayOfMonthsAgo(2),
    });
    const mother = page.getByRole('link', { name: /Marta Ical/ }).first();
    await expectTurnsSpanish(page, (await mother.getAttribute('href')) ?? '', 'Apellido');
  });

  test('writes and reads figures with a comma, and says the errors of a form anew', async ({
    page,
  }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await page.getByRole('button', { name: 'Save screening' }).click();
    await expect(page.getByText('Weight and Height or MUAC required')).toBeVisible();
    await toSpanish(page);
    await expect(page.getByText('Weight and Height or MUAC required')).toHaveCount(0);
    await expect.poll(() => leftOverEnglish(page)).toEqual([]);

    const field = (name: RegExp) => page.getByRole('textbox', { name });
    await page.getByRole('radio', { name: 'Todas las medidas' }).check();
    await field(/^Talla/).fill('112');
    await field(/^Talla/).blur();
    await expect(field(/^Talla/)).toHaveAccessibleDescription(/45.*110/);
    await field(/^MUAC/).fill('5,4');
    await field(/^MUAC/).blur();
    await expect(field(/^MUAC/)).toHaveAccessibleDescription(/5,5 - 26,5/);
    await field(/^Talla/).fill('68,5');
    await field(/^Peso/).fill('7,1');
    await field(/^MUAC/).fill('11,9');
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/\/children\/view\//);
    await expect(page.getByText('−2,94').first()).toBeVisible();
    await expect(page.getByText('11,9').first()).toBeVisible();
    const texts = (await page.getByRole('main').innerText()).split('\n');
    expect(texts.filter((text) => /\d\.\d/.test(text))).toEqual([]);
    await expect.poll(() => leftOverEnglish(page)).toEqual([]);
  });
});
