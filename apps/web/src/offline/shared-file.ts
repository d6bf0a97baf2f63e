/** The address to which Android's share sheet posts a file; the manifest names it (vite.config.ts). */
export const RECEIVE_ADDRESS = '/children/receive';

/** Query of that page when a file was shared with the application. */
export const SHARED_QUERY = 'shared';

const CACHE = 'crece-shared-file';
const KEY = '/shared-file';
const NAME = 'x-file-name';

/**
 * In the service worker: keeps the file of a share and opens the page that takes it over. Only the last
 * shared file is kept.
 */
export async function receiveShared({ request }: { request: Request }): Promise<Response> {
  const file = (await request.formData()).get('file');
  if (file instanceof File) {
    const cache = await caches.open(CACHE);
    const headers = { [NAME]: encodeURIComponent(file.name) };
    await cache.put(KEY, new Response(file, { headers }));
  }
  return Response.redirect(`${RECEIVE_ADDRESS}?${SHARED_QUERY}`, 303);
}

/** The file that was shared last, once; null when there is none. */
export async function takeSharedFile(): Promise<File | null> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(KEY);
  if (kept === undefined) return null;
  const name = decodeURIComponent(kept.headers.get(NAME) ?? '');
  const file = new File([await kept.blob()], name);
  await caches.delete(CACHE);
  return file;
}
