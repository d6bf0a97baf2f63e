import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { IS_DEEP } from './deep.ts';
import { leftOverEnglish } from './left-over-english.ts';

export type Language = 'en' | 'es';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe leaves in the page that it is read into. */
interface Axe {
  run(of: Document, options: RunOptions): Promise<AxeResults>;
}

/**
 * What axe finds: one line for each rule, with its elements; null: axe is not in this page yet. Only
 * these lines leave the page, because the whole result costs as much as the look.
 */
function axeFaults(page: Page): Promise<string[] | null> {
  return page.evaluate(async () => {
    const { axe } = window as { axe?: Axe };
    if (axe === undefined) return null;
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}

/** Expects no violation of WCAG 2.2 AA or axe's best practices; names rule and element. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('main').first()).toBeVisible();
  let faults = await axeFaults(page);
  if (faults === null) {
    await page.evaluate(AXE);
    faults = await axeFaults(page);
  }
  expect.soft(faults?.map((fault) => `${screen}: ${fault}`)).toEqual([]);
}

/** Expects every sentence of the page in Spanish. */
export async function expectSpanish(page: Page, screen: string): Promise<void> {
  await expect.soft.poll(() => leftOverEnglish(page), { message: screen }).toEqual([]);
}

/** Closes the notices: what was said in one language stays so, up to ten seconds. */
async function closeNotices(page: Page): Promise<void> {
  const close = page.locator('.notice > button:last-child');
  await close.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click();
  });
}

/**
 * Whether the walk over all screens shows its nth one to axe: on a phone and light, or on a desktop
 * and dark. An ordinary run has one of the two for each screen, always the same.
 */
export const isForAxe = (screen: number, look: 'phone' | 'desktop'): boolean =>
  IS_DEEP || (screen % 2 === 0) === (look === 'phone');

/** Whether an ordinary run takes the second look of a screen: for about half of them. */
const isSecondHalf = (screen: string): boolean => screen.length % 2 === 1;

/**
 * Checks the page light and English on a phone, and dark and Spanish on a desktop: no violation in
 * either, and no English in the second; an ordinary run takes one of the two, always the same for a
 * screen. Leaves the page in English and phone size, without notices.
 */
export async function expectGoodInBothLooks(page: Page, screen: string): Promise<void> {
  if (IS_DEEP || !isSecondHalf(screen)) await expectAccessible(page, screen);
  await closeNotices(page);
  if (!IS_DEEP && !isSecondHalf(screen)) return;
  await lookAs(page, DESKTOP, 'dark', 'es');
  await expectSpanish(page, screen);
  await expectAccessible(page, `${screen}, dark, on a desktop, in Spanish`);
  await lookAs(page, PHONE, 'light', 'en');
}

/** Shows the page so; the menu that has the languages on a phone is not opened for it. */
async function lookAs(
  page: Page,
  window: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  language: Language,
): Promise<void> {
  await page.setViewportSize(window);
  await page.emulateMedia({ colorScheme });
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  if ((await otherLanguage(page).count()) === 0) return chooseLanguage(page, language);
  await inOtherLanguage(page);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

const otherLanguage = (page: Page) => page.locator('header button[lang]').first();

/** Presses the other language in the header, also where a phone has it in its menu. */
export const inOtherLanguage = (page: Page): Promise<void> =>
  otherLanguage(page).evaluate((button: HTMLButtonElement) => button.click());

/** Changes the page's language in the header, which on most pages of a phone has it in its menu. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    const other = page.getByRole('button', { name: language === 'es' ? 'Español' : 'English' });
    const menu = page.getByRole('button', { name: /^(Account|Cuenta)/ });
    await expect(other.or(menu).first()).toBeVisible();
    if (!(await other.isVisible())) await menu.click();
    await other.click();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
