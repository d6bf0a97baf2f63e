/**
 * `npm run bench -- growth list`: runs the named suites, or all without a name. `sync --beside DIR`
 * also measures the first download of another checkout.
 */
import { cpus, loadavg } from 'node:os';
import type { Measurement } from './measure.ts';

interface BenchOptions {
  /** The folder of another checkout, installed and built, to be measured in the same run. */
  beside: string | null;
}

type Suite = (options: BenchOptions) => Measurement[] | Promise<Measurement[]>;

/** A suite is loaded only when it runs: some need a browser and a built application. */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  growth: async () => (await import('./growth/growth.ts')).growth,
  list: async () => (await import('./list/list.ts')).list,
  large: async () => (await import('./list/large.ts')).large,
  names: async () => (await import('./names/names.ts')).names,
  records: async () => (await import('./records/records.ts')).records,
  line: async () => (await import('./line/line.ts')).line,
  sync: async () => (await import('./sync/sync.ts')).sync,
  crowd: async () => (await import('./crowd/crowd.ts')).crowd,
  history: async () => (await import('./history/history.ts')).history,
  operate: async () => (await import('./operate/operate.ts')).operate,
  push: async () => (await import('./push/push.ts')).pushes,
  desk: async () => (await import('./reports/desk.ts')).desk,
  local: async () => (await import('./reports/local.ts')).localReports,
  scan: async () => (await import('./scan/scan.ts')).scan,
  reports: async () => (await import('./reports/reports.ts')).reports,
  visit: async () => (await import('./visit/visit.ts')).visit,
};

function amount(value: number, unit: string): string {
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${unit}`;
}

function described(measurement: Measurement): string {
  const { what, ms, samples, handled, baseline, budgetMs, unit = 'ms' } = measurement;
  const parts = [`median ${amount(ms, unit)} of ${samples} runs`];
  if (handled !== undefined) {
    const perSecond = Math.round((handled.count / ms) * 1000);
    parts.push(`${perSecond.toLocaleString('en')} ${handled.name}/s`);
  }
  if (baseline !== undefined)
    parts.push(`${(baseline.ms / ms).toFixed(2)} × the speed of ${baseline.what}`);
  if (budgetMs !== undefined)
    parts.push(`budget ${amount(budgetMs, unit)}: ${ms <= budgetMs ? 'kept' : 'MISSED'}`);
  return `${what}\n  ${parts.join(', ')}`;
}

/** By so much work of others for each processor, figures are still worth comparing with budgets. */
const QUIET_LOAD = 0.25;

function machineState(): string {
  const load = loadavg()[0] ?? Number.NaN;
  const isQuiet = load <= QUIET_LOAD * cpus().length;
  return `Load ${load.toFixed(1)}: ${isQuiet ? 'the machine is quiet' : 'the machine is NOT quiet, only ratios of one run count'}.`;
}

const BESIDE = '--beside';

async function main(words: readonly string[]): Promise<number> {
  const place = words.indexOf(BESIDE);
  const beside = place === -1 ? null : (words[place + 1] ?? null);
  const asked = place === -1 ? words : words.toSpliced(place, 2);
  const unknown = asked.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    console.error(`No suite ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}.`);
    return 2;
  }
  const processors = cpus();
  console.log(
    `Node ${process.version}, ${processors.length} × ${processors[0]?.model ?? 'unknown processor'}`,
  );
  console.log(machineState());
  console.log('Databases and browser profiles lie on disk, just written: the file cache is warm.');
  for (const [name, load] of Object.entries(SUITES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n=== ${name} ===`);
    const suite = await load();
    for (const measurement of await suite({ beside })) console.log(described(measurement));
  }
  console.log(`\nLoad afterwards, with this work: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2).filter((word) => word !== '--'));
