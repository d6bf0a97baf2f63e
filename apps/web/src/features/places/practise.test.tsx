import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { Practise } from './practise.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('opens no practice unit for a person who has gone on while it was being prepared', async () => {
  fakeServer();
  const device = memoryDevice({}, { units: ['coban_stake_gtm'] });
  let go = () => {};
  const waits = new Promise<void>((resolve) => (go = resolve));
  const set = vi.spyOn(device, 'setSetting').mockImplementation(() => waits);
  await renderApp(
    <>
      <Routes>
        <Route path="/" element={<Practise catalogue={BUILT_IN_CATALOGUE} />} />
        <Route path="/other" element={<p>another page</p>} />
      </Routes>
      <Link to="/other">away</Link>
    </>,
    { device },
  );
  await userEvent.click(await screen.findByRole('button'));
  await waitFor(() => expect(set).toHaveBeenCalledOnce());
  await userEvent.click(screen.getByRole('link', { name: 'away' }));
  go();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('another page')).toBeTruthy();
});
