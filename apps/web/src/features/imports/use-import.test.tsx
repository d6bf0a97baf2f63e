import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { ImportPage } from './import-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const JOB = {
  ...{ id: 'job-2', stakeDB: 'test_stake_gtm', dryRun: false, state: 'finished' },
  ...{ startedAt: '2026-03-14T12:00:00.000Z', count: 2, maxCount: 2, fileName: 'a.csv' },
  result: {
    ...{ status: 'imported', rows: 2, created: 2, updated: 0, duplicate: 0, rejected: 0 },
    ...{ columns: [], problems: [], questions: [], findings: [], rowsWithFindings: 0 },
  },
};
const UNDO = 'POST /api/imports/job-2/undo';

it('does not fetch back who has left the page while an import was being undone', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<{ body: object }>((resolve) => {
    const undone = { ...JOB, id: 'job-3', undoOf: 'job-2' };
    answer = () => resolve({ body: undone });
  });
  const server = fakeServer({
    'GET /api/imports/job-2': { body: JOB },
    'GET /api/imports': { body: { imports: [] } },
    [UNDO]: () => answered,
  });
  await renderApp(
    <>
      <Routes>
        <Route path="/children/import/:stakeDB/:stakeName" element={<ImportPage />} />
        <Route path="/other" element={<p>another page</p>} />
      </Routes>
      <Link to="/other">away</Link>
    </>,
    {
      user: aUser({ roles: ['user', 'sync'] }),
      unit: await openTestUnit({}),
      path: { pathname: '/children/import/test_stake_gtm/Test', search: '?job=job-2' },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Undo the import' }));
  await waitFor(() => expect(server.askedFor(UNDO)).toHaveLength(1));
  await userEvent.click(screen.getByRole('link', { name: 'away' }));
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('another page')).toBeTruthy();
});
