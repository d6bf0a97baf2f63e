import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '../../api/csv-channel.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { SyncReports } from './sync-reports.tsx';
import { onReportDay, UNIT } from './testing/open-report.tsx';

const channel = vi.hoisted(() => ({
  hear: null as ((event: ChannelEvent) => void) | null,
}));

vi.mock('../../api/csv-channel.ts', () => ({
  openCsvChannel: (_room: string, heard: (event: ChannelEvent) => void) => {
    channel.hear = heard;
    return () => undefined;
  },
}));

onReportDay();

const CONVERT = `GET /api/children/update/${UNIT}/Guatemala%20test%20Only/GTM/stake`;

async function open(roles: ('sync' | 'admin')[], path = '/') {
  const network = fakeServer({
    [CONVERT]: { status: 202, body: { message: 'Begun', jobId: 'job-1' } },
  });
  await renderApp(<UnitRoute stakeDB={UNIT}>{(unit) => <SyncReports unit={unit} />}</UnitRoute>, {
    user: aUser({ roles }),
    path,
    unit: await openTestUnit({ stakeDB: UNIT }),
  });
  await screen.findByRole('region', { name: 'Reports' });
  return { network, user: userEvent.setup() };
}

const target = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('reports on the sync page', () => {
  it('link to the reports in the language of the query, to one’s own files and to the upload', async () => {
    await open(['sync'], '/?language=es');
    expect(target(/^Reports of this unit/)).toBe(
      `/children/report/${UNIT}/GTM/stake/firstName/es/sup/6`,
    );
    expect(target(/^My reports/)).toBe('/children/reports');
    expect(target(/^Upload a file/)).toContain(`/children/import/${UNIT}/`);
    expect(screen.queryByRole('button', { name: /^Convert z-scores/ })).toBeNull();
  });

  it('use the interface language when the query has no supported language', async () => {
    await open(['sync'], '/?language=fr');
    expect(target(/^Reports of this unit/)).toContain('/en/sup/');
  });

  it('let an administrator convert after a question, and show the counts at the end', async () => {
    const { network, user } = await open(['admin']);
    await user.click(screen.getByRole('button', { name: /^Convert z-scores/ }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Convert z-scores' }));
    await waitFor(() => expect(channel.hear).not.toBeNull());
    const tell = (event: ChannelEvent) => act(async () => channel.hear?.(event));
    await tell({ is: 'ready' });
    expect(network.askedFor(CONVERT)[0]?.call).toContain('socketRoomId=Ana');
    await tell({ is: 'progress', progress: { maxCount: 2 } });
    await tell({ is: 'progress', progress: { count: 1, text: '' } });
    expect(
      screen
        .getByRole('progressbar', { name: 'Progress of the conversion' })
        .getAttribute('aria-valuenow'),
    ).toBe('1');
    const text = '9 visits of 3 children looked at.';
    await tell({ is: 'complete', complete: { fileName: '', text } });
    const region = screen.getByRole('region', { name: 'Reports' });
    expect(region.textContent).toContain(`The z-scores are converted ${text}`);
  });
});
