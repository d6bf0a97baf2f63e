import { expect, type Page } from '@playwright/test';

/** Waits until the whole application is stored on the device and works offline. */
export async function untilKeptForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'))
    .toBe('activated');
}

/** Disconnects every page of the device from the network. */
export async function goOffline(page: Page): Promise<void> {
  await untilKeptForOffline(page);
  await page.context().setOffline(true);
}
