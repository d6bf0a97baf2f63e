import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { type FakeAnswer, fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render.tsx';
import { FilePage } from './file-page.tsx';
import { onReportDay, SYNCER } from './testing/open-report.tsx';

onReportDay();

it('what became of one file does not stand at the next one', async () => {
  let answer: (of: FakeAnswer) => void = () => undefined;
  const first = new Promise<FakeAnswer>((resolve) => {
    answer = resolve;
  });
  const never = new Promise<FakeAnswer>(() => undefined);
  const server = fakeServer({
    'POST /api/files/a.csv/ticket': () => first,
    'POST /api/files/b.csv/ticket': () => never,
  });
  const pages = (
    <>
      <Link to="/files/b.csv">next</Link>
      <Routes>
        <Route path="/files/:fileToDownload" element={<FilePage />} />
      </Routes>
    </>
  );
  await renderApp(pages, { user: SYNCER, path: '/files/a.csv' });
  await waitFor(() => expect(server.askedFor('POST /api/files/a.csv/ticket')).toHaveLength(1));
  await userEvent.click(screen.getByText('next'));
  await waitFor(() => expect(server.askedFor('POST /api/files/b.csv/ticket')).toHaveLength(1));
  answer(refusal(500, 'server-error'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText('The file could not be downloaded')).toBeNull();
});
