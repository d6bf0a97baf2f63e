import type { Account } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { LUZ } from '../../testing/tasks.ts';
import { conflicts } from './feature.ts';
import { WaitingPage } from './waiting-page.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The page of a unit in which a file has asked to remove Luz. */
async function show(roles: Account['roles']): Promise<LocalUnit> {
  const unit = await openTestUnit({ children: [LUZ] });
  const { store } = await unit.engine();
  const [leaf] = await store.leaves(LUZ._id);
  if (leaf === undefined) throw new Error('no child');
  const { start, ids } = leaf._revisions;
  const hash = 'd'.repeat(32);
  const document = {
    ...leaf,
    _rev: `${start + 1}-${hash}`,
    _revisions: { start: start + 1, ids: [hash, ...ids] },
    _deleted: true,
    why: 'removed',
    removedBy: 'Julia C.',
  };
  const removals = [{ document, title: 'Luz Mamani' }];
  await store.writeLocal('crece-file-removals', { removals });
  const account = { id: 'user-1', username: 'ana', displayName: 'Ana L.', roles };
  await renderApp(
    <Routes>
      <Route path={conflicts.pages.waiting.at} element={<WaitingPage />} />
    </Routes>,
    {
      path: '/children/waiting/test_stake_gtm/Test',
      unit,
      device: memoryDevice(),
      session: account as Account,
    },
  );
  return unit;
}

const card = async () =>
  within(await screen.findByRole('region', { name: '1 removal in a file that was taken over' }));
const names = (unit: LocalUnit) => unit.snapshot().children.map(({ id }) => id);

it('lists the removals of files, and carries them out when a person says so', async () => {
  const unit = await show(['user', 'sync']);
  expect((await card()).getByText('Luz Mamani')).toBeTruthy();
  expect((await card()).getByText(/Removed by Julia C\., as the file says/)).toBeTruthy();
  expect(names(unit)).toEqual([LUZ._id]);
  await userEvent.click(screen.getByRole('button', { name: 'Carry out' }));
  expect(await screen.findByText('1 record removed')).toBeTruthy();
  expect(names(unit)).toEqual([]);
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy();
});

it('leaves the records as they are when a person says so', async () => {
  const unit = await show(['user', 'sync']);
  await card();
  await userEvent.click(screen.getByRole('button', { name: 'Leave as they are' }));
  expect(await screen.findByText('1 record stays')).toBeTruthy();
  expect(names(unit)).toEqual([LUZ._id]);
  expect(screen.queryByText('Luz Mamani')).toBeNull();
});

it('lets nobody decide without the right to remove', async () => {
  const unit = await show(['sync']);
  expect((await card()).getByText(/^Nothing was removed\. Somebody with the right/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Carry out' })).toBeNull();
  expect(names(unit)).toEqual([LUZ._id]);
});
