// Runs inside the application's origin: a unit of ten thousand invented children and its reports
// made by the page, with the longest time for which the page was blocked.
import { DEFAULT_PROGRAMME_RULES } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';
import {
  localFile,
  readLocalUnit,
} from '../../apps/web/src/features/reports/local/local-report.ts';

const CHILDREN = 10_000;
const SETTLED_MS = 8_000;
const UNIT = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Test',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

/** The measurements of a report made on the device. */
export interface LocalRun {
  readonly ms: number;
  /** The longest task in milliseconds; 0 when none was longer than 50. */
  readonly longestMs: number;
}

async function measured(work: () => Promise<unknown>): Promise<LocalRun> {
  let longestMs = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestMs = Math.max(longestMs, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  // The last task is reported only after it has ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  note(observer.takeRecords());
  observer.disconnect();
  return { ms, longestMs };
}

async function fill(): Promise<void> {
  const device = await openDevice();
  const unit = await openUnit(UNIT.stakeDB, { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const today = new Date().toISOString().slice(0, 10);
  const demo = demoRecords({ stakeDB: UNIT.stakeDB, today, children: CHILDREN });
  await unit.fill([...demo.children, ...demo.screenings, ...demo.mothers]);
  const { signal } = new AbortController();
  const makeReport = (type: 'all' | 'sup' | 'missedScreening') =>
    measured(async () => {
      const ask = {
        type,
        scope: 'stake',
        sort: 'firstName',
        months: 6,
        language: 'es',
        retired: 'with',
      } as const;
      const records = await readLocalUnit(unit, { database: UNIT, former: new Map() }, signal);
      const report = { records, ask, today, rules: DEFAULT_PROGRAMME_RULES };
      await localFile(report, { format: 'xlsx', sheet: type, now: new Date() }, signal);
    });
  // The list processes the new records for some seconds, which must not count for the report.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  Object.assign(window, { makeReport });
  document.title = 'filled';
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
