import type { BrowserContext, Page } from '@playwright/test';

/** What takes the pages of a device that is cut off through their navigations. */
const cut = new WeakMap<BrowserContext, () => Promise<void>>();

/** Says in a new document that it is offline, until the browser itself says how it is. */
function sayOffline(): void {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
  if (own === undefined) return;
  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false });
  const giveBack = () => Object.defineProperty(Navigator.prototype, 'onLine', own);
  for (const event of ['offline', 'online']) {
    addEventListener(event, giveBack, { once: true, capture: true });
  }
}

/**
 * From version 150 on Chromium forgets at each navigation that `navigator.onLine` is to be false, though
 * requests go on failing: each new document is told, and the browser once more.
 */
async function keepOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${String(sayOffline)})()`,
  });
  const emulate = async (offline: boolean): Promise<void> => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    // A page that is closed meanwhile needs nothing.
    await session.send('Network.emulateNetworkConditions', conditions).catch(() => undefined);
  };
  const again = () => emulate(true);
  page.on('domcontentloaded', again);
  return async () => {
    page.off('domcontentloaded', again);
    if (page.isClosed()) return;
    await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await emulate(false);
    await session.detach();
  };
}

/** Cuts all pages of a device off from the network, or connects them again. */
export async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  await cut.get(context)?.();
  cut.delete(context);
  if (isOffline) {
    const ends = await Promise.all(context.pages().map(keepOffline));
    cut.set(context, async () => {
      await Promise.all(ends.map((end) => end()));
    });
  }
  await context.setOffline(isOffline);
}
