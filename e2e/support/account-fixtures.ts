import type { Page } from '@playwright/test';
import { type AccountServer, startAccountServer } from './account-server.ts';
import { test as base, expect } from './fixtures.ts';

/** Account tests share one server per worker, because starting its parts takes seconds. */
export const test = base.extend<
  {
    /** A page on another device. */
    anotherDevice: () => Promise<Page>;
  },
  { accountServer: AccountServer }
>({
  accountServer: [
    async ({}, use) => {
      const server = await startAccountServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
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
