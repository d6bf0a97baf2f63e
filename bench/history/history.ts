/**
 * What a call costs that asks for a few documents of a long history, at 1,000 and 100,000 entries: the
 * pushes of a record, the jobs of a person, the screenings of a child. Baseline: the whole database is
 * read and filtered, as it was before there were indexes by field.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentStore } from '../../apps/server/src/store/document-store.ts';
import { openSqliteStores } from '../../apps/server/src/store/sqlite/open-sqlite-stores.ts';
import { type Measurement, median } from '../measure.ts';

const SIZES = [1_000, 100_000];
const BATCH = 1_000;
/** Of so many entries each has one value: a person with 1 in 500 jobs, a child with 1 in 500 screenings. */
const VALUES = 500;
const RUNS = 7;

interface History {
  readonly what: string;
  readonly store: string;
  readonly field: string;
  readonly entry: (place: number, value: string) => { _id: string; [field: string]: unknown };
}

const HISTORIES: readonly History[] = [
  {
    what: 'pushes of one record',
    store: 'sys_pushes',
    field: 'revisions',
    entry: (place, value) => ({
      _id: `bench_gtm:${String(place).padStart(8, '0')}`,
      accountId: '1',
      username: 'ana',
      at: '2026-06-10T12:00:00.000Z',
      revisions: [[value, `1-${'0'.repeat(32)}`]],
      isConfirmed: true,
    }),
  },
  {
    what: 'jobs of one person',
    store: 'sys_jobs',
    field: 'owner',
    entry: (place, value) => ({
      _id: `job_${place}`,
      owner: value,
      kind: 'report',
      state: 'finished',
      parameters: { csvType: 'all', scopeType: 'stake', stakeDB: 'bench_gtm' },
      fileName: `all_stake_${place}.csv`,
    }),
  },
  {
    what: 'screenings of one child',
    store: 'unit_bench_gtm',
    field: 'owner',
    entry: (place, value) => ({
      _id: `scr_bench_gtm_${1_700_000_000_000 + place}_bounds`,
      owner: value,
      gender: 'Girl',
      surveyDate: '2026-05-10',
      weight: 7.1,
      height: 68.5,
      muac: 11.9,
    }),
  },
];

const heldAt = (place: number) => `value_${place % VALUES}`;

async function fill(store: DocumentStore, { entry }: History, size: number): Promise<void> {
  for (let from = 0; from < size; from += BATCH) {
    const places = Array.from({ length: BATCH }, (_, place) => from + place);
    await store.write(places.map((place) => entry(place, heldAt(place))));
  }
}

async function medianOf(run: () => Promise<number>, expected: number): Promise<number> {
  const samples: number[] = [];
  for (let round = -1; round < RUNS; round += 1) {
    const start = performance.now();
    const found = await run();
    if (found !== expected) throw new Error(`${found} were found, not ${expected}`);
    if (round >= 0) samples.push(performance.now() - start);
  }
  return median(samples);
}

async function measured(history: History, size: number): Promise<Measurement> {
  const dir = mkdtempSync(join(tmpdir(), 'crece-bench-history-'));
  const stores = await openSqliteStores({ dir });
  try {
    const store = await stores.open(history.store);
    await fill(store, history, size);
    const wanted = heldAt(7);
    const expected = size / VALUES;
    const found = await medianOf(async () => {
      let count = 0;
      for await (const _document of store.listBy(history.field, [wanted])) count += 1;
      return count;
    }, expected);
    const whole = await medianOf(async () => {
      let count = 0;
      for await (const document of store.list()) {
        if (JSON.stringify(document[history.field])?.includes(`"${wanted}"`)) count += 1;
      }
      return count;
    }, expected);
    return {
      what: `${history.what}, of ${size.toLocaleString('en')} entries`,
      ms: found,
      samples: RUNS,
      baseline: { what: 'reading the whole database', ms: whole },
    };
  } finally {
    await stores.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function history(): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const each of HISTORIES) {
    for (const size of SIZES) lines.push(await measured(each, size));
  }
  return lines;
}
