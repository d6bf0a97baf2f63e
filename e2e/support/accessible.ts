import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { leftOverEnglish } from './left-over-english.ts';

export type Language = 'en' | 'es';

export const LOOKS = [
  { name: 'phone, light', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** No violation of WCAG 2.2 AA or axe's best practices; says which rule and where. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('main').first()).toBeVisible();
  // Our pages have no frames: what axe does for them (a second page, every node that is good) is left out.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${screen}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(found).toEqual([]);
}

/** The same, and nothing of it in the other language. */
export async function expectGoodScreen(
  page: Page,
  language: Language,
  screen: string,
): Promise<void> {
  await expectAccessible(page, screen);
  if (language === 'es') {
    await expect.soft.poll(() => leftOverEnglish(page), { message: screen }).toEqual([]);
  }
}

/** Turns the page to a language by the switch that every page has; it begins in English. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  if (language === 'es') await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
