import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { KEEP_DESK } from './keep-desk-message.ts';
import { SERVER_ADDRESSES } from './server-addresses.ts';

declare const self: ServiceWorkerGlobalScope & {
  /**
   * The build inserts its list of files here: every device keeps those with `url`; a coordinator's
   * device also keeps those with `desk`.
   */
  __WB_MANIFEST: ({ url: string; revision: string | null } | { desk: string })[];
};

const listed: readonly unknown[] = self.__WB_MANIFEST;
const has = <K extends string>(key: K, file: unknown): file is Record<K, string> =>
  typeof file === 'object' && file !== null && key in file;

cleanupOutdatedCaches();
precacheAndRoute(listed.filter((file) => has('url', file)));

/** Cache of parts of this version that are fetched when a page is opened for the first time. */
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

// A file name contains the hash of the content, so a cached file is never stale.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => fetchOnce(request),
);

// The one page of the application answers every navigation, except the server's addresses.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_ADDRESSES }),
);

/** Resolves when the cached parts of the previous version are deleted. */
let isCleared: Promise<unknown> = Promise.resolve();

/**
 * Fetches the files of the coordinator's pages one after the other; files in the cache are not
 * fetched again.
 */
async function keepDesk(): Promise<void> {
  await isCleared;
  for (const { desk } of listed.filter((file) => has('desk', file))) {
    const answer = await fetchOnce(new Request(`/${desk}`, { priority: 'low' }));
    if (!answer.ok) throw new Error(`${desk}: ${answer.status}`);
  }
}

self.addEventListener('activate', (event) => {
  // Parts of the previous version have other names and are never used again.
  isCleared = caches.delete(ON_DEMAND);
  event.waitUntil(Promise.all([isCleared, self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message === 'object' && message !== null && 'type' in message) {
    // The page sends this when the person accepts the new version.
    if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    // The page sends this where an account with reports has signed in; it asks again when a file is
    // missing.
    if (message.type === KEEP_DESK) {
      const tell = (isKept: boolean) => event.ports[0]?.postMessage(isKept);
      event.waitUntil(
        keepDesk().then(
          () => tell(true),
          () => tell(false),
        ),
      );
    }
  }
});
