/** The address to which Android's share sheet posts a file; the manifest names it (vite.config.ts). */
export const RECEIVE_ADDRESS = '/children/receive';

/** Query of that page when a file was shared with the application. */
export const SHARED_QUERY = 'shared';

const CACHE = 'crece-shared-file';
const KEY = '/shared-file';
const NAME = 'x-file-name';

async function keepFile(request: Pick<Request, 'formData'>): Promise<void> {
  const file = (await request.formData()).get('file');
  if (!(file instanceof File)) return;
  const cache = await caches.open(CACHE);
  const headers = { [NAME]: encodeURIComponent(file.name) };
  await cache.put(KEY, new Response(file, { headers }));
}

/**
 * In the service worker: keeps the file of a share and opens the page that takes it over. Only the last
 * shared file is kept. Of one that could not be kept (a full device) the page knows nothing: the
 * person can choose it there.
 */
export async function receiveShared({
  request,
}: {
  request: Pick<Request, 'formData'>;
}): Promise<Response> {
  await keepFile(request).catch((cause: unknown) => {
    console.warn('A shared file could not be kept.', cause);
  });
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
