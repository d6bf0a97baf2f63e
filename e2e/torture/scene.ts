// The setting of the torture test: the unit, its time zone, the clocks of the phones.

/** The unit of the torture test. */
export const UNIT = 'test_stake_gtm';
/** The unit to which children move, and from which they come back. */
export const NEIGHBOUR = 'coban_stake_gtm';
/** A unit that nobody uses: a line that goes astray leads there. */
export const OTHER_UNIT = 'coro_ven';
export const UNIT_ZONE = 'America/Guatemala';

/** Short pauses: the proxies hold requests while the server starts. */
export const RETRY_POLICY = { firstPauseMs: 20, longestPauseMs: 200 };

/** Time of the first action by a correct clock. */
const BEGIN = Date.parse('2025-05-10T15:00:00.000Z');
const BETWEEN_ACTS_MS = 61_000;

/** A clock that advances with each action of the run and has a constant error. */
export function clockOf(acts: () => number, wrongByMs: number): () => Date {
  return () => new Date(BEGIN + acts() * BETWEEN_ACTS_MS + wrongByMs);
}
