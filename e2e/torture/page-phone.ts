import type { BrowserContext, Page } from '@playwright/test';
import { startFaultProxy } from '../../packages/storage/src/testing/node/fault-proxy.ts';
import { runInOrigin } from '../support/page-bundle.ts';
import type { Driver } from './driver.ts';
import type { InPage } from './in-page.ts';
import type { Phone } from './phone.ts';
import type { Member } from './unit-server.ts';

interface Options {
  label: string;
  /** A separate context: its IndexedDB is the phone's. It needs `bypassCSP`. */
  context: BrowserContext;
  serverUrl: string;
  member: Member;
  clock: () => Date;
}

/** Calls without an argument to the driver in a page. */
type Question =
  | 'sync'
  | 'leaves'
  | 'contents'
  | 'conflictsWithoutTask'
  | 'pending'
  | 'pendingIds'
  | 'listed'
  | 'refused'
  | 'sequence';

/** Opens the unit in a page of the application's origin that starts nothing by itself. */
export async function openDriver(tab: Page, parts: InPage): Promise<void> {
  await tab.evaluate((handed) => Object.assign(window, { torture: handed }), parts);
  await runInOrigin(tab, '../torture/in-page.ts');
  await tab.evaluate(() => window.torture.driver);
}

/** A phone with the product's own store on IndexedDB in a real Chromium page. */
export async function openPagePhone({
  label,
  context,
  serverUrl,
  member,
  clock,
}: Options): Promise<Phone> {
  const proxy = await startFaultProxy(serverUrl);

  async function openTab(): Promise<Page> {
    const tab = await context.newPage();
    await tab.goto(`${proxy.url}/chrome-only.html`);
    await openDriver(tab, { label, token: member.token, now: clock().getTime() });
    return tab;
  }

  let page = await openTab();

  /** Tells the page the time and the signed-in person. */
  function tell(tab: Page): Promise<unknown> {
    const news = { token: member.token, now: clock().getTime() };
    return tab.evaluate((told) => Object.assign(window.torture, told), news);
  }

  async function ask<Q extends Question>(
    question: Q,
    tab = page,
  ): Promise<Awaited<ReturnType<Driver[Q]>>> {
    await tell(tab);
    const answer: unknown = await tab.evaluate(
      async (asked) => (await window.torture.driver)?.[asked](),
      question,
    );
    return answer as Awaited<ReturnType<Driver[Q]>>;
  }

  return {
    label,
    proxy,
    member,
    async act(act, seed) {
      await tell(page);
      return page.evaluate(
        async ([asked, from]) => (await window.torture.act?.(asked, from)) ?? [],
        [act, seed] as const,
      );
    },
    sync: () => ask('sync'),
    async syncInTwoTabs() {
      const second = await openTab();
      try {
        // Which of the two runs must not depend on chance: the second starts only after the first
        // has begun.
        const { met, release } = proxy.hold();
        const first = ask('sync');
        await met;
        const other = await ask('sync', second);
        release();
        return [await first, other];
      } finally {
        await second.close();
      }
    },
    leaves: () => ask('leaves'),
    contents: () => ask('contents'),
    missing: (asked) =>
      page.evaluate(
        async (revisions) => (await window.torture.driver)?.missing(revisions) ?? [],
        asked,
      ),
    conflictsWithoutTask: () => ask('conflictsWithoutTask'),
    pending: () => ask('pending'),
    pendingIds: () => ask('pendingIds'),
    listed: () => ask('listed'),
    refused: () => ask('refused'),
    sequence: () => ask('sequence'),
    async crash() {
      await page.close();
      page = await openTab();
    },
    async close() {
      await context.close();
      await proxy.close();
    },
  };
}
