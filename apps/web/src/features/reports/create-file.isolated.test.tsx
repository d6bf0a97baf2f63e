import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '../../api/csv-channel.ts';
import { endSession } from '../../api/stored-session.ts';
import { refusal } from '../../testing/fake-server.ts';
import { onReportDay, openReport, SYNCER, UNIT } from './testing/open-report.tsx';

/** The channel at the edge of the network, controlled by the test. */
const channel = vi.hoisted(() => ({
  rooms: [] as string[],
  closed: 0,
  hear: null as ((event: ChannelEvent) => void) | null,
}));

vi.mock('../../api/csv-channel.ts', () => ({
  openCsvChannel: (room: string, heard: (event: ChannelEvent) => void) => {
    channel.rooms.push(room);
    channel.hear = heard;
    return () => {
      channel.closed += 1;
    };
  },
}));

onReportDay();

const CALL = `GET /api/children/report/${UNIT}/GTM/stake/firstName/en/sup/6`;
const ACCEPTED = { status: 202, body: { message: 'Begun', jobId: 'job-1' } };

const tell = (event: ChannelEvent) =>
  act(async () => {
    channel.hear?.(event);
  });

const notices = (role: 'alert' | 'status') =>
  [...document.querySelectorAll(`.notices [role=${role}] .notice .grow`)].map(
    ({ textContent }) => textContent,
  );

async function begun(answer: Parameters<typeof openReport>[0] = {}) {
  channel.rooms.length = 0;
  channel.closed = 0;
  const page = await openReport({ ...answer, server: { [CALL]: ACCEPTED, ...answer.server } });
  await page.user.click(await screen.findByRole('button', { name: 'Create file' }));
  await waitFor(() => expect(channel.rooms).toHaveLength(1));
  return page;
}

describe('creating a report file', () => {
  it('requests the report when the server is ready, in a room of first name, last name and time', async () => {
    const { network } = await begun();
    expect(channel.rooms).toEqual([`AnaLópez${Date.parse('2025-06-01T12:00:00.000Z')}`]);
    expect(network.askedFor(CALL)).toEqual([]);
    await tell({ is: 'ready' });
    const [asked] = network.askedFor(CALL);
    const query = new URLSearchParams(asked?.call.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      stakeName: 'Guatemala test Only',
      socketRoomId: channel.rooms[0],
      format: 'xlsx',
      retired: 'with',
    });
  });

  it('counts up, then shows the link, which downloads with a ticket', async () => {
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    const { user } = await begun({
      server: { 'POST /api/files/sup.xlsx/ticket': { body: { ticket: 't/1' } } },
    });
    await tell({ is: 'ready' });
    await tell({ is: 'progress', progress: { maxCount: 4 } });
    await tell({ is: 'progress', progress: { count: 3, text: 'Chulac' } });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3');
    expect(screen.getByText('3 of 4 · Chulac')).toBeTruthy();
    await tell({ is: 'complete', complete: { fileName: 'sup.xlsx', text: '57 rows.' } });
    expect(notices('status')).toEqual(['The file is ready57 rows.']);
    const link = screen.getByRole('link', { name: 'Download' });
    expect(link.getAttribute('href')).toBe('/files/sup.xlsx');
    await user.click(link);
    await waitFor(() => expect(clicked).toEqual(['/files/sup.xlsx?ticket=t%2F1']));
  });

  it('a file of another choice is not offered as that of the new one', async () => {
    const { user } = await begun();
    await tell({ is: 'ready' });
    await tell({ is: 'complete', complete: { fileName: 'sup.xlsx', text: '57 rows.' } });
    const download = () => screen.queryByRole('link', { name: 'Download' });
    expect(download()).not.toBeNull();
    await user.click(screen.getByRole('radio', { name: 'CSV' }));
    expect(download()).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Excel' }));
    expect(download()).not.toBeNull();
    await user.click(screen.getByText('Summary'));
    await waitFor(() => expect(download()).toBeNull());
  });

  it('shows the message of an answer other than 202 as an error', async () => {
    await begun({ server: { [CALL]: { status: 200, body: { message: 'Come back later' } } } });
    await tell({ is: 'ready' });
    expect(notices('alert')).toEqual(['CSV creation errorCome back later']);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows "CSV creation error" with status and status text when the request fails', async () => {
    await begun({ server: { [CALL]: refusal(403, 'forbidden', undefined, 'Not this unit') } });
    await tell({ is: 'ready' });
    expect(notices('alert')).toEqual(['CSV creation error403 · Not this unit']);
  });

  it('shows the text of CSV_error as a notice', async () => {
    await begun();
    await tell({ is: 'ready' });
    await tell({ is: 'error', error: { text: 'The disk is full.' } });
    expect(notices('alert')).toEqual(['CSV creation errorThe disk is full.']);
    expect(channel.closed).toBe(1);
  });

  it('closes the channel when the session ends, and continues with the report of this device', async () => {
    await begun();
    await tell({ is: 'ready' });
    act(() => endSession());
    await waitFor(() => expect(channel.closed).toBe(1));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(await screen.findByText('1 child with a supplement due')).toBeTruthy();
  });

  it('says that one’s own file is still being made when the page is opened again', async () => {
    const job = {
      id: 'job-1',
      kind: 'report',
      state: 'running',
      asked: { stakeDB: UNIT, stakeName: 'Test', cCode: 'GTM', scopeType: 'stake' },
      createdAt: '2025-06-01T11:59:00.000Z',
      count: 1,
      maxCount: 4,
    };
    await openReport({ user: SYNCER, server: { 'GET /api/reports': { body: { jobs: [job] } } } });
    expect(await screen.findByText(/1 is being made/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My reports' }).getAttribute('href')).toBe(
      '/children/reports',
    );
  });
});

describe('files for other programs', () => {
  const EXPORT = `POST /api/children/export/${UNIT}/GTM/stake`;

  async function opened(format: 'anthro' | 'fhir' | 'dhis2') {
    const named = `${EXPORT}/${format}`;
    channel.rooms.length = 0;
    const page = await openReport({ server: { [named]: ACCEPTED } });
    const create = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Create this file',
    });
    return { ...page, create, asked: () => page.network.askedFor(named)[0]?.body };
  }

  it('contain contacts only when the box is ticked', async () => {
    const { user, create, asked } = await opened('fhir');
    await user.click(screen.getByRole('radio', { name: /^FHIR R4 bundle/ }));
    await user.click(screen.getByRole('checkbox', { name: /Also phone/ }));
    await user.click(create);
    await waitFor(() => expect(channel.rooms).toHaveLength(1));
    await tell({ is: 'ready' });
    expect(asked()).toEqual({ withContact: true });
    await tell({ is: 'complete', complete: { fileName: 'fhir.json', text: 'Done.' } });
    expect(screen.getByRole('link', { name: 'Download' })).toBeTruthy();
    // A file with names is not that of figures.
    await user.click(screen.getByRole('radio', { name: /^DHIS2/ }));
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
  });

  it('require a usable mapping, and explain what is wrong with another', async () => {
    const { user, create, asked } = await opened('dhis2');
    await user.click(screen.getByRole('radio', { name: /^DHIS2/ }));
    expect(create.disabled).toBe(true);
    const choose = (text: string) =>
      user.upload(
        screen.getByLabelText('Choose a mapping file'),
        new File([text], 'mapping.json', { type: 'application/json' }),
      );
    await choose('{"figures":{"screend":{"dataElement":"a"}}}');
    expect(await screen.findByText('There is no figure “screend”.')).toBeTruthy();
    expect(create.disabled).toBe(true);
    await choose('no JSON');
    expect(await screen.findByText('This is not a mapping file.')).toBeTruthy();
    const mapping = { figures: { screened: { dataElement: 'a' } }, orgUnits: {} };
    await choose(JSON.stringify(mapping));
    await waitFor(() => expect(create.disabled).toBe(false));
    await user.click(create);
    await waitFor(() => expect(channel.rooms).toHaveLength(1));
    await tell({ is: 'ready' });
    expect(asked()).toEqual({ mapping });
  });
});
