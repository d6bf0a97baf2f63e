import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render.tsx';
import { useAskOnEntry } from './ask-on-entry.ts';

afterEach(() => void vi.unstubAllGlobals());

function Units() {
  return (
    <nav onClickCapture={useAskOnEntry()}>
      <Link to="/unit">a unit</Link>
    </nav>
  );
}

async function open() {
  fakeServer();
  await renderApp(
    <>
      <Routes>
        <Route path="/" element={<Units />} />
        <Route path="/unit" element={<p>in the unit</p>} />
        <Route path="/before" element={<p>the page before</p>} />
      </Routes>
      <Link to="/before">back</Link>
    </>,
  );
  await userEvent.click(await screen.findByRole('link', { name: 'a unit' }));
  await screen.findByRole('dialog');
}

it('"Later" leads into the unit without a name', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(await screen.findByText('in the unit')).toBeTruthy();
});

it('who goes back while the name is asked for is not led into the unit', async () => {
  await open();
  // By the browser: the dialog covers the page.
  await userEvent.click(screen.getByRole('link', { name: 'back', hidden: true }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('the page before')).toBeTruthy();
});
