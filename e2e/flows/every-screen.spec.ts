import { todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import type { CDPSession, Page } from '@playwright/test';
import { dialog, takeSession } from '../pages/accounts.ts';
import { listAddress, turnTo, walkTo } from '../pages/app.ts';
import {
  expectAccessible,
  inOtherLanguage,
  isForAxe,
  type Language,
} from '../support/accessible.ts';
import { setOffline } from '../support/connection.ts';
import { decimalPoints } from '../support/decimal-points.ts';
import { IS_DEEP } from '../support/deep.ts';
import { expect, test } from '../support/fixtures.ts';
import { closeFolds, type Look, layoutFaults, showAs } from '../support/layout.ts';
import { leftOverEnglish } from '../support/left-over-english.ts';
import { namelessIn, outlineOf } from '../support/outline.ts';
import { readOutlines, writeOutlines } from '../support/outlines.ts';
import { member, openArrived } from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';
import { startRestartableServer } from '../support/restartable-server.ts';
import { facesOf } from '../support/roboto.ts';
import { pushScene, routePatterns, screenAddresses } from '../support/screens.ts';
import { settled } from '../support/settled.ts';

/** A unit of a small country with one time zone; test units are left out of the desk's figures. */
const UNIT = 'atiquizaya_stake_slv';
const OTHER_UNIT = 'san_miguel_stake_slv';
/** Names without any place to break, as long as the fields allow. */
const FIRST = 'Maximilianaguadalupeconcepcionesperanza'.padEnd(40, 'x');
const LAST = 'Ixquiactapordelossantosyhernandezgarcia'.padEnd(40, 'z');
const WORDS = {
  firstNames: [`0${FIRST}`.slice(0, 40), `1${FIRST}`.slice(0, 40), `2${FIRST}`.slice(0, 40), FIRST],
  motherNames: [FIRST, FIRST],
  lastName: LAST,
  ward: LAST.slice(0, 30),
  city: FIRST,
  address: LAST,
  mother: FIRST + LAST,
  comments: LAST + FIRST,
  interviewer: FIRST,
} as const;

const SMALLEST: Look = { width: 320, height: 640, font: 16 };

/**
 * A phone on its side, a wide screen, the same and a desktop with large text: in this order fewest
 * changes of the text's size.
 */
const LARGER: readonly Look[] = [
  { width: 740, height: 360, font: 16 },
  { width: 1920, height: 1080, font: 16 },
  { width: 1920, height: 1080, font: 24 },
  { width: 1280, height: 800, font: 24 },
];
const DOUBLED: Look = { width: 360, height: 740, font: 32 };

/** The looks of the nth screen: all for a release; else both narrow ones and the larger in turns. */
function looksOf(screen: number): readonly Look[] {
  const larger = IS_DEEP ? LARGER : LARGER.filter((_, at) => at === screen % LARGER.length);
  return [SMALLEST, ...larger, DOUBLED];
}

/** The widths of a desktop. */
const isDesktop = ({ width }: Look) => width >= 1280;

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

/**
 * Looks at one screen after the other, to and fro: each is drawn first as the last one was shown, in
 * English in the smallest window or in Spanish with doubled text.
 */
function looker(page: Page, cdp: CDPSession, isUpdate: boolean) {
  const known = { en: readOutlines('en'), es: readOutlines('es') };
  const seen = { en: new Map<string, string>(), es: new Map<string, string>() };
  const faults: string[] = [];
  let language: Language = 'en';
  let shown = SMALLEST;

  async function turn(): Promise<void> {
    await inOtherLanguage(page);
    language = language === 'en' ? 'es' : 'en';
  }

  async function say(screen: string, fields: 'fields' | 'typed'): Promise<void> {
    if (isUpdate) seen[language].set(screen, await steadyOutline(page));
    const outline = (isUpdate ? seen : known)[language].get(screen);
    await expect.soft
      .poll(() => outlineOf(page), { message: `${screen}, ${language}`, timeout: 15_000 })
      .toBe(outline);
    expect.soft(namelessIn(outline ?? ''), screen).toEqual([]);
    if (language !== 'es') return;
    await expect.soft
      .poll(() => leftOverEnglish(page), { message: screen, timeout: 15_000 })
      .toEqual([]);
    expect.soft(await decimalPoints(page, fields), screen).toEqual([]);
  }

  /** What it says in the language at hand, then in the other one. */
  async function names(screen: string, isAxeWanted: boolean): Promise<void> {
    await say(screen, 'fields');
    await turn();
    await say(screen, 'typed');
    if (isAxeWanted) await expectAccessible(page, screen);
  }

  async function expectOrder(screen: string): Promise<void> {
    await expect.soft
      .poll(() => orderOf(page), { message: screen })
      .toEqual({ twice: [], headings: 1, isFocusInContent: true });
  }

  /** The nth screen in its windows, in Spanish. */
  async function layout(screen: string, nth: number): Promise<void> {
    const looks = looksOf(nth);
    const forAxe = isForAxe(nth, 'desktop') ? looks.find(isDesktop) : undefined;
    for (const look of shown === SMALLEST ? looks : looks.toReversed()) {
      if (look !== shown) await showAs(page, cdp, look);
      shown = look;
      const name = `${screen}, ${look.width} px, text of ${look.font} px`;
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`));
      if (look !== forAxe) continue;
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, `${name}, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await closeFolds(page);
  }

  return {
    names,
    expectOrder,
    layout,
    async all(screen: string, nth: number, isAxeWanted = isForAxe(nth, 'phone')): Promise<void> {
      await expectOrder(screen);
      if (language === 'es') await layout(screen, nth);
      await names(screen, isAxeWanted);
      if (language === 'es' && shown === SMALLEST) await layout(screen, nth);
    },
    /** Ends in Spanish with doubled text. */
    async endInSpanish(): Promise<void> {
      if (language === 'en') await turn();
      await showAs(page, cdp, DOUBLED);
      shown = DOUBLED;
    },
    end(): void {
      if (isUpdate) for (const each of ['en', 'es'] as const) writeOutlines(each, seen[each]);
      expect(faults).toEqual([]);
    },
  };
}

test('every screen has its heading, landmarks and controls by name in both languages, takes the focus, passes axe, and has nothing in English and no decimal point in Spanish; none scrolls sideways, cuts text or hides a control: 320 px, doubled text, long names', async ({
  page,
}, { config }) => {
  // Some 80 screens, one after the other; a release looks at each three times as often.
  test.setTimeout(IS_DEEP ? 1_200_000 : 600_000);
  const server = await startRestartableServer();
  try {
    const ana = await member(server, 'Ana', ['user', 'sync', 'admin', 'phl-pilot']);
    const mirna = await member(server, 'Mirna');
    const scene = await pushScene(server, ana, UNIT, WORDS);
    await takeSession(page, ana.session, server.url);
    const cdp = await page.context().newCDPSession(page);
    await openArrived(page, `${server.url}${listAddress(UNIT)}`);
    await expect(page.locator('a.child')).toHaveCount(4);
    // Measured in Android's letters.
    expect((await facesOf(cdp, 'h1')).join()).toMatch(/^Roboto/);
    // The smallest window has no room for it.
    await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible();
    await showAs(page, cdp, SMALLEST);

    const user = mirna.session.user.id;
    const all = screenAddresses(scene, { unit: UNIT, country: 'SLV', user });
    const screens = Object.entries(all);
    expect(Object.keys(all).sort()).toEqual(routePatterns().sort());
    const looks = looker(page, cdp, /all|changed/.test(config.updateSnapshots));
    for (const [at, [pattern, address]] of screens.entries()) {
      await walkTo(page, address);
      await settled(page);
      await looks.all(pattern, at);
      // That a file could not be fetched is said until it is read.
      const notice = page.locator('.notices button');
      if (await notice.isVisible()) await notice.click();
    }

    // What the walk shows in Spanish only after English, and every column of a report.
    await looks.endInSpanish();
    await walkTo(page, all['/children/survey/edit/:childId/:surveyId']);
    await expect(page.locator('[name="muac"]')).toHaveValue('11,1');
    expect.soft(await decimalPoints(page, 'fields'), 'a form of stored figures').toEqual([]);
    for (const type of ['all', 'summary']) {
      await walkTo(page, `/children/report/${UNIT}/SLV/stake/firstName/es/${type}/60`);
      await expect(page.locator('.report-table')).toBeVisible();
      expect.soft(await decimalPoints(page, 'fields'), type).toEqual([]);
    }

    // Figures of two digits on the desk of the country.
    const today = todayIn('America/El_Salvador', new Date());
    const { children, screenings } = demoRecords({ stakeDB: OTHER_UNIT, today, children: 40 });
    await pushRecords(server, ana, OTHER_UNIT, [...children, ...screenings].map(written));
    for (const pattern of ['/children/desk', '/children/desk/:country'] as const) {
      await turnTo(page, all[pattern]);
      await expect(page.locator('.desk-keys')).toContainText(/\d\d/);
      await looks.layout(`${pattern}, two digits`, screens.length);
    }

    const unscreened = all['/children/survey/:childId'].replace(scene.child, scene.unscreened);
    const measure = async (muac: string) => {
      await walkTo(page, unscreened);
      await page.locator('[name="muac"]').fill(muac);
      await page.locator('main [type="submit"]').click();
      await expect(page.locator('.saved')).toBeVisible();
    };
    await measure('11.2');
    // What the screens say of it does not change while they are looked at.
    await page.clock.fastForward('00:06');
    await expect(page.locator('.syncbar b')).toHaveText(/^(?:Synced|Sincronizado), /);
    await looks.all('result card', screens.length, true);
    await page.locator('header [aria-haspopup="dialog"]:visible').last().click();
    await expect(dialog(page)).toBeVisible();
    await looks.expectOrder('menu of the account');
    await looks.names('menu of the account', true);
    await page.keyboard.press('Escape');

    // Rows of a phone without a connection: each is only on this device.
    await looks.endInSpanish();
    await setOffline(page.context(), true);
    await measure('11.3');
    await walkTo(page, listAddress(UNIT));
    await expect(page.locator('a.child .w svg').first()).toBeVisible();
    await looks.layout('unsent rows', screens.length + 1);
    looks.end();
  } finally {
    await server.stop();
  }
});
