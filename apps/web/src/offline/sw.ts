import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { compressed, unpacked } from './compressed.ts';
import { apart, asAnswer } from './file-bundle.ts';
import { type FileGroup, isKeepRequest } from './keep-request.ts';
import { SERVER_ADDRESSES } from './server-addresses.ts';
import { RECEIVE_ADDRESS, receiveShared } from './shared-file.ts';

declare const self: ServiceWorkerGlobalScope & {
  /**
   * The build writes its files here: `url` is stored while the worker installs, `later` on every
   * device after that, `desk` on coordinators' devices only. `visit` names the scripts of a visit
   * among the first, `holds` the files that a bundle among all of these was made of.
   */
  __WB_MANIFEST: (
    | { url: string; revision: string | null }
    | { later: string }
    | { desk: string }
    | { visit: string }
    | { bundle: string; holds: string[] }
  )[];
};

const listed: readonly unknown[] = self.__WB_MANIFEST;
const has = <K extends string>(key: K, file: unknown): file is Record<K, string> =>
  typeof file === 'object' && file !== null && key in file;

/**
 * What is stored compressed. Not the scripts of a visit, with which every start begins: of those the
 * browser keeps what it has compiled, but only for a body that it stored itself.
 */
const OF_VISIT = /^(?:text\/(?:css|plain)|image\/svg)/;
const OF_OTHERS = /^(?:text\/(?:css|plain)|(?:text|application)\/javascript|image\/svg)/;

const VISIT: ReadonlySet<string> = new Set(
  listed.filter((file) => has('visit', file)).map((file) => `/${file.visit}`),
);

cleanupOutdatedCaches();
addPlugins([
  {
    cacheWillUpdate: ({ request, response }) => {
      const types = VISIT.has(new URL(request.url).pathname) ? OF_VISIT : OF_OTHERS;
      return Promise.resolve(response.ok ? compressed(response, types) : null);
    },
    cachedResponseWillBeUsed: ({ cachedResponse }) =>
      Promise.resolve(cachedResponse == null ? cachedResponse : unpacked(cachedResponse)),
  },
]);
precacheAndRoute(listed.filter((file) => has('url', file)));

/** An empty cache whose existence says that a page of this device has asked for the desk's files. */
const IS_COORDINATORS = 'crece-keeps-desk';

/** Names this version's cache: a worker that still waits stores its files beside those in use. */
function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}

const CACHES = 'crece-on-demand';
/** Files of this version that were stored after it was installed, or when a page was first opened. */
const ON_DEMAND = `${CACHES}-${hashOf(JSON.stringify(listed))}`;

/** The bundle that holds a file, by the file's path. */
const BUNDLE_OF: ReadonlyMap<string, string> = new Map(
  listed
    .filter((each): each is { bundle: string; holds: string[] } => has('bundle', each))
    .flatMap(({ bundle, holds }) => holds.map((file) => [`/${file}`, `/${bundle}`] as const)),
);

/** What was read of bundles since this worker started; the browser ends it when it is idle. */
const opened = new Map<string, Promise<ReadonlyMap<string, string>>>();

async function open(bundle: string): Promise<ReadonlyMap<string, string>> {
  const kept =
    (await matchPrecache(bundle)) ?? (await (await caches.open(ON_DEMAND)).match(bundle));
  if (kept === undefined) {
    opened.delete(bundle);
    return new Map();
  }
  return apart(await unpacked(kept).text());
}

/** The file as it lies in its bundle; undefined when that is not stored here, or is damaged. */
async function fromBundle(path: string): Promise<Response | undefined> {
  const bundle = BUNDLE_OF.get(path);
  if (bundle === undefined) return undefined;
  const reading = opened.get(bundle) ?? open(bundle);
  opened.set(bundle, reading);
  try {
    const text = (await reading).get(path.slice(1));
    return text === undefined ? undefined : asAnswer(path, text);
  } catch (cause) {
    opened.delete(bundle);
    console.warn('Stored files of the application are damaged.', cause);
    // The next start asks for the group again, which fetches what is not there.
    for (const name of await caches.keys()) await (await caches.open(name)).delete(bundle);
    return undefined;
  }
}

async function fetchOnce(request: Request): Promise<Response> {
  const bundled = await fromBundle(new URL(request.url).pathname);
  if (bundled !== undefined) return bundled;
  const cache = await caches.open(ON_DEMAND);
  const kept = await cache.match(request);
  if (kept !== undefined) return unpacked(kept);
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, compressed(answer.clone(), OF_OTHERS)).catch((cause: unknown) => {
      console.warn('A page could not be kept for use without a connection.', cause);
    });
  }
  return answer;
}

// The name of a file holds its hash: a stored file is never stale.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => fetchOnce(request),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === RECEIVE_ADDRESS,
  receiveShared,
  'POST',
);

// Every address of the application is answered by its one page.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_ADDRESSES }),
);

/** @throws when the file cannot be fetched or stored */
async function keepFile(path: string): Promise<void> {
  const request = new Request(path, { priority: 'low' });
  const answer = await fetchOnce(request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  if ((await (await caches.open(ON_DEMAND)).match(request)) === undefined) {
    throw new Error(`${path} could not be stored`);
  }
}

/** Drops the files that opened pages have stored one by one, and that lie in a stored bundle now. */
async function dropSingles(): Promise<void> {
  const cache = await caches.open(ON_DEMAND);
  const stored = await cache.keys();
  const paths = new Set(stored.map(({ url }) => new URL(url).pathname));
  for (const request of stored) {
    const bundle = BUNDLE_OF.get(new URL(request.url).pathname);
    if (bundle !== undefined && paths.has(bundle)) await cache.delete(request);
  }
}

/**
 * Stores a group of files, one after the other; files that are stored already are skipped.
 *
 * @throws when a file cannot be fetched or stored; the files before it stay stored
 */
async function keep(group: FileGroup): Promise<void> {
  if (group === 'desk') await caches.open(IS_COORDINATORS);
  for (const file of listed.filter((each) => has(group, each))) await keepFile(`/${file[group]}`);
  await dropSingles();
}

/** Stores the bundles of the installation anew that were damaged, and dropped. */
async function mendFirst(): Promise<void> {
  const bundles = new Set(BUNDLE_OF.values());
  for (const { url } of listed.filter((each) => has('url', each))) {
    const path = `/${url}`;
    if (bundles.has(path) && (await matchPrecache(path)) === undefined) await keepFile(path);
  }
}

self.addEventListener('install', (event) => {
  // A first installation is complete without the later files. An update must hold them before it can
  // be taken: the phone may be offline then, and the old version's files go.
  if (self.registration.active === null) return;
  const keepAll = async () => {
    await keep('later');
    if (await caches.has(IS_COORDINATORS)) await keep('desk');
  };
  event.waitUntil(keepAll());
});

async function removeOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== ON_DEMAND);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldCaches(), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  // Sent by the page when the person takes the new version.
  if (typeof message === 'object' && message !== null && 'type' in message) {
    if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  }
  // Sent by the page; it asks again when the answer is no.
  if (isKeepRequest(message)) {
    const answer = (isKept: boolean) => event.ports[0]?.postMessage(isKept);
    event.waitUntil(
      Promise.all([mendFirst(), keep(message.group)]).then(
        () => answer(true),
        () => answer(false),
      ),
    );
  }
});
