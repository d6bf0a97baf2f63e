import type { DeskListPage } from '@crece/reports/desk';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DESK_UNIT, deskAnswer } from '../../testing/desk-answer.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { CountryDeskPage } from './desk-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const pageFrom = (from: number, count: number): DeskListPage => ({
  total: 51,
  from,
  children: Array.from({ length: count }, (_, at) => ({
    ...{ stakeDB: 'test_stake_gtm', id: `chld_test_stake_gtm_${from + at}`, firstName: 'Luz' },
    ...{ lastName: `Nr${from + at + 1}`, ageMonths: 14, isAboutAge: false, seen: '2025-05-10' },
    ...{ sign: 'muac-red', colour: 'red', dueOn: '2025-05-10', need: null },
    ...{ interviewer: 'Ana', ward: 'Norte', mother: 'Elena Xicay', phone: '5550 1234' },
  })) as unknown as DeskListPage['children'],
});

const COUNTRY = 'GET /api/desk/country/GTM';
const WHOLE = 'size=500';

it.each([
  ['the page was left', 'away', 'another page'],
  ['another list is shown', 'overdue', null],
])('prints nothing when the rest of a long list comes after %s', async (_when, link, text) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const server = fakeServer({
    [COUNTRY]: { body: deskAnswer([[DESK_UNIT, []]], '2025-06-01') },
    [`${COUNTRY}/children`]: async ({ call }) => {
      if (call.includes(WHOLE)) await answered;
      return { body: call.includes(WHOLE) ? pageFrom(0, 51) : pageFrom(0, 50) };
    },
  });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await renderApp(
    <>
      <Routes>
        <Route path="/children/desk/:country" element={<CountryDeskPage />} />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
      <Link to="/away">away</Link>
      <Link to="/children/desk/GTM?list=overdue">overdue</Link>
    </>,
    { path: '/children/desk/GTM?list=refer', user: aUser({ roles: ['user', 'admin'] }) },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Print all 51' }));
  const isAsked = () => server.asked.some(({ call }) => call.includes(WHOLE));
  await waitFor(() => expect(isAsked()).toBe(true));
  await userEvent.click(screen.getByRole('link', { name: link }));
  if (text !== null) await screen.findByText(text);
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(print).not.toHaveBeenCalled();
});
