import type { Page } from '@playwright/test';
import { addChild, fillMeasures, openList, saveScreening, walkTo } from '../pages/app.ts';
import { chooseLanguage } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { leftOverEnglish } from '../support/left-over-english.ts';

const html = (page: Page) => page.locator('html');
const toSpanish = (page: Page) => chooseLanguage(page, 'es');

/** Presses the language in the menu of a phone. */
async function pressSpanish(page: Page): Promise<void> {
  const language = page.getByRole('button', { name: 'Español' });
  if (!(await language.isVisible())) await page.getByRole('button', { name: /^Account/ }).click();
  await language.click();
}

/** Opens an address in Spanish and looks for English text. */
async function expectSpanish(page: Page, address: string, shown: string | RegExp) {
  await walkTo(page, address);
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect.poll(() => leftOverEnglish(page), { message: address }).toEqual([]);
}

test.describe('the language', () => {
  test('one tap chooses the language for every page that is open or opened, and for every new tab', async ({
    page,
    context,
  }) => {
    await openList(page);
    await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
    await fillMeasures(page, { height: '68.5', weight: '7.1', muac: '11.9' });
    await saveScreening(page);
    const { pathname, searchParams } = new URL(page.url());
    const childId = pathname.split('/').at(-1) ?? '';
    const surveyId = searchParams.get('saved') ?? '';
    expect(await leftOverEnglish(page)).not.toEqual([]);
    await toSpanish(page);
    await expect(html(page)).toHaveAttribute('lang', 'es');
    await expect(page.getByText('−2,94').first()).toBeVisible();
    await expect.poll(() => leftOverEnglish(page)).toEqual([]);
    await page.reload();
    await expect(html(page)).toHaveAttribute('lang', 'es');
    const tab = await context.newPage();
    await tab.goto('/not-found');
    await expect(html(tab)).toHaveAttribute('lang', 'es');
    await expect.poll(() => leftOverEnglish(tab)).toEqual([]);

    // Every screen in Spanish: `every-screen.spec`. Here the figures, and what only strangers see.
    await expectSpanish(page, `/children/survey/${childId}`, '68,5 cm');
    await expectSpanish(page, `/children/survey/remove/${childId}/${surveyId}`, /7,1 kg/);
    await expectSpanish(page, '/bad-request?message=x', 'x');
    await expectSpanish(page, `/children/remove/${childId}`, /sesión/i);
  });

  test('uses a comma in figures, and repeats the errors of a form in the new language', async ({
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
    await page.getByRole('radio', { name: 'Todo', exact: true }).check();
    await field(/^Talla/).fill('112');
    await field(/^Talla/).blur();
    await expect(field(/^Talla/)).toHaveAccessibleDescription(/45.*110/);
    await field(/\(MUAC\)/).fill('5,4');
    await field(/\(MUAC\)/).blur();
    await expect(field(/\(MUAC\)/)).toHaveAccessibleDescription(/5,5 - 26,5/);
    await field(/^Talla/).fill('68,5');
    await field(/^Peso/).fill('7,1');
    await field(/\(MUAC\)/).fill('11,9');
    await page.locator('button[type="submit"]').click();
    await expect(page).toHaveURL(/\/children\/view\//);
    await expect(page.getByText('−2,94').first()).toBeVisible();
    await expect(page.getByText('11,9').first()).toBeVisible();
    const texts = (await page.getByRole('main').innerText()).split('\n');
    expect(texts.filter((text) => /\d\.\d/.test(text))).toEqual([]);
    await expect.poll(() => leftOverEnglish(page)).toEqual([]);
  });

  test('that a break of the connection kept away comes at the next press, without a reload', async ({
    page,
  }) => {
    await openList(page);
    let lost: RegExp | null = null;
    await page.route(/\/assets\/es-/, (route) =>
      lost?.test(route.request().url()) ? route.abort() : route.fallback(),
    );
    // A browser keeps for itself that a script, or what the script waits for, could not be had.
    for (const what of [/\.js/, /\.bin/]) {
      lost = what;
      await pressSpanish(page);
      await expect(page.getByText(/Español is not on this device/).last()).toBeVisible();
      await page.getByRole('button', { name: 'Close the notice' }).last().click();
    }
    lost = null;
    await pressSpanish(page);
    await expect(html(page)).toHaveAttribute('lang', 'es');
  });
});
