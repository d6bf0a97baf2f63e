import { answerOf, type BuiltFile, keyOf, keysOf } from './precache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuiltFile[] };

/** The build writes the list of its files here. */
const files = self.__WB_MANIFEST;
const keys = keysOf(files);
const CACHE = 'crece-files';

/** An answer that came by a redirect is refused for navigations: keep the same without that mark. */
function withoutRedirect(response: Response): Response {
  if (!response.redirected) return response;
  const { body, headers, status, statusText } = response;
  return new Response(body, { headers, status, statusText });
}

/** Fetches only what this version adds: an update costs the files that changed, no more. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    files.map(async (file) => {
      const key = keyOf(file);
      if ((await cache.match(key)) !== undefined) return;
      const response = await fetch(file.url, file.revision === null ? {} : { cache: 'reload' });
      if (!response.ok) throw new Error(`${file.url} answered ${response.status}`);
      await cache.put(key, withoutRedirect(response));
    }),
  );
}

async function forgetOld(): Promise<void> {
  const cache = await caches.open(CACHE);
  const current = new Set(files.map((file) => new URL(keyOf(file), self.location.href).href));
  const kept = await cache.keys();
  await Promise.all(
    kept.filter(({ url }) => !current.has(url)).map((request) => cache.delete(request)),
  );
}

async function answer(key: string, request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(key);
  return kept ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOld().then(() => self.clients.claim())),
);

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  // Sent by the page when the person takes the new version.
  if (typeof message === 'object' && message !== null && 'type' in message) {
    if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  }
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const key = answerOf({ method: request.method, mode: request.mode, url }, keys);
  if (key !== null) event.respondWith(answer(key, request));
});
