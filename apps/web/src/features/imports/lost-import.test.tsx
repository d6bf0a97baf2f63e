import type { ImportBody } from '@crece/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { ImportPage } from './import-page.tsx';

const LISTED = 'GET /api/imports';
const RESULT = {
  ...{ rows: 2, created: 2, updated: 0, duplicate: 0, rejected: 0, rowsWithFindings: 0 },
  ...{ columns: [], problems: [], questions: [], findings: [] },
};
const CHECK: ImportBody = {
  ...{ id: 'job-1', stakeDB: 'test_stake_gtm', dryRun: true, state: 'finished' },
  ...{ startedAt: '2026-03-14T12:00:00.000Z', count: 2, maxCount: 2, upload: 'upload-1' },
  result: { ...RESULT, status: 'checked' },
};
const IMPORT: ImportBody = {
  ...{ ...CHECK, id: 'job-2', dryRun: false, startedAt: '2026-03-14T12:01:00.000Z' },
  result: { ...RESULT, status: 'imported' },
};

/** The rooms in which imports were asked for, over a line that breaks before any answer. */
let rooms: (string | null)[] = [];

beforeEach(() => {
  rooms = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      onerror?: () => void;
      #address = '';
      open = (_method: string, address: string) => {
        this.#address = address;
      };
      setRequestHeader() {}
      abort() {}
      send() {
        rooms.push(new URL(this.#address, 'http://crece.test').searchParams.get('socketRoomId'));
        queueMicrotask(() => this.onerror?.());
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page of a file that was checked. */
async function openCheck(imports: readonly ImportBody[] = []) {
  const server = fakeServer({
    'GET /api/imports/job-1': { body: CHECK },
    [LISTED]: { body: { imports } },
  });
  await renderApp(
    <Routes>
      <Route path="/children/import/:stakeDB/:stakeName" element={<ImportPage />} />
    </Routes>,
    {
      user: aUser({ roles: ['user', 'sync'] }),
      unit: await openTestUnit({}),
      path: { pathname: '/children/import/test_stake_gtm/Test', search: '?job=job-1' },
    },
  );
  return server;
}

describe('an import whose answer is lost', () => {
  async function loseAnswer() {
    const server = await openCheck();
    const press = await screen.findByRole('button', { name: 'Import 2 rows' });
    server.answer(LISTED, 'no-response');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(press);
    await screen.findByText(/^The server does not answer\. If it has received the import/);
    expect(screen.queryByText(/nothing saved yet/)).toBeNull();
    return server;
  }

  it('is shown as soon as the server tells of it, and not as a file that was not imported', async () => {
    const server = await loseAnswer();
    server.answer(LISTED, { body: { imports: [{ ...IMPORT, room: rooms[0] ?? '' }] } });
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await screen.findByText(/^Successfully uploaded csv/);
    expect(rooms).toHaveLength(1);
  });

  it('has failed when the server has none, and can be begun again', async () => {
    const server = await loseAnswer();
    server.answer(LISTED, { body: { imports: [{ ...IMPORT, room: 'another' }] } });
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await screen.findByText('Failed to upload csv');
    await screen.findByRole('button', { name: 'Import 2 rows' });
  });
});

it('the address of a check shows the import of its file, once there is one', async () => {
  await openCheck([IMPORT]);
  await screen.findByText('The file is imported');
  expect(screen.queryByText(/nothing saved yet/)).toBeNull();
});

it('an import of the file before it was checked once more is not shown in place of the check', async () => {
  const server = await openCheck([{ ...IMPORT, startedAt: '2026-03-14T11:00:00.000Z' }]);
  await screen.findByText(/nothing saved yet/);
  await waitFor(() => expect(server.askedFor(LISTED)).toHaveLength(1));
});
