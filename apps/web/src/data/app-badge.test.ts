import { afterEach, expect, it, vi } from 'vitest';
import { setBadge } from './app-badge.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

it('hands the number to the browser; one without icons that carry numbers is left alone', async () => {
  setBadge(3);
  const setAppBadge = vi.fn(() => Promise.reject(new Error('not installed')));
  Object.assign(navigator, { setAppBadge });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  setBadge(7);
  expect(setAppBadge).toHaveBeenCalledWith(7);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  warn.mockRestore();
});
