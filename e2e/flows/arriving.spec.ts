import { demoRecords } from '@crece/domain/demo';
import type { Page } from '@playwright/test';
import {
  addChild,
  backToList,
  dayOfMonthsAgo,
  fillMeasures,
  listAddress,
  openList,
  rowOf,
  saveScreening,
} from '../pages/app.ts';
import type { AccountServer } from '../support/account-server.ts';
import { type HeldLine, holdLine } from '../support/held-line.ts';
import { expect, type Member, member, test } from '../support/phones.ts';
import { newId, type Pushed, pushRecords, written } from '../support/push-records.ts';

/** What the unit holds, the visits of Zoila last: ids are sent in their order. */
const RECORDS = 3_600;

/** A unit of so many invented records, and a girl with one visit, a month old. */
function recordsOf(unit: string): { records: Pushed[]; zoila: string } {
  const today = new Date().toISOString().slice(0, 10);
  const demo = demoRecords({ stakeDb: unit, today, children: 1_200 });
  const [child] = demo.children;
  const [screening] = demo.screenings;
  if (child === undefined || screening === undefined) throw new Error('nothing was invented');
  const zoila = newId('chld', unit);
  const born = { birthDate: dayOfMonthsAgo(14), gender: 'Girl' as const };
  const hers = [
    { ...child, ...born, _id: zoila, firstName: 'Zoila', lastName: 'Último' },
    {
      ...screening,
      _id: newId('scr', unit),
      owner: zoila,
      gender: 'Girl' as const,
      surveyDate: dayOfMonthsAgo(1),
      height: 68,
      weight: 6.9,
      muac: 13,
    },
  ];
  const others = [...demo.children, ...demo.mothers, ...demo.screenings];
  const records = [...others.slice(0, RECORDS - hers.length), ...hers].map((record) => {
    const { _rev, ...fields } = { _rev: undefined, ...record };
    const document = { ...fields, device: 'another-phone', updatedBy: 'Berta Coc', rules: '1' };
    return written(document);
  });
  return { records, zoila };
}

/** Sentences that are untrue, or a danger, as long as not everything is here. */
const UNTRUE = {
  en: /never|Not screened|No visit yet|No screening yet|No children|No child |No pregnant|No nursing|Remove child/,
  es: /nunca|Aún sin evaluar|Aún no hay visitas|no tiene evaluaciones|no hay niños|Ningún niño|no hay embarazadas|Eliminar niño/,
} as const;

const WORDS = {
  en: {
    running: 'The records of this unit are arriving',
    visits: 'Visits still arriving',
    line: 'Not all records of this unit have arrived yet',
    download: 'Download',
    toList: 'Go on with the list',
    pause: 'Pause',
    resume: 'Go on syncing',
    shown: 'Show',
    noRemoval: 'Zoila cannot be removed yet',
    whole: /^Synced, /,
    sync: 'Sync',
    back: 'Back',
  },
  es: {
    running: 'Están llegando los registros de esta unidad',
    visits: 'Visitas por llegar',
    line: 'Aún no han llegado todos los registros de esta unidad',
    download: 'Descargar',
    toList: 'Seguir con la lista',
    pause: 'Pausar',
    resume: 'Seguir sincronizando',
    shown: 'Mostrar',
    noRemoval: 'Todavía no se puede eliminar a Zoila',
    whole: /^Sincronizado, /,
    sync: 'Sincronizar',
    back: 'Volver',
  },
} as const;

type Language = keyof typeof WORDS;

/** A phone on a held line, and a server with the unit. */
async function aSlowLine(
  server: AccountServer,
  unit: string,
): Promise<{ ana: Member; line: HeldLine; zoila: string }> {
  const ana = await member(server, 'Ana');
  const { records, zoila } = recordsOf(unit);
  await pushRecords(server, ana, unit, records);
  return { ana, zoila, line: await holdLine(server.url) };
}

const main = (page: Page) => page.getByRole('main');

/** Finds a child and opens it: the only one found opens by itself, unless the list grew meanwhile. */
async function openFound(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await expect(async () => {
    if (!page.url().includes('/children/view/')) {
      await rowOf(page, name).click({ timeout: 2_000 });
    }
    await expect(page).toHaveURL(/\/children\/view\//, { timeout: 2_000 });
  }).toPass();
}

async function saysNothingUntrue(page: Page, language: Language): Promise<void> {
  expect(await main(page).innerText()).not.toMatch(UNTRUE[language]);
}

const chips = async (page: Page, language: Language): Promise<string> =>
  (await page.getByRole('group', { name: WORDS[language].shown }).allInnerTexts()).join(' ');

for (const language of ['en', 'es'] as const) {
  const words = WORDS[language];

  test.describe(`a first download on a slow line, in ${language}`, () => {
    const unit = language === 'en' ? 'test_stake_zwe' : 'test_stake_gha';

    test('says nothing of what has not arrived, at 10, 50 and 90 %, after a cut and a reload; at the end everything is there', async ({
      accountServer,
      phone,
    }, info) => {
      test.setTimeout(300_000);
      const { ana, line, zoila } = await aSlowLine(accountServer, unit);
      const page = await phone(ana, { origin: line.url });
      await page.evaluate((chosen) => localStorage.setItem('crece.language', chosen), language);
      const picture = (name: string) =>
        page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: false });
      try {
        await openList(page, unit);
        await picture('0-never');
        await saysNothingUntrue(page, language);
        line.passTo(0.1);
        await page.getByRole('link', { name: words.download }).click();
        await page.getByRole('link', { name: words.toList }).click();
        for (const share of [0.1, 0.5]) {
          line.passTo(share);
          await expect(page.getByRole('heading', { name: words.running })).toBeVisible();
          expect(await chips(page, language)).not.toMatch(/\d/);
          await saysNothingUntrue(page, language);
          await picture(`${share * 100}`);
        }

        line.passTo(0.9);
        await expect(rowOf(page, words.visits).first()).toBeVisible();
        await expect(main(page)).toContainText(words.line);
        await picture('90-list');
        await saysNothingUntrue(page, language);
        expect(await chips(page, language)).not.toMatch(/\d/);
        // Her visit is the last to come: of the others some may arrive while they are looked at.
        await openFound(page, 'Zoila');
        await expect(page.getByRole('heading', { name: words.visits })).toBeVisible();
        await saysNothingUntrue(page, language);
        await picture('90-child');

        // What has come is kept when the line breaks; the person leaves it at that.
        line.cut();
        await page.getByRole('link', { name: words.back }).click();
        await page.getByRole('link', { name: words.sync, exact: true }).click();
        await page.getByRole('button', { name: words.pause }).click();
        await expect(page.getByRole('button', { name: words.resume })).toBeVisible();
        for (const visit of ['after-cut', 'after-reload']) {
          await openList(page, unit);
          await expect(main(page)).toContainText(words.line);
          await expect(rowOf(page, words.visits).first()).toBeVisible();
          await saysNothingUntrue(page, language);
          await picture(visit);
        }
        await page.goto(`/children/remove/${zoila}`);
        await expect(page.getByRole('heading', { name: words.noRemoval })).toBeVisible();
        await expect(page.locator('.btn-danger')).toHaveCount(0);
        await picture('removal');

        line.mend();
        line.passTo(1);
        await page.goto(`/children/sync/${unit}/Test/children`);
        await page.getByRole('button', { name: words.resume }).click();
        await expect(page).toHaveURL(/\/children\/list\//, { timeout: 90_000 });
        await expect(page.locator('.syncbar b')).toHaveText(words.whole);
        await expect(main(page)).not.toContainText(words.line);
        await expect(main(page)).not.toContainText(words.visits);
        expect(await chips(page, language)).toMatch(/\d/);
        await page.goto(listAddress(unit, 'Zoila'));
        await expect(rowOf(page, 'Zoila')).toContainText(language === 'en' ? 'ago' : 'hace');
        await picture('whole');
      } finally {
        await line.close();
      }
    });
  });
}

test('a child registered meanwhile reads as ever, and a screening saved meanwhile counts its earlier visits in the end', async ({
  accountServer,
  phone,
}) => {
  const unit = 'test_stake_phl';
  const { ana, line } = await aSlowLine(accountServer, unit);
  const page = await phone(ana, { origin: line.url });
  const doNow = page.getByRole('region', { name: 'Do now' });
  try {
    await openList(page, unit);
    line.passTo(0.9);
    await page.getByRole('link', { name: 'Download' }).click();
    await page.getByRole('link', { name: 'Go on with the list' }).click();
    await expect(rowOf(page, 'Visits still arriving').first()).toBeVisible();

    await addChild(page, { firstName: 'Zuri', lastName: 'Coc', sex: 'Girl', months: 20 });
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Not screened yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove child' })).toBeVisible();
    await backToList(page);
    await expect(async () => {
      // The list grows under the test's hands.
      await page.keyboard.press('End');
      await expect(rowOf(page, 'Zuri Coc')).toContainText('Not screened yet', { timeout: 1_000 });
    }).toPass();

    await openFound(page, 'Zoila');
    await page.getByRole('link', { name: 'New screening' }).first().click();
    await expect(page.getByText('Earlier visits may still be arriving')).toBeVisible();
    await fillMeasures(page, { height: '68.5', weight: '7.1' });
    await saveScreening(page);
    await expect(doNow).toContainText('Start the supplement: 240 kcal a day');
    await expect(page.getByText(/this result takes them into account/)).toBeVisible();

    line.passTo(1);
    await expect(page.getByText(/this result takes them into account/)).toHaveCount(0);
    await expect(doNow).toContainText('Keep giving the supplement: 240 kcal a day');
    await expect(doNow).not.toContainText('Start the supplement');
    await page.getByRole('button', { name: /Zoila|card/ }).click();
    await expect(page.getByRole('region', { name: 'Visits' }).getByRole('listitem')).toHaveCount(2);
  } finally {
    await line.close();
  }
});
