// Makes the pictures of the guides inside the application from its real screens: `npm run build`, then
// `npm run pictures`, after a change of what they show. A server of its own with invented children, and
// Chromium as a phone. The pictures are committed; no device keeps them (`features/guide/guide-page.tsx`).
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SignedInBody } from '@crece/contract';
import { LANGUAGES, type Language } from '@crece/messages';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { takeSession } from '../e2e/pages/accounts.ts';
import {
  grantByCall,
  makeFirstAdmin,
  type Person,
  signInByCall,
  signUpByCall,
} from '../e2e/support/account-server.ts';
import { fillUnit } from '../e2e/support/fill-unit.ts';
import { robotoConfig } from '../e2e/support/roboto.ts';
import { type ServerProcess, startServer } from '../e2e/support/server-process.ts';
import { ensureChromium } from './find-chromium.ts';

const FOLDER = resolve(import.meta.dirname, '../apps/web/public/guide');
const UNIT = 'coban_stake_gtm';
const RECORDS = 120;
/** A phone of 412 × 760; each picture has 515 × 950 pixels (`features/guide/picture-size.ts`). */
const PHONE = { viewport: { width: 412, height: 760 }, deviceScaleFactor: 1.25 } as const;
const QUALITY = 40;
const PATIENCE_MS = 60_000;

const somebody = (firstName: string, lastName: string): Person => ({
  ...{ firstName, lastName, username: firstName.toLowerCase(), password: 'Kiwi-Trova-58' },
  email: `${firstName.toLowerCase()}@example.org`,
});

interface People {
  readonly admin: SignedInBody;
  readonly screener: SignedInBody;
}

async function makePeople(server: ServerProcess): Promise<People> {
  const first = somebody('Julia', 'Morales');
  const adminToken = await makeFirstAdmin(server, first);
  const screener = somebody('Ana', 'Xol');
  for (const person of [screener, somebody('Marta', 'Caal'), somebody('Luis', 'Choc')]) {
    const { user } = await signUpByCall(server, person);
    await grantByCall({ url: server.url, adminToken }, user, ['user', 'sync']);
  }
  return {
    admin: await signInByCall(server, first),
    screener: await signInByCall(server, screener),
  };
}

/** One language: its pages are walked as a phone does, without words that differ by language. */
class Shots {
  bytes = 0;
  readonly #browser: Browser;
  readonly #url: string;
  readonly #language: Language;

  constructor(browser: Browser, url: string, language: Language) {
    this.#browser = browser;
    this.#url = url;
    this.#language = language;
  }

  async all({ admin, screener }: People): Promise<void> {
    const phone = await this.#phone(screener);
    await this.#visit(phone);
    await phone.context().close();
    const office = await this.#phone(admin);
    await office.goto(`${this.#url}/children/desk`);
    await office.locator('.desk-refer .desk-child').first().waitFor();
    await this.#take(office, 'overview');
    await office.goto(`${this.#url}/admin/users`);
    await office.locator('main a[href^="/admin/users/"]').nth(2).waitFor();
    await this.#take(office, 'people');
    await office.context().close();
  }

  async #visit(page: Page): Promise<void> {
    await page.goto(`${this.#url}/children/list/${UNIT}/Coban/-/a/children`);
    await page.locator('main a.child').nth(2).waitFor();
    // The whole unit has come: the bar says at what time, and nothing more moves.
    await page.waitForFunction(() =>
      /, \d+:\d\d/.test(document.querySelector('.syncbar b')?.textContent ?? ''),
    );
    await page.waitForLoadState('networkidle');
    await this.#take(page, 'child');
    await page.goto(`${this.#url}/`);
    await page.locator(`main a[href*="/${UNIT}/"]`).first().waitFor();
    // Its figures come after it.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main dd')].every((figure) => figure.textContent !== '…'),
    );
    await page.waitForLoadState('networkidle');
    await this.#take(page, 'begin');
    await page.goto(`${this.#url}/children/due/${UNIT}/Coban`);
    await page.locator('main a[href*="/children/view/"]').first().waitFor();
    await this.#take(page, 'refer');

    await page.goto(`${this.#url}/children/list/${UNIT}/Coban/-/r/children`);
    const href = await page.locator('main a.child').first().getAttribute('href');
    const id = /chld_\w+/.exec(href ?? '')?.[0] ?? '';
    await page.goto(`${this.#url}/children/survey/${id}`);
    const fields = page.locator('main form input[inputmode="decimal"]');
    await fields.first().waitFor();
    await this.#fill(page);
    // The result of what was typed stands above the button.
    await page.locator('.live:not(:has(.live-empty))').waitFor();
    await this.#take(page, 'measure');
    // It stays on this phone: the next language screens the same child for the first time today.
    await page.route('**/sync/**', (route) => route.abort());
    await page.locator('main form button[type="submit"]').last().click();
    await page.waitForURL(/\/children\/view\//);
    await page.locator('.hero').first().waitFor();
    await this.#take(page, 'result');
  }

  async #fill(page: Page): Promise<void> {
    // On a phone only the arm may be asked for at first.
    await page.locator('main form input[type="radio"][value="all"]').check({ force: true });
    const typed = { weight: '8.4', height: '80.1', muac: '12.1' };
    for (const [name, value] of Object.entries(typed)) {
      const written = this.#language === 'es' ? value.replace('.', ',') : value;
      await page.locator(`main form input[name="${name}"]`).fill(written);
    }
  }

  async #phone(session: SignedInBody): Promise<Page> {
    const context = await this.#browser.newContext({
      ...{ ...PHONE, isMobile: true, hasTouch: true, timezoneId: 'America/Guatemala' },
      ...{ locale: this.#language === 'es' ? 'es-GT' : 'en-US', reducedMotion: 'reduce' as const },
      // "Works without a connection now" would stand on whichever picture it comes in.
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript((language) => {
      localStorage.setItem('crece.language', language);
    }, this.#language);
    const page = await context.newPage();
    await takeSession(page, session, this.#url);
    return page;
  }

  async #take(page: Page, name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const folder = join(FOLDER, this.#language);
    mkdirSync(folder, { recursive: true });
    const picture = await page.screenshot({ animations: 'disabled' });
    const file = join(folder, `${name}.webp`);
    await sharp(picture).webp({ quality: QUALITY, effort: 6 }).toFile(file);
    this.bytes += statSync(file).size;
  }
}

async function main(): Promise<void> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-pictures-'));
  await fillUnit(dataDir, UNIT, RECORDS);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu'],
    // As on Android; the product carries no font.
    env: { ...process.env, FONTCONFIG_FILE: robotoConfig() },
  });
  try {
    const people = await makePeople(server);
    rmSync(FOLDER, { recursive: true, force: true });
    let bytes = 0;
    for (const language of LANGUAGES) {
      const shots = new Shots(browser, server.url, language);
      await shots.all(people);
      bytes += shots.bytes;
    }
    console.log(`${FOLDER}: ${Math.round(bytes / 1024)} KB`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
