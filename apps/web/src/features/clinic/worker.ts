// Keeps the clinic's page for use without a connection. Its scope is /referral alone.

declare const self: ServiceWorkerGlobalScope;

/** The build writes the page's files here, each named by the hash of its content. */
declare const __CLINIC_FILES__: readonly string[];
declare const __CLINIC_VERSION__: string;

const CACHES = 'crece-referral-';
const CACHE = CACHES + __CLINIC_VERSION__;
const PAGE = '/referral';

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...__CLINIC_FILES__]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

async function answer(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate';
  const kept = await caches.match(isPage ? PAGE : request, { cacheName: CACHE });
  return kept ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs =
    pathname === PAGE || pathname === `${PAGE}/` || __CLINIC_FILES__.includes(pathname);
  if (request.method === 'GET' && origin === self.location.origin && isOurs) {
    event.respondWith(answer(request));
  }
});

// It makes this file a module, whose `self` is its own.
export {};
