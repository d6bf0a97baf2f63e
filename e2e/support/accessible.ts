import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { leftOverEnglish } from './left-over-english.ts';

export type Language = 'en' | 'es';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** Expects no violation of WCAG 2.2 AA or axe's best practices; names rule and element. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('main').first()).toBeVisible();
  // Our pages have no frames, so axe's extra page for them and its list of passed elements are
  // switched off.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${screen}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(found).toEqual([]);
}

/** Expects every sentence of the page in Spanish. */
export async function expectSpanish(page: Page, screen: string): Promise<void> {
  await expect.soft.poll(() => leftOverEnglish(page), { message: screen }).toEqual([]);
}

/**
 * Checks the page light and English on a phone, then dark and Spanish on a desktop: no violation in
 * either, and no English in the second. Leaves the page in English and phone size.
 */
export async function expectGoodInBothLooks(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooseLanguage(page, 'es');
  await expectSpanish(page, screen);
  await expectAccessible(page, `${screen}, dark, on a desktop, in Spanish`);
  await chooseLanguage(page, 'en');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
}

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
