import { aChild } from '@crece/domain/testing';
import { StorageError } from '@crece/storage';
import { SyncFault } from '@crece/storage/sync';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../api/http.ts';
import { COMPLETE } from '../../testing/fake-sync.ts';
import { changeSync, setPending } from '../../testing/open-unit.ts';
import {
  address,
  button,
  notices,
  openSyncPage,
  STAMP,
  SYNC_PATH,
  unfold,
} from './testing/open-sync-page.tsx';

const LIST = '/children/list/test_stake_gtm/Guatemala%20test%20Only/-/a/children';
const SYNCED = { stamp: STAMP } as const;

/** A clock that the test moves; React's own scheduling uses the real one. */
const useClock = (now?: string) =>
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    ...(now === undefined ? {} : { now: new Date(now) }),
  });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('sync run that a person starts', () => {
  it('starts by the button, counts correctly, and returns to the list when complete', async () => {
    const { user, sync, card, show, end } = await openSyncPage({ pending: 12 });
    expect(card()).toContain('12records only on this device');
    await user.click(button('Sync now'));
    expect(sync.asked).toEqual(['run']);
    expect(card()).toContain('Asking the server…');
    show({ phase: 'sending', sending: { done: 7, total: 12 } });
    expect(card()).toContain('Sending7 of 12 records are on the server');
    expect(card()).toContain('ReceivingStarts when sending is done');
    const bar = screen.getByRole('progressbar', { name: 'Sending' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([
      '7',
      '12',
    ]);
    show({
      sending: { done: 12, total: 12 },
      phase: 'receiving',
      receiving: { done: 0, total: 0 },
    });
    expect(card()).toContain('Sending12 records sent');
    expect(card()).toContain('ReceivingAsking for what others saved');
    show({ receiving: { done: 120, total: 300 } });
    expect(card()).toContain('Receiving120 of 300 records are here');
    show({ phase: 'merging' });
    expect(card()).toContain('Putting changes together…');
    await end(COMPLETE);
    expect(address()).toMatch(new RegExp(`^${LIST}`));
  });

  it.each(['pregnant', 'nursing'])(
    'returns to the list of mothers from which the page was opened: %s',
    async (kind) => {
      const mothers = `/children/mothers/list/test_stake_gtm/Guatemala%20test%20Only/${kind}`;
      const { user, end } = await openSyncPage({
        path: `/children/sync/test_stake_gtm/Test/${kind}`,
      });
      const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
      expect(href('Back')).toMatch(new RegExp(`^${mothers}`));
      expect(href('Mothers')).toMatch(new RegExp(`^${mothers}`));
      expect(href('Children')).toMatch(new RegExp(`^${LIST}`));
      await user.click(button('Sync now'));
      await end(COMPLETE);
      expect(address()).toMatch(new RegExp(`^${mothers}`));
    },
  );

  it('returns to the children when the address names no list', async () => {
    const { user, end } = await openSyncPage({
      path: `/children/sync/test_stake_gtm/Test/fathers`,
    });
    await user.click(button('Sync now'));
    await end(COMPLETE);
    expect(address()).toMatch(new RegExp(`^${LIST}`));
  });

  it('reports its steps by notices of 350, 550 and 10,000 ms', async () => {
    useClock();
    const { sync, show, end } = await openSyncPage();
    act(() => button('Sync now').click());
    show({ phase: 'sending' });
    expect(notices('status')).toEqual(['Sync up']);
    act(() => void vi.advanceTimersByTime(350));
    expect(notices('status')).toEqual([]);
    show({ phase: 'receiving', receiving: { done: 0, total: 0 } });
    expect(notices('status')).toEqual(['Sync up complete', 'Sync down']);
    act(() => void vi.advanceTimersByTime(350));
    // The feed also contains what this phone sent itself: those records did not arrive from
    // elsewhere.
    show({ receiving: { done: 40, total: 80 } });
    expect(notices('status')).toEqual([]);
    show({ receiving: { done: 80, total: 80 }, received: 40 });
    show({ received: 60 });
    expect(notices('status')).toEqual(['Sync down: records are arriving']);
    act(() => void vi.advanceTimersByTime(500));
    expect(notices('status')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(50));
    expect(notices('status')).toEqual([]);
    show({ phase: 'waiting', retryAt: new Date(Date.now() + 60_000).toISOString() });
    expect(notices('status')).toEqual(['Sync down paused']);
    act(() => void vi.advanceTimersByTime(550));
    await end(COMPLETE);
    expect(notices('status')).toEqual(['Sync down complete', 'Sync complete12 sent, 40 received.']);
    act(() => void vi.advanceTimersByTime(550));
    expect(notices('status')).toEqual(['Sync complete12 sent, 40 received.']);
    act(() => void vi.advanceTimersByTime(9_300));
    expect(notices('status')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(200));
    expect(notices('status')).toEqual([]);
    expect(sync.asked).toEqual(['run']);
  });

  it('a run stays on its page when the person switched the return off', async () => {
    const { user, card, end } = await openSyncPage({ pending: 1 });
    await user.click(button('Sync now'));
    await user.click(screen.getByRole('switch', { name: 'Back to the list when it is done' }));
    await end({ ...COMPLETE, refused: 1, tasks: 2 });
    expect(address()).toBe(SYNC_PATH);
    expect(card()).toMatch(/Complete, .*\d\d:\d\d12 sent, 40 received, 1 refused, 2 to decide\./);
  });

  it('a person who left the page is not brought back, but told how the run ended', async () => {
    const { user, end } = await openSyncPage({ pending: 1 });
    await user.click(button('Sync now'));
    await user.click(screen.getByRole('link', { name: 'Mothers' }));
    const where = address();
    expect(where).toContain('/children/mothers/');
    await end(COMPLETE);
    expect(address()).toBe(where);
    expect(notices('status')).toContain('Sync complete12 sent, 40 received.');
  });

  it('pauses, says that nothing is lost, and continues', async () => {
    const { user, sync, card, show } = await openSyncPage({ pending: 5 });
    await user.click(button('Sync now'));
    show({ phase: 'sending', sending: { done: 7, total: 12 } });
    expect(card()).toContain('5records still only on this device');
    await user.click(button('Pause'));
    expect(card()).toContain('Sync pausedWhat was sent stays sent. It goes on where it stopped.');
    expect(notices('status')).toContain('Sync paused');
    expect(address()).toBe(SYNC_PATH);
    await user.click(button('Go on syncing'));
    expect(sync.asked).toEqual(['run', 'cancel', 'run']);
  });

  it('shows the time until the next retry in words, and retries at once on request', async () => {
    useClock('2026-03-14T12:00:00.000Z');
    const { sync, card, show } = await openSyncPage({ pending: 5 });
    act(() => button('Sync now').click());
    show({ phase: 'waiting', retryAt: '2026-03-14T12:03:20.000Z' });
    expect(card()).toMatch(/No answer from the server\. Next try in 3 minutes\./);
    act(() => void vi.advanceTimersByTime(155_000));
    expect(card()).toMatch(/Next try in 4\d seconds\./);
    await act(async () => button('Try now').click());
    await waitFor(() => expect(sync.asked).toEqual(['run', 'run', 'cancel', 'run']));
    expect(notices('status')).not.toContain('Sync paused');
    expect(card()).toContain('Asking the server…');
  });

  it('reports a server error, not a missing answer, when the server answers with an error', async () => {
    useClock('2026-03-14T12:00:00.000Z');
    const { card, show } = await openSyncPage({ pending: 5 });
    act(() => button('Sync now').click());
    show({
      phase: 'waiting',
      retryAt: '2026-03-14T12:00:20.000Z',
      waitsFor: new SyncFault('server', 'server-error', undefined, 500),
    });
    expect(card()).toContain('The server answered with an error (500). Next try in 20 seconds.');
    expect(card()).not.toContain('No answer');
  });

  it('continues a run that the background started', async () => {
    const { card, sync } = await openSyncPage({
      pending: 2,
      progress: { phase: 'sending', sending: { done: 1, total: 3 } },
    });
    expect(card()).toContain('1 of 3 records are on the server');
    expect(button('Pause')).toBeTruthy();
    expect(sync.asked).toEqual([]);
  });
});

describe('sync run that fails', () => {
  it.each([
    [
      'up',
      new SyncFault('refused', 'unit'),
      'Replication Error Sync upYour account cannot sync this unit. Your records are safe on this device. If it keeps happening, ask your administrator.',
    ],
    [
      'down',
      new SyncFault('server', 'server-error', undefined, 500),
      'Replication Error Sync DownFailure to replicate on sync down: The server answered with an error (500). Try again in a few minutes. Your records are safe on this device. If it keeps happening, ask your administrator.',
    ],
    [
      'down',
      new SyncFault('no-response'),
      'Replication Error Sync DownFailure to replicate on sync down: The server does not answer. Your records are safe on this device. If it keeps happening, ask your administrator.',
    ],
    [
      'down',
      new SyncFault('storage', null, new StorageError('full-disk')),
      'Replication Error Sync DownFailure to replicate on sync down: This device is full. Free some space, then sync again. Your records are safe on this device. If it keeps happening, ask your administrator.',
    ],
  ] as const)(
    'reports "%s" with the reason and the support contact, until closed',
    async (step, fault, said) => {
      const { user, card, end } = await openSyncPage({ pending: 3 });
      await user.click(button('Sync now'));
      await end({ kind: 'failed', step, fault });
      expect(notices('alert')).toEqual([said]);
      expect(card()).toContain(step === 'up' ? 'Replication Error Sync up' : 'Sync Down');
      expect(address()).toBe(SYNC_PATH);
      expect(button('Try again')).toBeTruthy();
    },
  );

  it('the page does not say "synced" while the last run failed, except where no answer came', async () => {
    const { user, card, end } = await openSyncPage({ content: { sync: SYNCED } });
    expect(card()).toContain('everything here is on the server');
    await user.click(button('Sync now'));
    await end({ kind: 'failed', step: 'up', fault: new SyncFault('server', null, undefined, 500) });
    expect(card()).toContain('The last sync was not completeThe last complete one: ');
    expect(card()).not.toContain('Synced');
    await user.click(button('Try again'));
    await end({ kind: 'failed', step: 'up', fault: new SyncFault('no-response') });
    expect(card()).toContain('SyncedUp to date at ');
  });

  it('names the support contact of this server', async () => {
    const { user, end } = await openSyncPage({
      server: {
        'GET /api/config': { body: { demo: false, supportContact: 'Rosa 555', providers: [] } },
      },
    });
    await user.click(button('Sync now'));
    await end({ kind: 'failed', step: 'up', fault: new SyncFault('server') });
    expect(notices('alert')[0]).toContain('ask Rosa 555.');
  });

  it.each([
    ['no-response', null, 'The server does not answer. If it keeps happening, ask'],
    ['credentials', 'forbidden', 'Your account cannot sync. If it keeps happening, ask'],
  ] as const)(
    'informs a person who left the page that it could not begin: %s',
    async (code, reason, said) => {
      const { user, end } = await openSyncPage({ pending: 1 });
      await user.click(button('Sync now'));
      await user.click(screen.getByRole('link', { name: 'Mothers' }));
      const where = address();
      await end({ kind: 'failed', step: 'credentials', fault: new SyncFault(code, reason) });
      expect(address()).toBe(where);
      expect(notices('alert')).toEqual([expect.stringContaining(`Syncing did not work${said}`)]);
    },
  );

  it('ends on the page of sync errors without credentials, which says why and retries', async () => {
    const { user, sync, end } = await openSyncPage({ pending: 3 });
    await user.click(button('Sync now'));
    await end({
      kind: 'failed',
      step: 'credentials',
      fault: new SyncFault('credentials', 'forbidden'),
    });
    expect(address()).toBe('/sync-error?reason=forbidden');
    expect(screen.getByRole('heading', { name: 'Syncing did not work' })).toBeTruthy();
    expect(screen.getByText('Your account cannot sync.')).toBeTruthy();
    expect(notices('alert')).toEqual([]);
    await user.click(button('Try again'));
    await waitFor(() => expect(address()).toBe(SYNC_PATH));
    await waitFor(() => expect(sync.asked).toEqual(['run', 'run']));
  });

  it.each([
    [new SyncFault('no-response'), 'reason=no-response', 'The server does not answer.'],
    [
      new SyncFault('server', 'server-error', undefined, 500),
      'reason=server&status=500',
      'The server answered with an error (500). Try again in a few minutes.',
    ],
    [
      new SyncFault('foreign', null, undefined, 401),
      'reason=foreign',
      'The network answered instead of Crece, probably with its sign-in page. Open that page in the browser, then try again.',
    ],
    [
      new SyncFault(
        'credentials',
        'refused',
        new HttpError('refused', 422, { message: 'The unit <i>moves</i>.' }),
        422,
      ),
      'reason=refused&status=422&message=The+unit+%3Ci%3Emoves%3C%2Fi%3E.',
      'The unit <i>moves</i>.',
    ],
    [
      new SyncFault('credentials', 'refused', new HttpError('refused', 418), 418),
      'reason=refused&status=418',
      'The server refused the request (code 418).',
    ],
  ])('explains why no credentials are available: %s', async (fault, query, said) => {
    const { user, end } = await openSyncPage({ pending: 3 });
    await user.click(button('Sync now'));
    await end({ kind: 'failed', step: 'credentials', fault });
    expect(address()).toBe(`/sync-error?${query}`);
    expect(screen.getByText(said)).toBeTruthy();
  });

  it('says that another window is synchronising', async () => {
    const { user, card, end } = await openSyncPage();
    await user.click(button('Sync now'));
    await end({ kind: 'busy' });
    expect(card()).toContain('Another window of this device is syncing this unit.');
    expect(address()).toBe(SYNC_PATH);
  });

  it('shows no notice when the unit was left', async () => {
    const { StorageError } = await import('@crece/storage');
    const { user, end } = await openSyncPage();
    await user.click(button('Sync now'));
    const fault = new SyncFault('storage', null, new StorageError('closed'));
    await end({ kind: 'failed', step: 'up', fault });
    expect(notices('alert')).toEqual([]);
  });
});

describe('the sync page', () => {
  it('shows "synced" with its time only with proof', async () => {
    const { card, unit } = await openSyncPage({ content: { sync: SYNCED } });
    expect(card()).toMatch(
      /^SyncedUp to date at 10 Mar(?: 2026)?, \d\d:\d\d: everything here is on the server/,
    );
    await act(() => setPending(unit, 1));
    expect(card()).toMatch(/^1record only on this device/);
    await act(async () => {
      await setPending(unit, 0);
      await changeSync(unit, { stamp: null, arrival: 'never' });
    });
    expect(card()).toMatch(/^Not synced yet/);
  });

  it('says in the demonstration that invented records are never sent, and never "synced"', async () => {
    const { card, unit, show } = await openSyncPage({
      content: { sync: SYNCED, children: [aChild()] },
      size: { documents: 217, bytes: 90_000 },
      server: {
        'GET /api/config': { body: { demo: true, supportContact: null, providers: [] } },
      },
    });
    const invented =
      'Invented recordsThe demonstration’s records stay on this device and are never sent. Only what you add or change here is.';
    expect(card()).toContain(invented);
    expect(card()).toMatch(/What you added or changed was on the server: 10 Mar/);
    expect(document.body.textContent).not.toMatch(/synced|everything here/i);
    await act(() => setPending(unit, 2));
    expect(card()).toMatch(/^2records only on this device/);
    await act(async () => {
      await setPending(unit, 0);
      await changeSync(unit, { isIncomplete: true });
    });
    expect(card()).toContain(invented);
    expect(card()).not.toContain('What you added');
    await act(() => changeSync(unit, { stamp: null, arrival: 'never' }));
    expect(card()).toContain(invented);
    expect(card()).not.toContain('What you added');
    show({ phase: 'sending', sending: { done: 0, total: 0 } });
    expect(card()).toContain(invented);
    expect(card()).not.toContain('only on this device');
  });

  it('disables the sync button offline, and says that the records are safe', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { card } = await openSyncPage({ pending: 4 });
    expect((button('Sync now') as HTMLButtonElement).disabled).toBe(true);
    expect(card()).toContain('No connection. Your records are safe on this device');
  });

  it('lets the person use the list while the first download continues', async () => {
    const { card, show } = await openSyncPage({ content: { sync: { arrival: 'arriving' } } });
    expect(card()).toContain('The first download is not complete yet');
    expect(button('Go on syncing')).toBeTruthy();
    show({ phase: 'downloading', receiving: { done: 14_000, total: 40_000 } });
    expect(card()).toContain('14,000 of 40,000 records are here');
    const list = screen.getByRole('link', { name: 'Go on with the list' });
    expect(list.getAttribute('href')).toMatch(new RegExp(`^${LIST}`));
  });

  it('says that the server lost records and gets everything again', async () => {
    const { card } = await openSyncPage({
      progress: { phase: 'sending', serverLostRecords: true },
    });
    expect(card()).toContain('The server lost records: checking');
  });

  it('says that the server is an older one', async () => {
    const { card, show } = await openSyncPage({ progress: { isOlderServer: true } });
    expect(card()).toContain('Older server');
    expect(card()).toContain('everything is compared once more');
    show({ isOlderServer: false });
    expect(card()).not.toContain('Older server');
  });

  it.each([
    [10 * 60_000, null],
    [10 * 60_000 + 1, 'It is 10 minutes behind the server’s.'],
    [-3 * 3_600_000, 'It is 3 hours ahead of the server’s.'],
    [730 * 86_400_000, 'It is 730 days behind the server’s.'],
  ])('reports a clock that is %i ms off only beyond ten minutes', async (off, said) => {
    const { card } = await openSyncPage({ content: { clockDifference: off } });
    if (said === null) expect(card()).not.toContain('clock');
    else expect(card()).toContain(said);
  });

  it('a Spanish-speaking person reads the sync page in Spanish', async () => {
    const { card, show } = await openSyncPage({ pending: 5, language: 'es' });
    expect(card()).toContain('5registros solo en este dispositivo');
    expect(button('Sincronizar ahora')).toBeTruthy();
    show({ phase: 'sending', sending: { done: 7, total: 12 } });
    expect(card()).toContain('Enviar7 de 12 registros ya están en el servidor');
    expect(button('Pausar')).toBeTruthy();
  });
});

describe('records that wait for a person', () => {
  const refused = {
    id: 'scr_9',
    rev: '1-a',
    reason: 'unreadable',
    details: [],
    removal: false,
    refusedAt: STAMP.completedAt,
    title: 'Luz',
  };

  it('waiting records are counted by kind, with links to where they are decided', async () => {
    await openSyncPage({
      content: { sync: { refused: [refused, { ...refused, id: 'c', removal: true }] } },
    });
    const box = within(screen.getByRole('region', { name: 'Waiting for you' }));
    expect(box.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '1 record was refusedKept here. Open it to see why',
      '1 removal is waitingFor someone with the right to remove',
    ]);
    for (const link of box.getAllByRole('link')) {
      expect(link.getAttribute('href')).toMatch(/^\/children\/waiting\/test_stake_gtm\//);
    }
  });

  it('show no box when there are none', async () => {
    await openSyncPage();
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull();
    await unfold('Files and copies');
    expect(screen.getByRole('link', { name: /Backup file/ }).getAttribute('href')).toBe(
      '/children/backup?stakeDB=test_stake_gtm',
    );
    expect(
      screen.getByRole('link', { name: /Remove this unit from the device/ }).getAttribute('href'),
    ).toMatch(/^\/children\/local\/test_stake_gtm\//);
  });
});
