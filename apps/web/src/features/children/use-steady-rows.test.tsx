import { aChild } from '@crece/domain/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { listPath } from '../../shared/navigation/paths.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { changeElsewhere, openTestUnit } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children } from './feature.ts';

/** Time in which a person notices the new position of a row. */
const SEEN_MS = 200;

const child = (firstName: string, number: number) =>
  aChild({ _id: `chld_test_stake_gtm_174687840000${number}_aaaaaa`, firstName, lastName: 'Tum' });

const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name} Tum`) });

/** Opens a list with Berta and Dora; event times are milliseconds on the page's clock. */
async function openList() {
  const unit = await openTestUnit({
    children: [child('Berta', 1), child('Dora', 2)],
  });
  await renderApp(
    <Routes>
      <Route path={children.pages.list.at} element={<ChildListPage />} />
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
    /** A tap as the browser reports it: first pointerdown, then click. */
    tap: (on: HTMLElement, at: number, pointerType = 'touch') => {
      now.mockReturnValue(at);
      fireEvent.pointerDown(on, { pointerType });
      const click = { bubbles: true, cancelable: true, detail: 1, pointerType };
      fireEvent(on, new PointerEvent('click', click));
    },
  };
}

const isOpened = () => screen.queryByText('a child') !== null;

isolatePages();

describe('a row that moves under a finger', () => {
  it('ignores a tap when the row moved there less than 200 ms before: the person aimed at another child', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    // Celia is where Dora was, and Dora is where no row was.
    tap(row('Celia'), 5_000 + SEEN_MS - 1);
    expect(isOpened()).toBe(false);
    tap(row('Dora'), 5_000 + SEEN_MS - 1);
    expect(isOpened()).toBe(false);
  });

  it('accepts a tap 200 ms after the row moved there', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Celia'), 5_000 + SEEN_MS);
    expect(isOpened()).toBe(true);
  });

  it('accepts a tap at once on a row that did not move', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Berta'), 5_001);
    expect(isOpened()).toBe(true);
  });

  it('accepts a tap at once on a row that moved to an empty place', async () => {
    const { arrive, tap } = await openList();
    await arrive('Zoila', 5_000);
    tap(row('Zoila'), 5_001);
    expect(isOpened()).toBe(true);
  });

  it('accepts a tap when the row moved only after pointerdown', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Dora'), 4_999);
    expect(isOpened()).toBe(true);
  });

  it('accepts a mouse click at once, because the pointer was already there', async () => {
    const { arrive, tap } = await openList();
    await arrive('Celia', 5_000);
    tap(row('Celia'), 5_001, 'mouse');
    expect(isOpened()).toBe(true);
  });
});
