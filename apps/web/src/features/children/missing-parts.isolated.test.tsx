import { aChild } from '@crece/domain/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ChildListPage } from './child-list-page.tsx';
import { children as feature } from './feature.ts';

const asked: string[] = [];
let isConnected = false;
vi.mock('./later-orders.ts', (original) => {
  asked.push('orders');
  if (isConnected) return original();
  throw new Error('not on this device');
});
vi.mock('../../shared/navigation/due-count.tsx', () => {
  asked.push('count');
  throw new Error('not on this device');
});

isolatePages();

it('a list whose order and due count cannot be loaded is by first name, complains of nothing, and is put in order with the next connection', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const children = ['Berta', 'Ana'].map((firstName, place) =>
    aChild({
      _id: `chld_test_stake_gtm_174687840000${place}_aaaaaa`,
      firstName,
      birthDate: `2024-03-${20 - place}`,
    }),
  );
  await renderApp(
    <Routes>
      <Route path={feature.pages.list.at} element={<ChildListPage />} />
    </Routes>,
    {
      path: '/children/list/test_stake_gtm/Test/-/a/children',
      unit: await openTestUnit({ children }),
      device: memoryDevice({ listSort: 'age' }),
    },
  );
  const list = await screen.findByRole('list', { name: 'Children' });
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^Ana/);
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(['orders', 'count'])));
  expect(screen.queryByText(/could not be loaded|not on this device/)).toBeNull();
  isConnected = true;
  fireEvent(window, new Event('online'));
  await waitFor(() =>
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^Berta/),
  );
});
