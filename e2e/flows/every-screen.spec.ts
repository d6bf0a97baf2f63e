import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { dialog, takeSession } from '../pages/accounts.ts';
import { listAddress, walkTo } from '../pages/app.ts';
import {
  expectAccessible,
  inOtherLanguage,
  isForAxe,
  type Language,
} from '../support/accessible.ts';
import { decimalPoints } from '../support/decimal-points.ts';
import { expect, test } from '../support/fixtures.ts';
import { leftOverEnglish } from '../support/left-over-english.ts';
import { namelessIn, outlineOf } from '../support/outline.ts';
import { member, openArrived } from '../support/phones.ts';
import { startRestartableServer } from '../support/restartable-server.ts';
import { pushScene, routePatterns, screenAddresses } from '../support/screens.ts';
import { settled } from '../support/settled.ts';

/** A unit of a small country with one time zone; test units are left out of the desk's figures. */
const UNIT = 'atiquizaya_stake_slv';
const WORDS = {
  firstNames: ['Luz', 'Ana', 'Mateo', 'Inés'],
  motherNames: ['Elena', 'Rosa'],
  lastName: 'Xicay',
  ward: 'El Centro',
  city: 'Cobán',
  address: 'Calle Real',
  mother: 'Elena Tum',
  comments: 'Lives by the bridge',
  interviewer: 'Beto Coc',
} as const;

/** The outlines of every screen in a language; `--update-snapshots` writes them anew. */
const fileOf = (language: Language) => new URL(`../outlines/${language}.txt`, import.meta.url);

/** Screens are parted by blank lines; the first line of each is its name. */
function readOutlines(language: Language): Map<string, string> {
  const screens = readFileSync(fileOf(language), 'utf8').trimEnd().split('\n\n');
  return new Map(
    screens.map((screen) => {
      const [name = '', ...lines] = screen.split('\n');
      return [name, lines.join('\n')];
    }),
  );
}

function writeOutlines(language: Language, outlines: ReadonlyMap<string, string>): void {
  const screens = [...outlines].map(([name, outline]) => `${name}\n${outline}\n`);
  writeFileSync(fileOf(language), screens.join('\n'));
}

/** The outline once it no longer changes. */
async function steadyOutline(page: Page): Promise<string> {
  let last = '';
  await expect(async () => {
    const before = last;
    last = await outlineOf(page);
    expect(last).toBe(before);
  }).toPass({ intervals: [300] });
  return last;
}

/** Ids that occur twice, the number of main headings, and whether the focus is in the content. */
const orderOf = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return {
      twice: ids.filter((id, at) => ids.indexOf(id) !== at),
      headings: document.querySelectorAll('h1').length,
      isFocusInContent: document.activeElement?.closest('main, dialog') !== null,
    };
  });

test('every screen has its heading, landmarks and controls by name in both languages, takes the focus, passes axe, and has nothing in English and no decimal point in Spanish', async ({
  page,
}, { config }) => {
  const isUpdate = /all|changed/.test(config.updateSnapshots);
  if (isUpdate) test.setTimeout(300_000);
  const server = await startRestartableServer();
  try {
    const ana = await member(server, 'Ana', ['user', 'sync', 'admin', 'phl-pilot']);
    const mirna = await member(server, 'Mirna');
    const scene = await pushScene(server, ana, UNIT, WORDS);
    await takeSession(page, ana.session, server.url);
    await openArrived(page, `${server.url}${listAddress(UNIT)}`);
    await expect(page.locator('a.child')).toHaveCount(4);

    const known = { en: readOutlines('en'), es: readOutlines('es') };
    const seen = { en: new Map<string, string>(), es: new Map<string, string>() };
    let language: Language = 'en';
    const check = async (screen: string, fields: 'fields' | 'typed') => {
      if (isUpdate) seen[language].set(screen, await steadyOutline(page));
      const outline = (isUpdate ? seen : known)[language].get(screen);
      await expect.soft
        .poll(() => outlineOf(page), { message: `${screen}, ${language}`, timeout: 15_000 })
        .toBe(outline);
      expect.soft(namelessIn(outline ?? ''), screen).toEqual([]);
      if (language === 'es') {
        await expect.soft
          .poll(() => leftOverEnglish(page), { message: screen, timeout: 15_000 })
          .toEqual([]);
        expect.soft(await decimalPoints(page, fields), screen).toEqual([]);
      }
    };
    const checkBoth = async (screen: string) => {
      await check(screen, 'fields');
      await expect.soft
        .poll(() => orderOf(page), { message: screen })
        .toEqual({ twice: [], headings: 1, isFocusInContent: true });
      await inOtherLanguage(page);
      language = language === 'en' ? 'es' : 'en';
      await check(screen, 'typed');
    };

    const user = mirna.session.user.id;
    const all = screenAddresses(scene, { unit: UNIT, country: 'SLV', user });
    expect(Object.keys(all).sort()).toEqual(routePatterns().sort());
    for (const [at, [pattern, address]] of Object.entries(all).entries()) {
      await walkTo(page, address);
      await settled(page);
      await checkBoth(pattern);
      if (isForAxe(at, 'phone')) await expectAccessible(page, pattern);
      // That a file could not be fetched is said until it is read.
      const notice = page.locator('.notices button');
      if (await notice.isVisible()) await notice.click();
    }

    // What the walk shows in Spanish only after English, and every column of a report.
    if (language === 'en') {
      await inOtherLanguage(page);
      language = 'es';
    }
    await walkTo(page, all['/children/survey/edit/:childId/:surveyId']);
    await expect(page.locator('[name="muac"]')).toHaveValue('11,1');
    expect.soft(await decimalPoints(page, 'fields'), 'a form of stored figures').toEqual([]);
    for (const type of ['all', 'summary']) {
      await walkTo(page, `/children/report/${UNIT}/SLV/stake/firstName/es/${type}/60`);
      await expect(page.locator('.report-table')).toBeVisible();
      expect.soft(await decimalPoints(page, 'fields'), type).toEqual([]);
    }

    await walkTo(page, all['/children/survey/:childId'].replace(scene.child, scene.unscreened));
    await page.locator('[name="muac"]').fill('11.2');
    await page.locator('main [type="submit"]').click();
    await expect(page.locator('.saved')).toBeVisible();
    await checkBoth('result card');
    await expectAccessible(page, 'result card');
    await page.locator('header [aria-haspopup="dialog"]:visible').last().click();
    await expect(dialog(page)).toBeVisible();
    await checkBoth('menu of the account');
    await expectAccessible(page, 'menu of the account');
    if (isUpdate) for (const each of ['en', 'es'] as const) writeOutlines(each, seen[each]);
  } finally {
    await server.stop();
  }
});
