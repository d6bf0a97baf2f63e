import { afterEach, expect, it, vi } from 'vitest';
import { receiveShared } from './shared-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
  const answer = await receiveShared({ request: { formData: async () => form } });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/children/receive?shared',
  ]);
});
