import { describe, expect, it, vi } from 'vitest';
import { aStores } from '../testing/test-app.ts';
import { acceptClock, clockVerdict, createPlausibleClock } from './plausible-clock.ts';

const KNOWN = new Date('2026-06-10T12:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const after = (ms: number) => new Date(KNOWN.getTime() + ms);

describe('a clock', () => {
  it.each([
    ['ten minutes before the last known instant', -10 * MINUTE_MS, 'plausible'],
    ['a little more than ten minutes before it', -10 * MINUTE_MS - 1, 'behind'],
    ['at it', 0, 'plausible'],
    ['thirty days after it', 30 * DAY_MS, 'plausible'],
    ['a little more than thirty days after it', 30 * DAY_MS + 1, 'ahead'],
  ] as const)('a clock that stands %s', (_where, ms, verdict) => {
    expect(clockVerdict(KNOWN, after(ms))).toBe(verdict);
  });

  it('any clock is believed where nothing is known', () => {
    expect(clockVerdict(null, KNOWN)).toBe('plausible');
  });
});

async function open(newest: Date | null = null) {
  const store = await (await aStores()).open('sys_accounts');
  const log = { warn: vi.fn() };
  let now = KNOWN;
  const guard = createPlausibleClock({
    ...{ store, log },
    clock: () => now,
    newestEntry: async () => newest,
  });
  const at = (ms: number) => {
    now = after(ms);
    return guard.isPlausible();
  };
  return { accept: () => acceptClock(store, now), log, at };
}

describe('the guard of deletions', () => {
  it('goes along with a clock that runs on, however long', async () => {
    const { at, log } = await open();
    for (let days = 0; days <= 400; days += 29) expect(await at(days * DAY_MS)).toBe(true);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('stops at a leap of 800 days, says so once, and goes on when the clock is right again', async () => {
    const { at, log } = await open();
    expect(await at(0)).toBe(true);
    expect([await at(800 * DAY_MS), await at(801 * DAY_MS)]).toEqual([false, false]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(await at(DAY_MS)).toBe(true);
  });

  it('asks the audit log where it has no mark yet', async () => {
    expect(await (await open(KNOWN)).at(800 * DAY_MS)).toBe(false);
    expect(await (await open(KNOWN)).at(29 * DAY_MS)).toBe(true);
  });

  it('the guard does not learn from a clock that is wrong', async () => {
    const { at } = await open();
    await at(0);
    for (const days of [800, 810, 820]) expect(await at(days * DAY_MS)).toBe(false);
  });

  it.each([800, -800])(
    'believes a clock that moved by %i days once a person accepts it',
    async (days) => {
      const { at, accept } = await open();
      await at(0);
      expect(await at(days * DAY_MS)).toBe(false);
      await accept();
      expect(await at(days * DAY_MS)).toBe(true);
      expect(await at(0)).toBe(false);
    },
  );
});
