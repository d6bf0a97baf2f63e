// Where and when the torture test plays: the unit, its time zone, the clocks of the phones.

/** The unit that is tortured. */
export const UNIT = 'test_stake_gtm';
export const UNIT_ZONE = 'America/Guatemala';

/** Nobody waits for seconds: while the server is being started the proxies let requests wait. */
export const RETRY_POLICY = { firstPauseMs: 20, longestPauseMs: 200 };

/** When the first act happens, by a clock that is right. */
const BEGIN = Date.parse('2025-05-10T15:00:00.000Z');
const BETWEEN_ACTS_MS = 61_000;

/** A clock that moves on with each act of the run and is wrong by the same amount all the time. */
export function clockOf(acts: () => number, wrongByMs: number): () => Date {
  return () => new Date(BEGIN + acts() * BETWEEN_ACTS_MS + wrongByMs);
}
