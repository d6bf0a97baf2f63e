import { unitOfId } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Device, LocalUnit, WaitingMove } from '@crece/storage';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { carryOutMoves } from '../../data/carry-out-moves.ts';
import { isMoveOf, movesOf, useMoves } from '../../data/moves.ts';
import { card } from '../../features/card/feature.ts';
import { screenings as ofScreenings } from '../../features/screenings/feature.ts';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { UnitRoute } from '../navigation/unit-route.tsx';
import { ChildFileRoute } from '../records/child-file-route.tsx';
import { MovedAwayChildren } from './moved-away-children.tsx';
import { MovingNote } from './moving-note.tsx';

const UNIT = 'test_stake_gtm';
const child = aChild({ _id: `chld_${UNIT}_1746878400001_0a1b2c`, firstName: 'Marisol' });
const visit = anAssessedScreening(child, { _id: `scr_${UNIT}_1746878400001_0a1b2c` });
const HOME = { stakeDB: 'coban_stake_gtm', id: 'chld_coban_stake_gtm_1746878400001_0a1b2c' };
const AWAY = '/away';
const CARD = '/children/card';
const VIEW = `/children/view/${child._id}`;

const WAITING: WaitingMove = {
  childId: child._id,
  from: UNIT,
  to: HOME.stakeDB,
  toName: 'Cobán Stake',
  askedAt: '2026-11-28T10:00:00.000Z',
};

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>at {decodeURIComponent(pathname) + search}</p>;
}

/** As the child's page says it. */
function ViewPage() {
  const { childId = '' } = useParams();
  const move = useMoves().find(isMoveOf({ childId, from: UNIT }));
  return move === undefined ? null : <MovingNote name="Marisol" move={move} />;
}

/** A page of the child; in the unit to which it moved only its address. */
function OrElsewhere({ page }: { page: ReactNode }) {
  const { childId = '' } = useParams();
  return unitOfId(childId) === HOME.stakeDB ? <Elsewhere /> : page;
}

function Card() {
  const { childId = '' } = useParams();
  return <ChildFileRoute childId={childId}>{() => <p>its card</p>}</ChildFileRoute>;
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
      <Route path={ofScreenings.pages.child.at} element={<ViewPage />} />
      <Route path={card.pages.card.at} element={<OrElsewhere page={<Card />} />} />
      <Route
        path={AWAY}
        element={
          <UnitRoute stakeDB={UNIT}>{(unit) => <MovedAwayChildren unit={unit} />}</UnitRoute>
        }
      />
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

describe('the page of a child that is to move', () => {
  it('says where to, and takes it back', async () => {
    fakeServer({ [`POST /api/children/${child._id}/move`]: 'no-response' });
    const device = memoryDevice({ moves: [WAITING] });
    await show(VIEW, { device });
    await screen.findByText('Marisol moves to Cobán Stake as soon as the server has answered.');
    await press('Undo');
    await waitFor(() => expect(screen.queryByText(/as soon as the server/)).toBeNull());
    expect(movesOf(device)).toEqual([]);
  });

  it.each([
    ['has moved', 404, /^Marisol has moved to Cobán Stake already/],
    ['is still here', 200, 'Marisol stays here.'],
    ['is not known', 'no-response', /^Marisol may have moved to Cobán Stake/],
  ] as const)(
    'asks the server where it is when its answer was lost: %s',
    async (_what, found, said) => {
      const gone = { code: 'not-found', issues: [{ code: 'moved', params: HOME }] };
      const there =
        found === 'no-response' ? found : { status: found, body: found === 404 ? gone : {} };
      const asked = `POST /api/children/${child._id}/move`;
      const server = fakeServer({
        [asked]: 'no-response',
        [`GET /api/children/${child._id}`]: there,
      });
      const device = memoryDevice({ moves: [WAITING] });
      const unit = await openTestUnit({ children: [child], screenings: [visit] });
      await show(VIEW, { device, unit });
      const run = async () => ({ kind: 'cancelled' }) as const;
      onTestFinished(carryOutMoves({ unit, device, sync: { run } }));
      await waitFor(() => expect(server.askedFor(asked)).toHaveLength(1));
      await press('Undo');
      await screen.findByText(said);
      expect(movesOf(device)).toEqual([]);
    },
  );

  it('of a proposal that waits for the server does not say that it moves by its answer', async () => {
    fakeServer({ [`POST /api/children/${child._id}/move`]: 'no-response' });
    await show(VIEW, { device: memoryDevice({ moves: [{ ...WAITING, propose: true }] }) });
    await screen.findByText(/^A move to Cobán Stake is proposed\. Marisol stays here until/);
  });

  it('says that it is only proposed, and withdraws the proposal', async () => {
    const calls = `/api/children/${child._id}/proposal`;
    const server = fakeServer({ [`POST ${calls}`]: { body: { home: null } } });
    const device = memoryDevice({ moves: [{ ...WAITING, propose: true, proposed: true }] });
    await show(VIEW, { device });
    await screen.findByText(/^A move to Cobán Stake is proposed\. Marisol stays here until/);
    await press('Undo');
    await waitFor(() => expect(movesOf(device)).toEqual([]));
    const asked = server.asked.filter(({ call }) => call.includes(calls));
    expect(asked.map(({ body }) => body)).toEqual([{ accept: false }]);
  });

  describe('while the server is being asked', () => {
    const proposal = `POST /api/children/${child._id}/proposal`;
    /** The child's page, and how the server answers the question for the move. */
    async function asking(move: WaitingMove) {
      let answer: (home: typeof HOME | null) => void = () => undefined;
      const answered = new Promise<{ body: object }>((resolve) => {
        answer = (home) => resolve({ body: { home } });
      });
      const asked = `POST /api/children/${child._id}/move`;
      const server = fakeServer({ [asked]: () => answered, [proposal]: { body: { home: null } } });
      const device = memoryDevice({ moves: [move] });
      const unit = await openTestUnit({ children: [child], screenings: [visit] });
      await show(VIEW, { device, unit });
      const run = async () => ({ kind: 'cancelled' }) as const;
      onTestFinished(carryOutMoves({ unit, device, sync: { run } }));
      await waitFor(() => expect(server.askedFor(asked)).toHaveLength(1));
      await press('Undo');
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      return { answer, device, server };
    }

    it('does not say of a child that it stays, which moves', async () => {
      const { answer, device } = await asking(WAITING);
      expect(screen.queryByText('Marisol stays here.')).toBeNull();
      answer(HOME);
      await waitFor(() => expect(movesOf(device)).toEqual([]));
      await screen.findByText(/^Marisol has moved to Cobán Stake already/);
      expect(screen.queryByText('Marisol stays here.')).toBeNull();
    });

    it('withdraws what was proposed meanwhile', async () => {
      const { answer, device, server } = await asking({ ...WAITING, propose: true });
      expect(screen.queryByText('Marisol stays here.')).toBeNull();
      answer(null);
      await screen.findByText('Marisol stays here.');
      expect(server.askedFor(proposal).map(({ body }) => body)).toEqual([{ accept: false }]);
      expect(movesOf(device)).toEqual([]);
    });
  });

  it('says why the server refuses', async () => {
    await show(VIEW, { device: memoryDevice({ moves: [{ ...WAITING, refused: 'forbidden' }] }) });
    await screen.findByText(/your account may not work in both units/);
  });

  it('says that the other unit declined what was proposed, until that was read', async () => {
    const move: WaitingMove = { ...WAITING, propose: true, proposed: true, refused: 'declined' };
    const device = memoryDevice({ moves: [move] });
    await show(VIEW, { device });
    await screen.findByText('Cobán Stake declined the move that was proposed: Marisol stays here.');
    await press('Close');
    await waitFor(() => expect(movesOf(device)).toEqual([]));
  });
});

describe('the children that moved away from a unit', () => {
  // Evening in Guatemala, where it is the day before that of UTC.
  const now = Date.parse('2025-06-10T01:30:00.000Z');
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
  afterEach(() => void vi.useRealTimers());
  const left = (days: number, place: number) => ({
    ...aChild({ _id: `chld_${UNIT}_174687840000${place}_0a1b2c`, firstName: `Luz ${place}` }),
    removedBy: 'Ben',
    removedAt: new Date(now - days * 86_400_000).toISOString(),
    movedTo: { ...HOME, id: `chld_${HOME.stakeDB}_174687840000${place}_0a1b2c` },
  });
  const shown = async (account: object = {}) => {
    const device = memoryDevice();
    const unit = await openTestUnit({ removed: [left(2, 1), left(29, 2), left(31, 3)] });
    fakeServer();
    await show(AWAY, { unit, device, account });
    await screen.findByRole('heading', { name: 'Moved to other units in the last 30 days' });
    return device;
  };

  it('are listed for 30 days with their new unit, and moved back from there', async () => {
    const device = await shown();
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^Luz 1 Xicay to Cobán Stake, .*Move back/);
    expect(rows[1]).toMatch(/^Luz 2 Xicay/);
    await press('Move back: Luz 1 Xicay');
    const askedAt = expect.any(String) as string;
    const { movedTo } = left(2, 1);
    expect(movesOf(device)).toEqual([
      {
        childId: movedTo.id,
        from: HOME.stakeDB,
        to: UNIT,
        toName: 'Guatemala test Only',
        askedAt,
      },
    ]);
    await press('Undo');
    await waitFor(() => expect(movesOf(device)).toEqual([]));
  });

  it.each([
    [
      'en',
      'to Cobán Stake, on a day that is not known',
      'Moved to other units in the last 30 days',
    ],
    [
      'es',
      'a Cobán Stake, no se sabe qué día',
      'Trasladados a otras unidades en los últimos 30 días',
    ],
  ] as const)(
    'are listed last and with the way back where their time cannot be read (%s)',
    async (language, line, title) => {
      const removed = [{ ...left(1, 1), removedAt: 'yesterday' }, left(2, 2)];
      await show(AWAY, { unit: await openTestUnit({ removed }), language });
      await screen.findByRole('heading', { name: title });
      const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatch(/^Luz 2 Xicay/);
      expect(rows[1]).toContain(`Luz 1 Xicay ${line}`);
      expect(screen.getByRole('button', { name: /Luz 1 Xicay/ })).toBeTruthy();
    },
  );

  it('have no way back for whoever may not work in both units', async () => {
    await shown({ scope: { stakes: [UNIT] } });
    expect(screen.queryByRole('button', { name: /^Move back/ })).toBeNull();
  });
});

describe('the address of a child that moved', () => {
  const removedAt = '2026-11-28T10:00:00.000Z';
  const gone = { ...child, removedBy: 'Ben', removedAt, movedTo: HOME };
  const asked = `GET /api/children/${child._id}`;

  it('leads to the same page of the child where it lives, by what this device knows', async () => {
    const server = fakeServer();
    await show(`${CARD}/${child._id}`, { unit: await openTestUnit({ removed: [gone] }) });
    await screen.findByText(`at ${CARD}/${HOME.id}`);
    expect(server.asked.filter(({ call }) => call.startsWith(asked))).toEqual([]);
  });

  it('takes a clinic’s answer along, and not the name of the unit that it left', async () => {
    const path = `${CARD}/${child._id}?stakeDB=${UNIT}&answer=ABC`;
    await show(path, { unit: await openTestUnit({ removed: [gone] }) });
    await screen.findByText(`at ${CARD}/${HOME.id}?answer=ABC`);
  });

  it('is asked of the server where this device never had the child', async () => {
    fakeServer({
      [asked]: {
        status: 404,
        body: { code: 'not-found', issues: [{ code: 'moved', params: HOME }] },
      },
    });
    await show(`${CARD}/${child._id}`, { unit: await openTestUnit({}) });
    await screen.findByText(`at ${CARD}/${HOME.id}`);
  });

  it('says in which unit it is to somebody who may not see that unit', async () => {
    const stakeDB = 'calapan_phl';
    const _id = `chld_${stakeDB}_1746878400001_0a1b2c`;
    const unit = await openTestUnit({ stakeDB, removed: [{ ...gone, _id }] });
    await show(`${CARD}/${_id}`, { unit, account: { roles: ['phl-pilot'] } });
    await screen.findByText(/It is in Cobán Stake now/);
  });

  it('is not found where nobody knows of a move', async () => {
    fakeServer({ [asked]: refusal(404, 'not-found') });
    await show(`${CARD}/${child._id}`, { unit: await openTestUnit({}) });
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  });
});
