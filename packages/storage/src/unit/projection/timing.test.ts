import { NO_STANDING_FACTS } from '@crece/domain';
import { expect, it } from 'vitest';
import { freshName } from '../../testing/open-test-unit.ts';
import type { SyncState } from '../known/types.ts';
import { type ChildEntry, Projection } from './projection.ts';
import { keptRecords } from './store-projection.ts';
import { restoreProjection } from './stored-projection.ts';

const CHILDREN = 10_000;
const SCREENINGS_EACH = 4;
const ROUNDS = 5;

const SYNC: SyncState = {
  stamp: null,
  isIncomplete: false,
  arrival: 'never',
  madeHere: [],
  refused: [],
  tasks: [],
  vanished: null,
};

function entryOf(stakeDB: string, index: number): [string, ChildEntry] {
  const number = String(index).padStart(5, '0');
  const id = `chld_${stakeDB}_${1_700_000_000_000 + index}_0a1b2c`;
  const screeningIds = Array.from(
    { length: SCREENINGS_EACH },
    (_, each) => `scr_${stakeDB}_${1_700_000_000_000 + index}_${each}d4e5f`,
  );
  const row: ChildEntry['row'] = {
    id,
    firstName: `Marisol ${number}`,
    lastName: 'Xicay',
    gender: index % 2 === 0 ? 'Girl' : 'Boy',
    birthDate: '2024-03-10',
    ward: `Barrio ${index % 9}`,
    mother: 'Elena Xicay',
    phone: '5550 1234',
    memberStatus: 'Yes',
    searchKey: `marisol ${number} xicay`,
    motherKey: 'elena xicay',
    screeningCount: SCREENINGS_EACH,
    standing: NO_STANDING_FACTS,
    pending: true,
    newest: {
      id: screeningIds[0] ?? '',
      surveyDate: '2025-05-10',
      sign: 'muac-yellow',
      colour: 'red',
      monthAge: 14,
      muac: 11.9,
      muacBand: 'yellow',
      zScore: {
        ha: -2.94,
        wa: -2.35,
        wl: -1.13,
        haStatus: 'redZoneZscore',
        waStatus: 'redZoneZscore',
        wlStatus: 'marginalZscore',
      },
      zscoreStatus: 'Acute: supplements required',
      statusColor: 'redZoneZscore',
      supType: 'sup',
      bmi: 15.13,
      obese: false,
    },
  };
  return [id, { row, screeningIds }];
}

/** Shortest of several rounds in milliseconds: the cost of the code on an idle machine. */
function leastMs(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

it('stores and restores 10,000 children with 40,000 pending screenings (times are only printed)', () => {
  const stakeDB = freshName('test_stake');
  const projection = new Projection('2025-05-10');
  projection.restore(
    Array.from({ length: CHILDREN }, (_, index) => entryOf(stakeDB, index)),
    [],
  );
  for (const [id, { screeningIds }] of projection.entries) {
    for (const each of [id, ...screeningIds]) projection.pending.set(each, projection.pending.size);
  }
  projection.sequence = 50_000;
  const place = { stakeDB, instance: 'instance', name: stakeDB };
  const kept = keptRecords(projection, place).get(stakeDB);
  const restored = restoreProjection(kept, stakeDB, 'instance', 50_000);
  expect(restored?.snapshot(SYNC)).toEqual(projection.snapshot(SYNC));
  expect(restored?.entries).toEqual(projection.entries);
  const packing = leastMs(() => keptRecords(projection, place));
  const restoring = leastMs(() =>
    restoreProjection(kept, stakeDB, 'instance', 50_000)?.snapshot(SYNC),
  );
  console.warn(
    `projection of 10,000 children: ${((kept?.body.length ?? 0) / 1e6).toFixed(1)} MB,`,
    `packed in ${packing.toFixed(0)} ms, restored in ${restoring.toFixed(0)} ms`,
  );
}, 30_000);
