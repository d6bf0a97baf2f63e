import { afterEach, expect, it, vi } from 'vitest';
import { watchUpdates } from './updates.ts';

type Heard = (event: object) => unknown;
const { heard, browser } = vi.hoisted(() => ({
  heard: new Map<string, Heard>(),
  browser: { register: () => Promise.resolve() },
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (type: string, listener: Heard) => heard.set(type, listener);
    register = () => browser.register();
    update = () => Promise.resolve();
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['where none is', undefined, 'not-kept'],
  ['in place of the one that is here', { active: {} }, 'quiet'],
] as const)('a worker that cannot be installed %s', async (_where, registration, state) => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { controller: null, getRegistration: () => Promise.resolve(registration) },
  });
  const updates = watchUpdates(Promise.resolve());
  await heard.get('redundant')?.({});
  expect(updates.state()).toBe(state);
});

it.each([
  ['where none is', null, 'not-kept'],
  ['where one is already', {}, 'quiet'],
] as const)('a browser that lets no worker be registered %s', async (_where, controller, state) => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const said = vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(browser, 'register').mockRejectedValue(new DOMException('no', 'SecurityError'));
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller } });
  const updates = watchUpdates(Promise.resolve());
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
  expect(updates.state()).toBe(state);
});
