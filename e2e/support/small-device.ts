import type { Page } from '@playwright/test';
import { untilKeptForOffline } from './offline.ts';

const SMALL = 30_000_000;

export interface SmallDevice {
  /**
   * Writes other data of the same origin until the device is full; has no effect after `giveSpace`.
   */
  fillUp(): Promise<void>;
  /** Gives the device unlimited space. */
  giveSpace(): Promise<void>;
}

/**
 * A device with little space; call it before the application opens, because Chromium caches the
 * available space for half a minute.
 */
export async function smallDevice(page: Page): Promise<SmallDevice> {
  await page.goto('/chrome-only.html');
  const { origin } = new URL(page.url());
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: SMALL });
  return {
    async fillUp() {
      await untilKeptForOffline(page);
      await page.evaluate(writeUntilFull);
    },
    async giveSpace() {
      await browser.send('Storage.overrideQuotaForOrigin', { origin });
    },
  };
}

/** Runs inside the page: writes ever smaller pieces of noise, which cannot be compressed. */
async function writeUntilFull(): Promise<void> {
  const opening = indexedDB.open('ballast');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('noise', { autoIncrement: true });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const fits = (size: number) =>
    new Promise<boolean>((resolve) => {
      const noise = new Uint8Array(size);
      // The browser returns at most 65,536 random bytes at once.
      for (let at = 0; at < size; at += 65_536)
        crypto.getRandomValues(noise.subarray(at, at + 65_536));
      const transaction = database.transaction('noise', 'readwrite');
      transaction.objectStore('noise').add(noise);
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
  for (let size = 2 ** 20; size >= 2 ** 6; size /= 4) {
    for (let wasWritten = true; wasWritten; ) wasWritten = await fits(size);
  }
  database.close();
}
