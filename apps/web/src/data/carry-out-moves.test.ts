import type { WaitingMove } from '@crece/storage';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpError } from '../api/http.ts';
import type { fetchDeclined } from '../api/moves.ts';
import { clearSession, keepSession } from '../api/stored-session.ts';
import { installBrowserGaps } from '../testing/browser-gaps.ts';
import { openTestUnit } from '../testing/open-unit.ts';
import { aUser, memoryDevice } from '../testing/render.tsx';
import { carryOutMoves, MOVE_HELD_MS } from './carry-out-moves.ts';
import { dropMove, keepMove, movesOf } from './moves.ts';

const UNIT = 'test_stake_gtm';
const NOW = Date.parse('2026-11-28T10:00:00.000Z');
const HOME = { stakeDB: 'coro_ven', id: 'chld_coro_ven_1748880000000_aaaaaa' };

const aMove = (different: Partial<WaitingMove> = {}): WaitingMove => ({
  childId: `chld_${UNIT}_1748880000000_aaaaaa`,
  from: UNIT,
  to: 'coro_ven',
  toName: 'Coro',
  askedAt: new Date(NOW - MOVE_HELD_MS).toISOString(),
  ...different,
});

/** A device with moves that wait, its open unit, and what the server answers to them. */
async function begin(
  moves: readonly WaitingMove[],
  answer: () => Promise<typeof HOME | null>,
  declined = async (): Promise<Awaited<ReturnType<typeof fetchDeclined>>> => [],
) {
  const device = memoryDevice({ moves });
  const unit = await openTestUnit({});
  const done: string[] = [];
  let time = NOW;
  const later: { work: () => void; at: number }[] = [];
  const timers = {
    now: () => time,
    // The one timer: whoever sets it has cleared it before.
    set: ((work: () => void, ms: number) => {
      later.splice(0);
      later.push({ work, at: time + ms });
      return 0;
    }) as unknown as typeof setTimeout,
  };
  const start = () => {
    const stop = carryOutMoves({
      ...{ unit, device, timers },
      sync: {
        run: async () => {
          done.push('run');
          return { kind: 'cancelled' };
        },
      },
      move: async ({ childId, from, to }) => {
        done.push(`move ${from} ${to} ${childId.slice(-6)}`);
        return answer();
      },
      declined: async (from) => {
        done.push(`declined ${from}`);
        return declined();
      },
    });
    onTestFinished(stop);
    return stop;
  };
  return {
    device,
    done,
    stop: start(),
    start,
    settled: (expected: readonly string[]) => vi.waitFor(() => expect(done).toEqual(expected)),
    /** The time passes, and whatever waited for it happens. */
    pass(ms: number) {
      time += ms;
      for (const { work } of later.splice(0).filter(({ at }) => at <= time)) work();
    },
  };
}

const MOVED = ['run', `move ${UNIT} coro_ven aaaaaa`, 'run'];
const refusal = (code: 'forbidden' | 'not-found' | 'no-response', params?: object) => () =>
  Promise.reject(
    new HttpError(code, 404, { issues: params ? [{ code: 'moved', params: { ...params } }] : [] }),
  );
const noChild = () =>
  Promise.reject(
    new HttpError('not-found', 404, { issues: [{ field: 'childId', code: 'not-found' }] }),
  );

beforeEach(() => {
  installBrowserGaps();
  keepSession(aUser({ roles: ['user', 'sync'] }), 'of-ana');
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

describe('moves that wait on this device', () => {
  it('are asked of the server after what is here was sent, and the unit is received afterwards', async () => {
    const { device, settled } = await begin([aMove()], async () => HOME);
    await settled(MOVED);
    expect(movesOf(device)).toEqual([]);
  });

  it('are held for as long as the notice can take them back, and a withdrawn one is never asked', async () => {
    const askedAt = new Date(NOW).toISOString();
    const other = aMove({ askedAt, childId: `chld_${UNIT}_1748880000000_bbbbbb` });
    const { device, done, pass, settled } = await begin(
      [aMove({ askedAt }), other],
      async () => HOME,
    );
    await vi.waitFor(() => expect(movesOf(device)).toHaveLength(2));
    pass(MOVE_HELD_MS - 1);
    expect(await dropMove(device, other)).toBe(true);
    expect(await dropMove(device, other)).toBe(false);
    expect(done).toEqual([]);
    pass(1);
    await settled(MOVED);
    expect(movesOf(device)).toEqual([]);
  });

  it('are kept when the browser ends at any moment, and asked again at the next start', async () => {
    let hangs = true;
    const never = new Promise<typeof HOME>(() => undefined);
    const first = await begin([aMove()], () => (hangs ? never : Promise.resolve(HOME)));
    await first.settled(MOVED.slice(0, 2));
    first.stop();
    expect(movesOf(first.device)).toHaveLength(1);
    hangs = false;
    first.start();
    await first.settled([...MOVED.slice(0, 2), ...MOVED]);
    expect(movesOf(first.device)).toEqual([]);
  });

  it('wait for a connection that failed, and are tried again', async () => {
    let answer: () => Promise<typeof HOME> = refusal('no-response');
    const { device, done, settled, pass } = await begin([aMove()], () => answer());
    await settled(MOVED.slice(0, 2));
    expect(movesOf(device)).toEqual([aMove({ asked: true })]);
    answer = async () => HOME;
    await vi.waitFor(() => {
      pass(60_000);
      expect(done).toHaveLength(MOVED.length + 2);
    });
    await settled([...MOVED.slice(0, 2), ...MOVED]);
  });

  it('are asked in their time, also while another one waits longer for a connection', async () => {
    const held = aMove({
      childId: `chld_${UNIT}_1748880000000_bbbbbb`,
      askedAt: new Date(NOW - MOVE_HELD_MS + 3_000).toISOString(),
    });
    const opened = await begin([held, aMove()], refusal('no-response'));
    await opened.settled(['run', `move ${UNIT} coro_ven aaaaaa`]);
    await vi.waitFor(() => expect(movesOf(opened.device)).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve));
    opened.pass(3_000);
    await vi.waitFor(() => expect(opened.done).toContain(`move ${UNIT} coro_ven bbbbbb`));
  });

  it('stay with their reason when the server refuses, and are not asked again by themselves', async () => {
    const { device, settled, pass } = await begin([aMove()], refusal('forbidden'));
    await vi.waitFor(() => expect(movesOf(device)).toEqual([aMove({ refused: 'forbidden' })]));
    pass(600_000);
    await settled(MOVED.slice(0, 2));
  });

  it('end when the child lives elsewhere already', async () => {
    const { device } = await begin([aMove()], refusal('not-found', HOME));
    await vi.waitFor(() => expect(movesOf(device)).toEqual([]));
  });

  it('of another unit are asked too; a child that was never sent waits until that unit is opened', async () => {
    const move = aMove({ from: 'merida_ven' });
    const { device, settled } = await begin([move], noChild);
    await settled(['move merida_ven coro_ven aaaaaa']);
    expect(movesOf(device)).toEqual([{ ...move, asked: true }]);
  });

  it('are asked again of a server that does not know the call, which says nothing of the child', async () => {
    const { device, done, pass, settled } = await begin([aMove()], refusal('not-found'));
    await settled(MOVED.slice(0, 2));
    expect(movesOf(device)).toEqual([aMove({ asked: true })]);
    await vi.waitFor(() => {
      pass(60_000);
      expect(done.length).toBeGreaterThanOrEqual(4);
    });
  });

  it('stay with their reason when the server has no such child', async () => {
    const { device, settled } = await begin([aMove()], noChild);
    await settled(MOVED.slice(0, 2));
    await vi.waitFor(() => expect(movesOf(device)).toEqual([aMove({ refused: 'not-found' })]));
  });

  it('that are only proposed stay with that mark, and are not proposed again', async () => {
    const move = aMove({ propose: true, from: 'merida_ven' });
    const { device, start, done } = await begin([move], async () => null);
    await vi.waitFor(() => expect(movesOf(device)).toEqual([{ ...move, proposed: true }]));
    start();
    expect(done.filter((each) => each.startsWith('move'))).toHaveLength(1);
  });

  describe('that are proposed', () => {
    const proposed = (different: Partial<WaitingMove> = {}) =>
      aMove({ propose: true, proposed: true, from: 'merida_ven', ...different });
    const at = new Date(NOW).toISOString();

    it('say so when they were declined, and those of another unit do not', async () => {
      const [one, other, waits] = ['aaaaaa', 'bbbbbb', 'cccccc'].map((end) =>
        proposed({ childId: `chld_merida_ven_1748880000000_${end}` }),
      );
      const moves = [one, other, waits].flatMap((each) => each ?? []);
      const answers = [one, { ...other, to: 'elsewhere_ven' }].map((each) => ({
        ...{ childId: each?.childId ?? '', to: each?.to ?? '', at },
      }));
      const { device } = await begin(
        moves,
        async () => HOME,
        async () => answers,
      );
      await vi.waitFor(() =>
        expect(movesOf(device)).toEqual([other, waits, { ...one, refused: 'declined' }]),
      );
    });

    it('say so when the unit to which it was proposed has ended', async () => {
      const move = proposed();
      const { childId, to } = move;
      const { device } = await begin(
        [move],
        async () => HOME,
        async () => [{ childId, to, at, why: 'unit-retired' }],
      );
      await vi.waitFor(() =>
        expect(movesOf(device)).toEqual([{ ...move, refused: 'unit-retired' }]),
      );
    });

    it('ask again ten minutes later, also of a server that did not answer', async () => {
      let answer: () => Promise<{ childId: string; to: string; at: string }[]> =
        refusal('no-response');
      const move = proposed();
      const { device, done, pass, settled } = await begin(
        [move],
        async () => HOME,
        () => answer(),
      );
      await settled(['declined merida_ven']);
      answer = async () => [{ childId: move.childId, to: move.to, at }];
      pass(599_999);
      await keepMove(device, move);
      expect(done).toHaveLength(1);
      pass(1);
      await vi.waitFor(() => expect(movesOf(device)).toEqual([{ ...move, refused: 'declined' }]));
    });
  });

  it('that are proposed end when the child is no longer in its unit', async () => {
    const { device } = await begin([aMove({ propose: true, proposed: true })], async () => null);
    await vi.waitFor(() => expect(movesOf(device)).toEqual([]));
  });

  it('begin when one is added, and not without an account that may synchronise', async () => {
    clearSession();
    const { device, done, settled } = await begin([], async () => HOME);
    await keepMove(device, aMove());
    expect(done).toEqual([]);
    keepSession(aUser({ roles: ['user', 'sync'] }), 'of-ana');
    await keepMove(device, aMove());
    await settled(MOVED);
  });
});
