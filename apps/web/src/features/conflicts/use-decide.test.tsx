import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { DECEMBER, LUZ, MARCH, screeningTask } from '../../testing/tasks.ts';
import { ChoosePage } from './choose-page.tsx';
import { conflicts } from './feature.ts';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  fakeServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));

it('goes back once for a person who leaves while the choice is being written', async () => {
  const task = screeningTask({ weight: 8.1 }, { weight: 8.7 });
  const records = { children: [LUZ], screenings: [DECEMBER, MARCH], tasks: [task] };
  const unit = await openTestUnit(records);
  // A slow phone: writing takes a while.
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const write = unit.choose.bind(unit);
  const choose = vi.spyOn(unit, 'choose').mockImplementation(async (...of) => {
    await ended;
    await write(...of);
  });
  const address = `/children/waiting/test_stake_gtm/Test/${task.id}`;
  await renderApp(
    <Routes>
      <Route path="/first" element={<Link to="/second">on</Link>} />
      <Route path="/second" element={<Link to={address}>choose</Link>} />
      <Route path={conflicts.pages.choose.at} element={<ChoosePage />} />
    </Routes>,
    { path: '/first', unit, device: memoryDevice({ screenerName: 'Ana L.' }) },
  );
  await follow('on');
  await follow('choose');
  await userEvent.click(await screen.findByRole('radio', { name: /^8\.7 kg/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep 8.7 kg' }));
  await waitFor(() => expect(choose).toHaveBeenCalledOnce());
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByRole('link', { name: 'choose' })).toBeTruthy();
  end();
  expect(await screen.findByText('Saved: weight 8.7 kg')).toBeTruthy();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('link', { name: 'choose' })).toBeTruthy();
});
