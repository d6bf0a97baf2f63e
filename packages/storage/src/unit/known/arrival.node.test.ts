import { describe, expect, it } from 'vitest';
import type { ChildRow, UnitSnapshot } from '../projection/types.ts';
import { arrivalOf, isCountable, screeningsHere } from './arrival.ts';
import type { Download } from './ledger-state.ts';
import type { CopyArrival } from './types.ts';

const PART: Download = {
  state: 'partial',
  epoch: 'e',
  oldest: '1',
  after: null,
  done: 0,
  total: 9,
};

describe('arrivalOf', () => {
  it.each<[Download, boolean, CopyArrival]>([
    [{ state: 'none' }, false, 'never'],
    [PART, false, 'arriving'],
    // The records are here, but changes made during the download are not.
    [{ state: 'complete' }, false, 'arriving'],
    [{ state: 'complete' }, true, 'whole'],
    // A unit filled with demonstration records.
    [{ state: 'none' }, true, 'whole'],
    // The server has another history and the download begins again; the unit was whole before.
    [PART, true, 'whole'],
  ])('for the download %o, received whole %s, returns %s', (download, isWhole, arrival) => {
    expect(arrivalOf({ download, isWhole })).toBe(arrival);
  });
});

describe('screeningsHere', () => {
  const madeHere = ['chld_made'];

  it.each<[CopyArrival, string, number, ReturnType<typeof screeningsHere>]>([
    ['never', 'chld_other', 0, 'none'],
    ['never', 'chld_other', 1, 'some'],
    ['never', 'chld_made', 0, 'all'],
    ['arriving', 'chld_other', 0, 'none'],
    ['arriving', 'chld_other', 1, 'some'],
    ['arriving', 'chld_other', 7, 'some'],
    ['arriving', 'chld_made', 0, 'all'],
    ['arriving', 'chld_made', 2, 'all'],
    ['whole', 'chld_other', 0, 'all'],
    ['whole', 'chld_other', 1, 'all'],
  ])(
    'while a unit is %s, for %s with %i screenings returns %s',
    (arrival, childId, count, expected) => {
      expect(screeningsHere({ arrival, madeHere }, childId, count)).toBe(expected);
    },
  );

  it('costs no more than one look-up for each of 10,000 children', () => {
    const ids = Array.from({ length: 10_000 }, (_, each) => `chld_${each}`);
    const sync = { arrival: 'arriving', madeHere: ids.slice(0, 5_000) } as const;
    const began = performance.now();
    const none = ids.filter((id) => screeningsHere(sync, id, 0) === 'none');
    expect(none).toHaveLength(5_000);
    // A linear search for each child would take a hundred times as long.
    expect(performance.now() - began).toBeLessThan(250);
  });
});

describe('isCountable', () => {
  const snapshot = (arrival: CopyArrival, ...ids: string[]): UnitSnapshot => ({
    state: 'ready',
    children: ids.map((id) => ({ id }) as ChildRow),
    mothers: [],
    wards: [],
    unreadable: [],
    orphans: [],
    pending: 0,
    sync: {
      stamp: null,
      isIncomplete: false,
      arrival,
      madeHere: ['chld_made'],
      refused: [],
      tasks: [],
      vanished: null,
    },
  });

  it.each<[CopyArrival, string[], boolean]>([
    ['never', [], false],
    ['never', ['chld_made'], true],
    // A backup brought a change of a child whose screenings it does not contain.
    ['never', ['chld_made', 'chld_other'], false],
    ['arriving', [], false],
    ['arriving', ['chld_made'], false],
    ['whole', ['chld_other'], true],
  ])('for a unit that is %s with %j returns %s', (arrival, ids, expected) => {
    expect(isCountable(snapshot(arrival, ...ids))).toBe(expected);
  });

  it("the mothers' list is counted separately", () => {
    expect(isCountable(snapshot('never'), [{ id: 'mthr_made' }])).toBe(true);
    expect(isCountable(snapshot('never', 'chld_made'), [])).toBe(false);
    expect(isCountable(snapshot('never', 'chld_other'), [{ id: 'mthr_made' }])).toBe(false);
  });
});
