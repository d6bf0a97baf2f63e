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

/**
 * Paths of the files that the device stores besides those of the installation, of all versions; of a
 * bundle its own and those of the files in it.
 */
export function storedOnDemand(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('crece-on-demand'));
    const pathsOf = async (cache: Cache, request: Request) => {
      const { pathname } = new URL(request.url);
      const stored = await cache.match(request);
      if (!pathname.endsWith('.txt') || stored?.body == null) return [pathname];
      const text = await new Response(
        stored.body.pipeThrough(new DecompressionStream('gzip')),
      ).text();
      const held = JSON.parse(text.slice(0, text.indexOf('\n'))) as Record<string, number>;
      return [pathname, ...Object.keys(held).map((file) => `/${file}`)];
    };
    const paths = names.map(async (name) => {
      const cache = await caches.open(name);
      const requests = await cache.keys();
      return Promise.all(requests.map((request) => pathsOf(cache, request)));
    });
    return (await Promise.all(paths)).flat(2);
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
