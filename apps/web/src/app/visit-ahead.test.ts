import type { UnitSnapshot } from '@crece/storage';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestUnit } from '../testing/open-unit.ts';
import { loadVisitAhead } from './visit-ahead.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Pauses pass at once; opening the unit still takes its time. */
const skipPauses = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const filesAreHere = (areHere: boolean) =>
  vi.stubGlobal('navigator', { serviceWorker: { controller: areHere ? {} : null } });

it('loads the pages of a visit in order once the list is read, also after one that is missing', async () => {
  filesAreHere(true);
  const { snapshot } = await openTestUnit();
  let state: UnitSnapshot['state'] = 'loading';
  const listeners = new Set<() => void>();
  const unit = {
    snapshot: () => ({ ...snapshot(), state }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const loaded: string[] = [];
  const part = (name: string) => async () => void loaded.push(name);
  const missing = async () => {
    throw new TypeError('Failed to fetch');
  };
  skipPauses();
  loadVisitAhead(unit, [part('child'), missing, part('form')]);
  expect(listeners.size).toBe(1);
  state = 'ready';
  for (const listener of listeners) listener();
  expect(listeners.size).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(loaded).toEqual(['child', 'form']);
});

it('waits while the person types', async () => {
  filesAreHere(true);
  const unit = await openTestUnit();
  const loaded = vi.fn(async () => undefined);
  skipPauses();
  loadVisitAhead(unit, [loaded]);
  for (let key = 0; key < 24; key += 1) {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    await vi.advanceTimersByTimeAsync(499);
  }
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(loaded).toHaveBeenCalledOnce();
});

it('loads nothing ahead while no service worker gives the files', async () => {
  filesAreHere(false);
  const unit = await openTestUnit();
  const subscribe = vi.spyOn(unit, 'subscribe');
  loadVisitAhead(unit);
  expect(subscribe).not.toHaveBeenCalled();
});
