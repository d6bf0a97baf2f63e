import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Device, LocalUnit, WaitingMove } from '@crece/storage';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { movesOf } from '../../data/moves.ts';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ComingPage } from './coming-page.tsx';
import { moving } from './feature.ts';
import { MovePage } from './move-page.tsx';

const UNIT = 'test_stake_gtm';
const child = aChild({ _id: `chld_${UNIT}_1746878400001_0a1b2c`, firstName: 'Marisol' });
const visit = anAssessedScreening(child, { _id: `scr_${UNIT}_1746878400001_0a1b2c` });
const HOME = { stakeDB: 'coban_stake_gtm', id: 'chld_coban_stake_gtm_1746878400001_0a1b2c' };
const MOVE = `/children/move/${child._id}`;

const WAITING: WaitingMove = {
  childId: child._id,
  from: UNIT,
  to: HOME.stakeDB,
  toName: 'Cobán Stake',
  askedAt: '2026-11-28T10:00:00.000Z',
};

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>at {decodeURIComponent(pathname)}</p>;
}

interface Shown {
  unit?: LocalUnit;
  device?: Device;
  language?: 'en' | 'es';
  account?: object;
}

async function show(path: string, { unit, device, language, account }: Shown = {}) {
  const session = {
    ...{ id: 'u1', username: 'ana', displayName: 'Ana', roles: ['user', 'sync'] },
    ...account,
  };
  const opened = unit ?? (await openTestUnit({ children: [child], screenings: [visit] }));
  await renderApp(
    <Routes>
      <Route path={moving.pages.move.at} element={<MovePage />} />
      <Route path={moving.pages.coming.at} element={<ComingPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    {
      ...{ path, unit: opened, device: device ?? memoryDevice(), session: session as never },
      language: language ?? 'en',
    },
  );
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  installBrowserGaps();
  vi.stubGlobal('scrollTo', () => undefined);
  fakeServer();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the page on which a child is moved', () => {
  it('asks for the unit and for a yes, keeps the move, and takes it back at once', async () => {
    const device = memoryDevice();
    await show(MOVE, { device });
    await userEvent.type(await screen.findByRole('searchbox'), 'cob');
    await press(/^Cobán/);
    expect(await screen.findByText('Move Marisol Xicay to Cobán Stake?')).toBeDefined();
    expect(screen.getByText(/with the screening/)).toBeDefined();
    expect(movesOf(device)).toEqual([]);
    await press('Move');
    await screen.findByText(/^at \/children\/list/);
    const askedAt = expect.any(String) as string;
    expect(movesOf(device)).toEqual([{ ...WAITING, askedAt }]);
    await press('Undo');
    await screen.findByText('Marisol Xicay stays here.');
    expect(movesOf(device)).toEqual([]);
  });

  it('offers first where the child was, and says where somebody else must accept', async () => {
    const scope = { stakes: [UNIT, 'coro_ven'] };
    const back = { ...child, movedFrom: [{ stakeDB: 'coro_ven', id: 'chld_coro_ven_1' }] };
    const unit = await openTestUnit({ children: [back], screenings: [] });
    await show(MOVE, { unit, account: { scope } });
    await waitFor(() => {
      const units = screen.getByRole('list', { name: 'Units' });
      const [first, second] = [...units.children].map((each) => each.textContent);
      expect(first).toBe('Coro Venezuela · was there before');
      expect(second).toMatch(/ Guatemala · to be accepted there$/);
    });
  });

  it('in Spanish proposes a move that the account may not make, and keeps it as such', async () => {
    const device = memoryDevice();
    await show(MOVE, { device, language: 'es', account: { scope: { stakes: [UNIT] } } });
    await userEvent.type(await screen.findByRole('searchbox'), 'cob');
    await press(/^Cobán/);
    await screen.findByText(/Decide alguien de Cobán Stake/);
    await press('Proponer');
    await screen.findByText('Se propone a Cobán Stake que Marisol Xicay pase allí.');
    const askedAt = expect.any(String) as string;
    expect(movesOf(device)).toEqual([{ ...WAITING, askedAt, propose: true }]);
  });
});

describe('the page of who is to come', () => {
  const proposal = {
    ...{ from: UNIT, childId: child._id, firstName: 'Marisol', lastName: 'Xicay' },
    ...{ birthDate: '2024-03-10', by: 'Ana Morales', at: '2026-11-28T10:00:00.000Z' },
  };
  const list = { body: { stakeDB: HOME.stakeDB, proposals: [proposal] } };
  const calls = `/api/children/${child._id}/proposal`;
  const open = async (account: object = {}) => {
    const server = fakeServer({
      [`GET /api/children/proposals/${HOME.stakeDB}`]: list,
      [`POST ${calls}`]: { body: { home: null } },
    });
    const unit = await openTestUnit({ stakeDB: HOME.stakeDB });
    await show(`/children/coming/${HOME.stakeDB}/Cob`, { unit, account });
    await screen.findByText('Marisol Xicay');
    return () => server.asked.filter(({ call }) => call.includes(calls)).map(({ body }) => body);
  };

  it('says who proposes whom, and accepts', async () => {
    const asked = await open();
    expect(
      await screen.findByText('born 10 Mar 2024 · from Guatemala test Only · Ana Morales'),
    ).toBeDefined();
    await press('Accept Marisol Xicay');
    await screen.findByText('Marisol Xicay is in this unit now.');
    expect(asked()).toEqual([{ accept: true }]);
    await screen.findByText('No moves to accept');
  });

  it('only declines without the right to remove children', async () => {
    const asked = await open({ roles: ['sync'] });
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
    await press('Decline Marisol Xicay');
    await screen.findByText('Marisol Xicay stays in Guatemala test Only.');
    expect(asked()).toEqual([{ accept: false }]);
  });
});
