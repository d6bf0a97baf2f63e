import type { Account } from '@crece/domain';
import type { RefusedRecord, SyncStamp, SyncState, TaskRef } from '@crece/storage';
import { SyncFault } from '@crece/storage/sync';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useMessages } from '../../data/messages.tsx';
import { setSyncOf } from '../../data/sync.ts';
import { fakeSync } from '../../testing/fake-sync.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { Page } from './page.tsx';
import type { PageUnit } from './page-unit.ts';

const AT = '2026-03-14T17:40:00.000Z';
const STAMP: SyncStamp = { completedAt: AT, serverSequence: '9', epoch: 'e' };
const REFUSED: RefusedRecord = {
  id: 'chld_1',
  rev: '1-a',
  reason: 'unreadable',
  details: [],
  removal: false,
  refusedAt: AT,
  title: 'Luz M.',
};

async function unitOf(pending: number, sync: Partial<SyncState> = {}, stakeDB = 'manaus_bra') {
  const unit = await openTestUnit({ stakeDB, sync });
  return {
    stakeDB,
    stakeName: 'Manaus',
    pending,
    sync: { ...unit.snapshot().sync, ...sync },
    local: unit,
  };
}

let unit: PageUnit;
beforeEach(async () => {
  unit = await unitOf(12);
});

function Titled() {
  const { number } = useMessages();
  return (
    <Page title={`Luz ${number(8.1)}`} unit={unit} section="children">
      content
    </Page>
  );
}

async function barOf(page: PageUnit, options: Parameters<typeof renderApp>[1] = {}) {
  const { container } = await renderApp(
    <Page title="Manaus" unit={page}>
      content
    </Page>,
    options,
  );
  const bar = container.querySelector('.syncbar');
  return { words: () => bar?.querySelector('b')?.textContent, to: bar?.getAttribute('href') };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('Page', () => {
  it.each([
    ['en', 'The records cannot be read now'],
    ['es', 'Los registros no se pueden leer ahora'],
  ] as const)(
    'nothing is counted of records that the browser removed under the page (%s)',
    async (language, words) => {
      const page = await unitOf(12);
      const bar = await barOf(page, { language });
      expect(bar.words()).toMatch(/^12 /);
      cleanup();
      const failed = { ...page.local.snapshot(), state: 'failed' as const };
      vi.spyOn(page.local, 'snapshot').mockReturnValue(failed);
      expect((await barOf(page, { language })).words()).toBe(words);
    },
  );

  it('tells records that were handed over to another phone from those only here', async () => {
    const page = await unitOf(12);
    const files = { manaus_bra: { at: AT, mark: { instance: 'one', sequence: 9 } } };
    const held = vi.spyOn(page.local, 'heldBy').mockReturnValue(5);
    const device = memoryDevice({ handedOver: files });
    const some = await barOf(page, { device });
    expect(some.words()).toBe(
      '7 records only on this device, 5 handed over, not yet on the server',
    );
    expect(held).toHaveBeenCalledWith({ instance: 'one', sequence: 9 });
    cleanup();
    held.mockReturnValue(12);
    expect((await barOf(page, { device })).words()).toBe('12 handed over, not yet on the server');
    cleanup();
    held.mockReturnValue(0);
    expect((await barOf(page, { device })).words()).toBe('12 records only on this device');
  });

  it('counts unsent records, shows the connection in a word, and does not claim "synced"', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { container } = await renderApp(<Titled />);
    const bar = container.querySelector('.syncbar');
    expect(bar?.textContent).toBe('12 records only on this deviceOnline');
    online.mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(bar?.textContent).toBe('12 records only on this deviceOffline');
    expect(container.querySelector('main')?.parentElement?.textContent).not.toMatch(/synced/i);
  });

  it.each([
    ['en', 'Online', 'Offline'],
    ['es', 'Con conexión', 'Sin conexión'],
  ] as const)(
    'shows the connection once on a page without a unit, in %s',
    async (language, on, off) => {
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      await renderApp(<Page title="Countries">content</Page>, { language });
      const change = (state: boolean) => {
        online.mockReturnValue(state);
        act(() => {
          window.dispatchEvent(new Event(state ? 'online' : 'offline'));
        });
      };
      expect(screen.getAllByText(on)).toHaveLength(1);
      expect(screen.queryByText(off)).toBeNull();
      change(false);
      expect(screen.getAllByText(off)).toHaveLength(1);
      expect(screen.queryByText(on)).toBeNull();
      change(true);
      expect(screen.getAllByText(on)).toHaveLength(1);
    },
  );

  it("shows the connection once on a unit's page, and not in the header too", async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await renderApp(<Titled />);
    expect(screen.getAllByText('Online')).toHaveLength(1);
  });

  it('links a guest to children, mothers and sync, and hides sync without the right', async () => {
    const links = () => [...screen.getByRole('navigation').querySelectorAll('a')];
    const { unmount } = await renderApp(<Titled />);
    expect(links().map((link) => link.textContent)).toEqual([
      'Crece',
      'Children',
      'Mothers',
      'Due',
      'Sync',
    ]);
    expect(links().map((link) => link.getAttribute('aria-current'))).toEqual([
      null,
      'page',
      null,
      null,
      null,
    ]);
    // Unsent records, and what a guest can do about them.
    expect(links().at(-1)?.getAttribute('href')).toBe('/children/waiting/manaus_bra/Manaus');
    unmount();
    await renderApp(<Titled />, { session: USER });
    expect(links().map((link) => link.textContent)).toEqual([
      'Crece',
      'Children',
      'Mothers',
      'Due',
    ]);
  });

  it('links whoever may to the reports and the overview of the unit', async () => {
    await renderApp(<Titled />, { session: { ...USER, roles: ['user', 'sync'] } });
    const links = [...screen.getByRole('navigation').querySelectorAll('a')];
    expect(links.slice(-2).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Reports', expect.stringContaining('/children/report/manaus_bra')],
      ['Overview', expect.stringMatching(/^\/children\/desk\/[-A-Z]+\/manaus_bra$/)],
    ]);
  });

  it('keeps the present list in the links to mothers and to the sync', async () => {
    for (const screenType of ['pregnant', 'nursing'] as const) {
      const { unmount, container } = await renderApp(
        <Page title="Manaus" unit={unit} section="mothers" screenType={screenType}>
          content
        </Page>,
        { session: { ...USER, roles: ['user', 'sync'] } },
      );
      const to = (link: Element | null) => link?.getAttribute('href');
      const sync = `/children/sync/manaus_bra/Manaus/${screenType}`;
      expect(to(screen.getByRole('link', { name: 'Sync' }))).toBe(sync);
      expect(to(container.querySelector('.syncbar'))).toBe(sync);
      expect(to(screen.getByRole('link', { name: 'Mothers' }))).toBe(
        `/children/mothers/list/manaus_bra/Manaus/${screenType}`,
      );
      unmount();
    }
  });

  it("tells the pages that are headed with the unit's name apart by their section", async () => {
    await renderApp(
      <Page title="Manaus" unit={unit} section="due">
        content
      </Page>,
    );
    expect(document.title).toBe('Due · Manaus · Crece');
    expect(screen.getByRole('main').getAttribute('aria-label')).toBe('Due · Manaus');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manaus');
  });

  it("changes the language of title, figures and the page's lang at once, and remembers it", async () => {
    await renderApp(<Titled />);
    expect(document.title).toBe('Luz 8.1 · Crece');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Español' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(document.title).toBe('Luz 8,1 · Crece');
    expect(screen.getByText('12 registros solo en este dispositivo')).toBeTruthy();
    expect(localStorage.getItem('crece.language')).toBe('es');
    expect(screen.getByRole('button', { name: 'English' }).textContent).toContain('EN');
  });

  it('leads home by the country menu, which asks the server first', async () => {
    await renderApp(<Titled />);
    expect(screen.getByRole('link', { name: 'Countries' }).getAttribute('href')).toBe(
      '/children/countries/true',
    );
  });

  it('marks demonstration data, and never says that they are synced', async () => {
    const { words } = await barOf({ ...(await unitOf(0, { stamp: STAMP })), demo: true });
    expect(screen.getByText('Demonstration data: no real children')).toBeTruthy();
    expect(words()).toBe('Invented records, never sent');
    const added = await barOf({ ...(await unitOf(2, { stamp: STAMP })), demo: true });
    expect(added.words()).toBe('2 records only on this device');
  });
});

const USER: Account = { id: 'a', username: 'ana', displayName: 'Ana', roles: ['user'] };
const SYNC: Account = { ...USER, roles: ['user', 'sync'] };
const TASK: TaskRef = { id: 'scr_1', kind: 'values', title: 'Luz M.', fields: ['weight'] };

describe('the sync bar', () => {
  it('shows "synced" with its time only when nothing is unsent and the last run was complete', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-14T18:00:00.000Z'), toFake: ['Date'] });
    try {
      expect((await barOf(await unitOf(0, { stamp: STAMP }))).words()).toMatch(/^Synced, \d\d:40$/);
      vi.setSystemTime(new Date('2026-05-20T18:00:00.000Z'));
      expect((await barOf(await unitOf(0, { stamp: STAMP }))).words()).toMatch(
        /^Synced, 1[45] Mar, \d\d:40$/,
      );
    } finally {
      vi.useRealTimers();
    }
    expect((await barOf(await unitOf(0))).words()).toBe('Not synced yet');
    expect((await barOf(await unitOf(0, { arrival: 'arriving' }))).words()).toBe('Not synced yet');
    expect((await barOf(await unitOf(1, { stamp: STAMP }))).words()).toBe(
      '1 record only on this device',
    );
    expect((await barOf(await unitOf(0, { stamp: STAMP, refused: [REFUSED] }))).words()).toMatch(
      /^Last complete sync: .*\d\d:40, 1 refused$/,
    );
    expect((await barOf(await unitOf(0, { stamp: STAMP, isIncomplete: true }))).words()).toMatch(
      /^Last complete sync: .*\d\d:40$/,
    );
    expect((await barOf(await unitOf(1, { stamp: STAMP, isIncomplete: true }))).words()).toBe(
      '1 record only on this device',
    );
  });

  it('does not say "synced" while the last run failed, and names the last complete one', async () => {
    const whole = await unitOf(0, { stamp: STAMP });
    const { words } = await barOf(whole);
    const sync = fakeSync();
    act(() => setSyncOf(whole.local, sync));
    expect(words()).toMatch(/^Synced, .*\d\d:40$/);
    // A unit that is damaged on the server, for one.
    const fault = new SyncFault('server', null, undefined, 500);
    const outcome = { kind: 'failed', step: 'down', fault } as const;
    act(() => sync.show({ outcome }));
    expect(words()).toMatch(/^Sync failed\. Last complete: .*\d\d:40$/);
    // The next try changes nothing before it has ended well.
    act(() => sync.show({ phase: 'connecting' }));
    expect(words()).toMatch(/^Sync failed\./);
    act(() => sync.show({ outcome: { ...outcome, fault: new SyncFault('no-response') } }));
    expect(words()).toMatch(/^Synced, /);
  });

  it('shows the number of refusals and conflicts as well', async () => {
    const waits = { refused: [REFUSED], tasks: [TASK, { ...TASK, id: 'scr_2' }] };
    expect((await barOf(await unitOf(3, waits))).words()).toBe(
      '3 records only on this device, 1 refused, 2 to decide',
    );
    expect((await barOf(await unitOf(3, waits), { language: 'es' })).words()).toBe(
      '3 registros solo en este dispositivo, 1 rechazado, 2\u00a0por\u00a0decidir',
    );
  });

  it('counts up during a sync', async () => {
    const running = await unitOf(12);
    const { words } = await barOf(running);
    const sync = fakeSync();
    act(() => setSyncOf(running.local, sync));
    expect(words()).toBe('12 records only on this device');
    act(() => sync.show({ phase: 'connecting' }));
    expect(words()).toBe('12 records only on this device');
    act(() => sync.show({ phase: 'sending', sending: { done: 7, total: 12 } }));
    expect(words()).toBe('Syncing: 7 of 12 sent');
    act(() => sync.show({ phase: 'receiving', receiving: { done: 0, total: 0 } }));
    expect(words()).toBe('12 records only on this device');
    act(() => sync.show({ receiving: { done: 120, total: 300 } }));
    expect(words()).toBe('Syncing: 120 of 300 received');
    act(() => sync.show({ phase: 'waiting' }));
    expect(words()).toBe('12 records only on this device');
  });

  it('links to the sync page with the right to it, and otherwise to conflicts and refusals', async () => {
    expect((await barOf(unit, { session: SYNC })).to).toBe(
      '/children/sync/manaus_bra/Manaus/children',
    );
    for (const session of [USER, null]) {
      expect((await barOf(unit, { session })).to).toBe('/children/waiting/manaus_bra/Manaus');
    }
  });
});

describe('records that vanished from this device', () => {
  const vanished = { seenAt: AT, records: 12, pending: 3, syncedAt: null };

  it('vanished records are not reported when all were invented', async () => {
    const lost = { ...(await unitOf(0, { vanished: { ...vanished, pending: 0 } })), demo: true };
    await barOf(lost);
    await act(async () => undefined);
    expect(screen.queryByText(/are gone from this device/)).toBeNull();
    await barOf({ ...(await unitOf(0, { vanished })), demo: true });
    expect(await screen.findByText('3 records were only here.')).toBeTruthy();
  });

  it('vanished records are reported on every page of the unit until somebody confirms', async () => {
    const lost = await unitOf(0, { vanished });
    const read = vi.spyOn(lost.local, 'acknowledgeVanished').mockResolvedValue();
    await barOf(lost);
    expect(
      await screen.findByText('The records of this unit are gone from this device'),
    ).toBeTruthy();
    expect(screen.getByText('3 records were only here.')).toBeTruthy();
    expect(screen.getByText(/^12 children and mothers were here last at/).textContent).toContain(
      'They had never been synced.',
    );
    expect(screen.getByText(/lost unless a backup file or another phone has it/)).toBeTruthy();
    expect(screen.getByText('Records are gone from this device')).toBeTruthy();
    expect(screen.queryByText('Not synced yet')).toBeNull();
    expect(screen.getByRole('link', { name: 'Load a backup file' }).getAttribute('href')).toBe(
      '/children/backup?stakeDB=manaus_bra',
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'I have read this' }));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('vanished records that were on the server are reported as not lost, with an offer to sync', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const lost = { ...vanished, pending: 0, syncedAt: AT };
    await barOf(await unitOf(0, { vanished: lost }), { session: SYNC });
    expect(await screen.findByText('All of them were on the server.')).toBeTruthy();
    expect(screen.getByText(/Last synced:/)).toBeTruthy();
    expect(screen.getByText(/Syncing needs a connection\.$/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sync now' }).getAttribute('href')).toBe(
      '/children/sync/manaus_bra/Manaus/children',
    );
  });
});
