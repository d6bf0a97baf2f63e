import type { Account } from '@crece/domain';
import type { LocalSize } from '@crece/storage';
import type { SyncProgress } from '@crece/storage/sync';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import { setSyncOf } from '../../../data/sync.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { fakeSync } from '../../../testing/fake-sync.ts';
import { openTestUnit, setPending, type UnitContent } from '../../../testing/open-unit.ts';
import { type RenderOptions, renderApp } from '../../../testing/render.tsx';
import { SyncErrorPage } from '../sync-error-page.tsx';
import { SyncPage } from '../sync-page.tsx';
import type { SameAhead } from '../way-to-same.tsx';

export const STAKE_DB = 'test_stake_gtm';
export const SYNC_PATH = `/children/sync/${STAKE_DB}/Test/children`;

/** An account that may synchronise. */
export const SYNCER: Account = {
  id: 'user-1',
  username: 'ana',
  displayName: 'Ana López',
  roles: ['user', 'sync'],
};

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

/** The current address. */
export const address = () => screen.getByLabelText('address').textContent;

export interface OpenOptions extends Omit<RenderOptions, 'stake'> {
  content?: UnitContent;
  /** Number of records that exist only on this device. */
  pending?: number;
  progress?: Partial<SyncProgress>;
  /** Size of the unit's copy; measured when absent. */
  size?: LocalSize;
  server?: Parameters<typeof fakeServer>[0];
  sameAhead?: SameAhead;
}

/** The sync page of a unit in memory, with a synchronisation that the test controls. */
export async function openSyncPage({
  content = {},
  pending = 0,
  progress = {},
  size,
  server = {},
  sameAhead,
  ...options
}: OpenOptions = {}) {
  const network = fakeServer(server);
  const unit = await openTestUnit({ stakeDB: STAKE_DB, ...content });
  if (pending > 0) await setPending(unit, pending);
  if (size !== undefined) vi.spyOn(unit, 'measure').mockResolvedValue(size);
  const sync = fakeSync(progress);
  setSyncOf(unit, sync);
  const { container } = await renderApp(
    <>
      <Routes>
        <Route
          path="/children/sync/:stakeDB/:stakeName/:screenType"
          element={<SyncPage {...(sameAhead === undefined ? {} : { sameAhead })} />}
        />
        <Route path="/sync-error" element={<SyncErrorPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
      <Address />
    </>,
    { session: SYNCER, path: SYNC_PATH, unit, ...options },
  );
  await screen.findByRole('navigation');
  // React subscribes to the content of the page only after its first render.
  await act(async () => undefined);
  return {
    unit,
    sync,
    network,
    user: userEvent.setup(),
    container,
    card: () => container.querySelector('.sync-card')?.textContent ?? '',
    show: (next: Partial<SyncProgress>) => act(() => sync.show(next)),
    end: (outcome: Parameters<typeof sync.end>[0]) =>
      act(async () => {
        sync.end(outcome);
      }),
  };
}

/** Stamp of the unit's last synchronisation. */
export const STAMP = { completedAt: '2026-03-10T17:40:00.000Z', serverSequence: '9', epoch: 'e' };

export const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Titles and texts of the visible notices of a kind. */
export const notices = (role: 'status' | 'alert') =>
  screen
    .getAllByRole(role)
    .flatMap((list) => [...list.querySelectorAll('.notice .grow')])
    .map(({ textContent }) => textContent);

/** Opens the folded part with this title. */
export async function unfold(title: string): Promise<HTMLElement> {
  const fold = screen.getByText(title).closest('details');
  if (fold === null) throw new Error(`Nothing is folded under “${title}”`);
  await userEvent.setup().click(screen.getByText(title));
  // The browser reports the new state in a task of its own.
  await waitFor(() => expect(fold.childElementCount).toBeGreaterThan(1));
  return fold;
}
