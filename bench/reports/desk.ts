import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PROGRAMME_RULES, todayIn, type UnitDatabase, USUAL_CHOICE } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { Desk } from '../../apps/server/src/desk/desk.ts';
import type { DraftDocument, Stores } from '../../apps/server/src/store/document-store.ts';
import { openSqliteStores } from '../../apps/server/src/store/sqlite/open-sqlite-stores.ts';
import { type Measurement, median } from '../measure.ts';

const UNITS = 300;
const CHILDREN_A_UNIT = 100;
const WARM_RUNS = 7;
const COLD_MS = 15_000;
const WARM_MS = 300;
/** Long enough to never return a partial desk: the complete one is measured. */
const PATIENCE_MS = 600_000;

const today = todayIn('America/Guatemala', new Date());

const units: readonly UnitDatabase[] = Array.from({ length: UNITS }, (_, at) => ({
  stakeDB: `bench${at}_stake_gtm`,
  stakeName: `Bench ${at}`,
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
}));

/** Fills every unit with the same children, which does not affect the measured code. */
async function fill(stores: Stores): Promise<number> {
  const { children, screenings } = demoRecords({
    stakeDB: 'bench_stake_gtm',
    today,
    children: CHILDREN_A_UNIT,
  });
  const drafts: DraftDocument[] = [...children, ...screenings].map((record) => ({ ...record }));
  for (const { stakeDB } of units) await (await stores.open(`unit_${stakeDB}`)).write(drafts);
  return screenings.length * UNITS;
}

/**
 * The desk of 300 units: counted for the first time, from the cache, and after a change in one
 * unit.
 */
export async function desk(): Promise<Measurement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'crece-bench-desk-'));
  const stores = await openSqliteStores({ dir });
  const screenings = await fill(stores);
  const made = new Desk({
    stores: stores.address,
    log: { error: (...said: unknown[]) => console.error(...said) },
    timeoutMs: PATIENCE_MS,
  });
  const asked = {
    units: units.map((unit) => ({ unit, today, believeMs: 0 })),
    programme: DEFAULT_PROGRAMME_RULES,
    choice: USUAL_CHOICE,
    today,
  };
  const time = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const figures = () => made.figures(asked);
  const touch = async () => {
    const store = await stores.open(`unit_${units[0]?.stakeDB ?? ''}`);
    await store.write([{ _id: `mthr_bench_${performance.now()}`, firstName: 'Rosa' }]);
  };
  try {
    const cold = await time(figures);
    const warm: number[] = [];
    const changed: number[] = [];
    const listed: number[] = [];
    for (let run = 0; run < WARM_RUNS; run += 1) {
      warm.push(await time(figures));
      await touch();
      changed.push(await time(figures));
      listed.push(await time(() => made.page(asked, { list: 'late' }, { from: 200, size: 50 })));
    }
    const baseline = { what: 'reading every unit again', ms: cold };
    const of = `${UNITS} units, ${UNITS * CHILDREN_A_UNIT} children`;
    return [
      {
        what: `desk of ${of}, cold`,
        ms: cold,
        samples: 1,
        handled: { count: screenings, name: 'screenings' },
        budgetMs: COLD_MS,
      },
      {
        what: `desk of ${of}, warm`,
        ms: median(warm),
        samples: WARM_RUNS,
        baseline,
        budgetMs: WARM_MS,
      },
      {
        what: 'the same after one unit changed',
        ms: median(changed),
        samples: WARM_RUNS,
        baseline,
      },
      { what: 'a page of a list of it', ms: median(listed), samples: WARM_RUNS },
    ];
  } finally {
    await made.close();
    await stores.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
