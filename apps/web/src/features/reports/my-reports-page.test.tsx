import type { ReportJobBody } from '@crece/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render.tsx';
import { FilePage } from './file-page.tsx';
import { MyReportsPage } from './my-reports-page.tsx';
import { onReportDay, SYNCER } from './testing/open-report.tsx';

onReportDay();

const aJob = (id: string, different: Partial<ReportJobBody>): ReportJobBody => ({
  id,
  kind: 'report',
  state: 'done',
  asked: {
    stakeDB: 'a_gtm',
    stakeName: 'Chulac',
    cCode: 'GTM',
    scopeType: 'stake',
    csvType: 'sup',
  },
  createdAt: '2025-05-31T12:00:00.000Z',
  count: 1,
  maxCount: 4,
  ...different,
});

const DONE = aJob('done', {
  fileName: 'sup.csv',
  bytes: 5_200_000,
  rows: 57,
  settings: 7,
  expiresAt: '2025-06-07T12:00:00.000Z',
  failedUnits: ['Coban'],
});
const EXPIRED = aJob('expired', { rows: 1 });
const RUNNING = aJob('running', {
  state: 'running',
  asked: { ...DONE.asked, scopeType: 'country', csvType: 'all' },
});
const FAILED = aJob('failed', {
  state: 'failed',
  asked: { ...DONE.asked, scopeType: 'countries', csvType: 'women' },
  text: 'The server was stopped.',
});

async function open(path: string, server: Parameters<typeof fakeServer>[0]) {
  const network = fakeServer(server);
  await renderApp(
    <Routes>
      <Route path="/children/reports" element={<MyReportsPage />} />
      <Route path="/files/:fileToDownload" element={<FilePage />} />
    </Routes>,
    { user: SYNCER, path },
  );
  return { network, user: userEvent.setup() };
}

const listed = (jobs: readonly ReportJobBody[]) => ({ 'GET /api/reports': { body: { jobs } } });

describe('My reports page', () => {
  it('lists running, finished, expired and failed reports with the actions for each', async () => {
    await open('/children/reports', listed([RUNNING, DONE, EXPIRED, FAILED]));
    const card = (name: string) => screen.getByRole('article', { name });
    const running = await screen.findByRole('article', {
      name: 'All screenings · All units of Guatemala',
    });
    expect(within(running).getByText('1 of 4')).toBeTruthy();
    const navigation = screen.getByRole('navigation', { name: 'Coordination' });
    const here = within(navigation).getByRole('link', { current: 'page' });
    expect(here.textContent).toBe('Reports');
    expect(within(running).getByRole('button', { name: 'Stop' })).toBeTruthy();
    const [done, expired] = screen.getAllByRole('article', { name: 'Supplements · Chulac' });
    expect(done?.textContent).toContain('57 rows · 5.2 MB · deleted on 7 Jun 2025');
    expect(done?.textContent).toContain('By settings number 7 of the programme.');
    expect(expired?.textContent).not.toContain('settings');
    expect(done?.textContent).toContain('One unit could not be read and is missing here: Coban.');
    expect(done?.querySelector('a')?.getAttribute('href')).toBe('/files/sup.csv');
    expect(expired?.textContent).toContain('1 row · The file was deleted: its time was over');
    expect(expired?.querySelector('a')).toBeNull();
    expect(card('Pregnant and nursing · All units of all countries').textContent).toContain(
      'It failed. The server was stopped.',
    );
  });

  it('says the day of the person on which a file is deleted: an evening in Guatemala is the next day in UTC', async () => {
    const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/Guatemala' }).resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(zone);
    await open('/children/reports', listed([{ ...DONE, expiresAt: '2025-06-08T02:00:00.000Z' }]));
    const done = await screen.findByRole('article', { name: 'Supplements · Chulac' });
    expect(done.textContent).toContain('deleted on 7 Jun 2025');
  });

  it('says of a download that fails why, and stays', async () => {
    const { user } = await open('/children/reports', listed([DONE]));
    await user.click(await screen.findByRole('link', { name: 'Download' }));
    await waitFor(() =>
      expect(document.querySelector('.notice-error')?.textContent).toContain(
        'It is no longer kept, or it belongs to somebody else.',
      ),
    );
    expect(screen.getByRole('article', { name: 'Supplements · Chulac' })).toBeTruthy();
  });

  it('polls while a report is being made, and shows it finished', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { network } = await open('/children/reports', listed([RUNNING]));
    await screen.findByText('1 of 4');
    network.answer('GET /api/reports', { body: { jobs: [{ ...DONE, id: 'running' }] } });
    // The clock must advance only after the page has started its timer.
    await act(async () => undefined);
    vi.advanceTimersByTime(2_000);
    expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy();
  });

  it('deletes after a question, and accepts that a report is already deleted', async () => {
    const { network, user } = await open('/children/reports', listed([DONE]));
    network.answer('DELETE /api/reports/done', refusal(404, 'not-found'));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(network.askedFor('DELETE /api/reports/done')).toEqual([]);
    network.answer('GET /api/reports', { body: { jobs: [] } });
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No reports yet')).toBeTruthy();
    expect(document.querySelector('.notice-error')).toBeNull();
  });
});

describe('/files/:fileToDownload', () => {
  it('starts the download with one ticket and says so', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { network } = await open('/files/sup%20a.csv', {
      'POST /api/files/sup%20a.csv/ticket': { body: { ticket: 'abc' } },
    });
    expect(await screen.findByText('The download has started')).toBeTruthy();
    expect(network.askedFor('POST /api/files/sup%20a.csv/ticket')).toHaveLength(1);
    expect(click).toHaveBeenCalledTimes(1);
  });

  it('explains for a missing file or another person’s file what may have happened', async () => {
    await open('/files/other.csv', {});
    await waitFor(() =>
      expect(document.querySelector('main')?.textContent).toContain(
        'It is no longer kept, or it belongs to somebody else.',
      ),
    );
    expect(screen.getByRole('link', { name: 'My reports' })).toBeTruthy();
    // The page says it; a notice would stay on the pages after it, in the language of the moment.
    expect(document.querySelector('.notice-error')).toBeNull();
  });

  it('says of another failure what it was, not that the file is gone', async () => {
    await open('/files/sup.csv', { 'POST /api/files/sup.csv/ticket': { status: 503, body: {} } });
    expect(await screen.findByText('The file could not be downloaded')).toBeTruthy();
    expect(document.querySelector('main')?.textContent).toContain('503');
    expect(document.querySelector('main')?.textContent).not.toContain('its time was over');
  });
});
