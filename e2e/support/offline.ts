import { expect, type Page } from '@playwright/test';
import { setOffline } from './connection.ts';

/** Waits until the whole application is stored on the device and works offline. */
export async function untilKeptForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'))
    .toBe('activated');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: isKept }) =>
          isKept === true ? resolve() : reject(new Error('The later files could not be stored.'));
        navigator.serviceWorker.controller?.postMessage({ type: 'KEEP', group: 'later' }, [port2]);
      }),
  );
}

/** Disconnects every page of the device from the network. */
export async function goOffline(page: Page): Promise<void> {
  await untilKeptForOffline(page);
  await setOffline(page.context(), true);
}

/** Paths of the files that the device stores besides those of the installation, of all versions. */
export function storedOnDemand(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('crece-on-demand'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Bytes of all files of the application that the device stores, as they are stored. */
export function storedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const sizesOf = async (name: string) => {
      const files = await (await caches.open(name)).matchAll();
      return Promise.all(files.map(async (file) => (await file.arrayBuffer()).byteLength));
    };
    const sizes = await Promise.all((await caches.keys()).map(sizesOf));
    return sizes.flat().reduce((sum, size) => sum + size, 0);
  });
}
