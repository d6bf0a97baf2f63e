import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';

/** Tests of accounts: their pages are those of the server with a mail server and a provider. */
export const test = base.extend<{
  /** A page on another device. */
  anotherDevice: () => Promise<Page>;
}>({
  baseURL: async ({ accountServer }, use) => {
    await use(accountServer.url);
  },
  anotherDevice: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const page = await browser.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.close();
  },
});

export { expect };
