import { afterEach, expect, it, vi } from 'vitest';
import { watchUpdates } from './updates.ts';

type Heard = (event: object) => unknown;
const { heard } = vi.hoisted(() => ({ heard: new Map<string, Heard>() }));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (type: string, listener: Heard) => heard.set(type, listener);
    register = () => Promise.resolve();
    update = () => Promise.resolve();
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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
