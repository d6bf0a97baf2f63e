/** The address to which Android's share sheet posts a file; the manifest names it (vite.config.ts). */
export const RECEIVE_ADDRESS = '/children/receive';

/** Query of that page when a file was shared with the application. */
export const SHARED_QUERY = 'shared';

/** Value of that query when the file was larger than any hand-over, and was not kept. */
export const TOO_LARGE = 'too-large';
/** A hand-over of a whole unit has a few megabytes. */
export const MAX_SHARED_BYTES = 16 * 1_048_576;

const CACHE = 'crece-shared-file';
const KEY = '/shared-file';
const NAME = 'x-file-name';
const PAGE = 'x-file-page';

type SharedRequest = Pick<Request, 'formData' | 'referrer'>;

/** A file that reached the application from outside. */
export interface SharedFile {
  readonly file: File;
  /** The host of the page that sent it; null for another application, or a page that hides itself. */
  readonly page: string | null;
}

/** The host of the page that posted the form, unless it is this application's own. */
function pageOf(referrer: string): string {
  try {
    const { origin, host } = new URL(referrer);
    return origin === location.origin ? '' : host;
  } catch {
    return '';
  }
}

/** Keeps the shared file; returns whether it was too large for that. */
async function keepFile(request: SharedRequest): Promise<boolean> {
  const file = (await request.formData()).get('file');
  if (!(file instanceof File)) return false;
  if (file.size > MAX_SHARED_BYTES) return true;
  const cache = await caches.open(CACHE);
  const headers = { [NAME]: encodeURIComponent(file.name), [PAGE]: pageOf(request.referrer) };
  await cache.put(KEY, new Response(file, { headers }));
  return false;
}

/**
 * In the service worker: keeps the file of a share and opens the page that takes it over. Only the last
 * shared file is kept, up to 16 MB. Any web page can post one, too: the page says where it came from.
 * Of one that could not be kept (a full device) the page knows nothing: the person can choose it there.
 */
export async function receiveShared({ request }: { request: SharedRequest }): Promise<Response> {
  const isTooLarge = await keepFile(request).catch((cause: unknown) => {
    console.warn('A shared file could not be kept.', cause);
    return false;
  });
  const query = isTooLarge ? `${SHARED_QUERY}=${TOO_LARGE}` : SHARED_QUERY;
  return Response.redirect(`${RECEIVE_ADDRESS}?${query}`, 303);
}

/** The file that was shared last, once; null when there is none. */
export async function takeSharedFile(): Promise<SharedFile | null> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(KEY);
  if (kept === undefined) return null;
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '');
  const file = new File([await kept.blob()], name);
  await caches.delete(CACHE);
  return { file, page: kept.headers.get(PAGE) || null };
}
