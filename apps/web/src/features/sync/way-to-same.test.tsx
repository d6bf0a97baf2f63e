import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSyncPage, SYNCER } from './testing/open-sync-page.tsx';
import type { SameAhead } from './way-to-same.tsx';

/** Tells those who watch an element whether it is in view. */
let tell: (isIntersecting: boolean) => void = () => undefined;
let watched: Element[] = [];

beforeEach(() => {
  watched = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(changed: (entries: { isIntersecting: boolean }[]) => void) {
        tell = (isIntersecting) => act(() => changed([{ isIntersecting }]));
      }
      observe = (element: Element) => watched.push(element);
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('children that may be one are looked for ahead', () => {
  it('once their link is in view, and again after a run', async () => {
    const sameAhead = vi.fn<SameAhead>();
    const { unit, show } = await openSyncPage({ sameAhead });
    expect(watched).toEqual([screen.getByRole('link', { name: /^Perhaps the same child/ })]);
    tell(false);
    expect(sameAhead).not.toHaveBeenCalled();
    tell(true);
    expect(sameAhead).toHaveBeenCalledTimes(1);
    expect(sameAhead.mock.calls[0]?.[0].local).toBe(unit);
    show({ phase: 'connecting' });
    expect(sameAhead).toHaveBeenCalledTimes(1);
    show({ phase: 'idle' });
    expect(sameAhead).toHaveBeenCalledTimes(2);
  });

  it('until the page is left, or a run begins', async () => {
    const stop = vi.fn();
    const { show } = await openSyncPage({ sameAhead: () => stop });
    tell(true);
    expect(stop).not.toHaveBeenCalled();
    show({ phase: 'connecting' });
    expect(stop).toHaveBeenCalledTimes(1);
    show({ phase: 'idle' });
    cleanup();
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('not while a run changes records', async () => {
    const sameAhead = vi.fn<SameAhead>();
    await openSyncPage({ sameAhead, progress: { phase: 'connecting' } });
    tell(true);
    expect(sameAhead).not.toHaveBeenCalled();
  });

  it('not for who may not merge', async () => {
    const session = { ...SYNCER, roles: ['sync' as const] };
    await openSyncPage({ session, sameAhead: vi.fn() });
    expect(screen.queryByRole('link', { name: /^Perhaps the same child/ })).toBeNull();
    expect(watched).toEqual([]);
  });
});
