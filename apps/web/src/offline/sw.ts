import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SERVER_ADDRESSES } from './server-addresses.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The build writes the list of its files here. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

/** Parts of this version that are fetched when a page is opened for the first time. */
const ON_DEMAND = 'crece-on-demand';

async function fetchOnce(request: Request): Promise<Response> {
  const cache = await caches.open(ON_DEMAND);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone()).catch((cause: unknown) => {
      console.warn('A page could not be kept for use without a connection.', cause);
    });
  }
  return answer;
}

// The name of a file holds its hash: what is kept never grows old.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => fetchOnce(request),
);

// Every address of ours is answered by the one page of the application.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_ADDRESSES }),
);

self.addEventListener('activate', (event) => {
  // Parts of the version before have other names.
  event.waitUntil(Promise.all([caches.delete(ON_DEMAND), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  // Sent by the page when the person takes the new version.
  if (typeof message === 'object' && message !== null && 'type' in message) {
    if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  }
});
