import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { KEEP_DESK } from './keep-desk-message.ts';
import { SERVER_ADDRESSES } from './server-addresses.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The build writes its files here: `url` every device keeps, `desk` a coordinator's besides. */
  __WB_MANIFEST: ({ url: string; revision: string | null } | { desk: string })[];
};

const listed: readonly unknown[] = self.__WB_MANIFEST;
const has = <K extends string>(key: K, file: unknown): file is Record<K, string> =>
  typeof file === 'object' && file !== null && key in file;

cleanupOutdatedCaches();
precacheAndRoute(listed.filter((file) => has('url', file)));

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

/** Parts of the version before are gone. */
let isCleared: Promise<unknown> = Promise.resolve();

/** Fetches what a coordinator's pages consist of, one file after the other; what is here stays. */
async function keepDesk(): Promise<void> {
  await isCleared;
  for (const { desk } of listed.filter((file) => has('desk', file))) {
    const answer = await fetchOnce(new Request(`/${desk}`, { priority: 'low' }));
    if (!answer.ok) throw new Error(`${desk}: ${answer.status}`);
  }
}

self.addEventListener('activate', (event) => {
  // Parts of the version before have other names.
  isCleared = caches.delete(ON_DEMAND);
  event.waitUntil(Promise.all([isCleared, self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message === 'object' && message !== null && 'type' in message) {
    // Sent by the page when the person takes the new version.
    if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    // Sent by the page where somebody with reports has signed in; it asks again when not all came.
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
