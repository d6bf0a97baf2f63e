import { aChild } from '@crece/domain/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listPath, ROUTES } from '../../shared/navigation/paths.ts';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { changeElsewhere, openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';

/** Long enough for anybody to see where a row has come. */
const SEEN_MS = 200;

const child = (firstName: string, number: number) =>
  aChild({ _id: `chld_test_stake_gtm_174687840000${number}_aaaaaa`, firstName, lastName: 'Tum' });

const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name} Tum`) });

/** Berta and Dora are here; what happens is told in milliseconds of the page's clock. */
async function openList() {
  const unit = await openTestUnit({
    children: [child('Berta', 1), child('Dora', 2)],
  });
  await renderApp(
    <Routes>
      <Route path={ROUTES.list} element={<ChildListPage />} />
      <Route path="*" element={<p>a child</p>} />
    </Routes>,
    { path: listPath({ stakeDB: 'test_stake_gtm', stakeName: 'Test' }), unit },
  );
  await screen.findByRole('list', { name: 'Children' });
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  return {
    arrive: async (name: string, at: number) => {
      now.mockReturnValue(at);
      await act(() => changeElsewhere(unit, child(name, 3)));
      await screen.findByRole('link', { name: new RegExp(`^${name} Tum`) });
    },
    /** A tap as the browser reports it: first that something came down, then a click. */
    tap: (on: HTMLElement, at: number, pointerType = 'touch') => {
      now.mockReturnValue(at);
      fireEvent.pointerDown(on, { pointerType });
      const click = { bubbles: true, cancelable: true, detail: 1, pointerType };
      fireEvent(on, new PointerEvent('click', click));
    },
  };
}

const isOpened = () => screen.queryByText('a child') !== null;

beforeEach(() => {
  installBrowserGaps();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T18:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('a row to which a finger comes', () => {
  it('opens nobody when it came there less than 200 ms before: another child was aimed at', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    // Celia lies where Dora was, and Dora where nobody was.
    tap(row('Celia'), 5_000 + SEEN_MS - 1);
    expect(isOpened()).toBe(false);
    tap(row('Dora'), 5_000 + SEEN_MS - 1);
    expect(isOpened()).toBe(false);
  });

  it('opens when it came there 200 ms before', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Celia'), 5_000 + SEEN_MS);
    expect(isOpened()).toBe(true);
  });

  it('opens at once when it stayed where it was', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Berta'), 5_001);
    expect(isOpened()).toBe(true);
  });

  it('opens at once when it came where no row was', async () => {
    const { arrive, tap } = await openList();
    await arrive('Zoila', 5_000);
    tap(row('Zoila'), 5_001);
    expect(isOpened()).toBe(true);
  });

  it('opens when it moved only after the finger came down', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Dora'), 4_999);
    expect(isOpened()).toBe(true);
  });

  it('opens at once for a mouse, which has been there and sees it', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Celia'), 5_001, 'mouse');
    expect(isOpened()).toBe(true);
  });
});
