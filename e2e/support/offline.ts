import { expect, type Page } from '@playwright/test';

/** Waits until the whole application is on the device: from then on no network is needed. */
export async function untilKeptForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'))
    .toBe('activated');
}

/** Takes the network away from every page of the device, as a valley does. */
export async function goOffline(page: Page): Promise<void> {
  await untilKeptForOffline(page);
  await page.context().setOffline(true);
}
