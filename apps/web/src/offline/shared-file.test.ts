import { afterEach, expect, it, vi } from 'vitest';
import { MAX_SHARED_BYTES, receiveShared, takeSharedFile } from './shared-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The cache of a browser, for one file. */
function keepsFiles(): void {
  let kept: Response | undefined;
  const cache = {
    put: async (_key: string, response: Response) => {
      kept = response;
    },
    match: async () => kept,
  };
  vi.stubGlobal('caches', {
    open: async () => cache,
    delete: async () => {
      kept = undefined;
    },
  });
}

async function shared(file: File, referrer: string) {
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) =>
      new Response(null, { status: status ?? 0, headers: { location: String(url) } }),
  );
  const form = new FormData();
  form.set('file', file);
  const answer = await receiveShared({ request: { formData: async () => form, referrer } });
  return { to: answer.headers.get('location'), taken: await takeSharedFile() };
}

it.each([
  ['', null],
  ['https://evil.example/page', 'evil.example'],
  [`${location.origin}/children`, null],
  ['about:client', null],
])('a file from %j is kept with the page that posted it: %s', async (referrer, page) => {
  keepsFiles();
  const { to, taken } = await shared(new File(['text'], 'planted.txt'), referrer);
  expect(to).toBe('/children/receive?shared');
  expect([taken?.file.name, taken?.page]).toEqual(['planted.txt', page]);
});

it('a file above 16 MB is not kept, and the page is told so', async () => {
  keepsFiles();
  const large = new File(['x'], 'large.txt');
  Object.defineProperty(large, 'size', { value: MAX_SHARED_BYTES + 1 });
  const form = { get: () => large } as unknown as FormData;
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url) => new Response(null, { headers: { location: String(url) } }),
  );
  const request = { formData: async () => form, referrer: '' };
  const answer = await receiveShared({ request });
  expect(answer.headers.get('location')).toBe('/children/receive?shared=too-large');
  expect(await takeSharedFile()).toBeNull();
});

// A journey shares a file that is kept (e2e/flows/hand-over.spec.ts).
it('a share opens its page, where a file can be chosen, although the device had no room for it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = new DOMException('no room', 'QuotaExceededError');
  vi.stubGlobal('caches', { open: () => Promise.reject(full) });
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) =>
      new Response(null, { status: status ?? 0, headers: { location: String(url) } }),
  );
  const form = new FormData();
  form.set('file', new File(['text'], 'crece-2026-11-23.txt'));
  const answer = await receiveShared({ request: { formData: async () => form, referrer: '' } });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/children/receive?shared',
  ]);
});
