/**
 * The server's report `all` of a country (100,000 children, 300,000 screenings), compared with a
 * simple implementation, while phones synchronise. Budgets: the issue about reports.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  API_PATHS,
  type ReportJobBody,
  type ReportStartedBody,
  type SyncCredentials,
} from '@crece/contract';
import { answerOf, makeFirstAdmin, somebody } from '../../e2e/support/account-server.ts';
import { fillUnit } from '../../e2e/support/fill-unit.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { type Measurement, median } from '../measure.ts';
import { phoneRound } from '../sync/many-phones.ts';
import { COUNTRY, fillCountry, ROWS, UNITS } from './country.ts';

const PHONE_UNIT = 'test_stake_gtm';
const PHONE_RECORDS = 4_000;
const IDLE_ROUNDS = 15;
const RUNS = 2;
const ROWS_PER_SECOND = 30_000;
const MOST_MEMORY_MB = 250;
const MOST_TIMES_SLOWER = 1.5;
const LOOK_MS = 100;

const REPORT = API_PATHS.report
  .replace(':stakeDB', PHONE_UNIT)
  .replace(':cCode', COUNTRY)
  .replace(':scopeType', 'country')
  .replace(':sortField', 'firstName')
  .replace(':language', 'en')
  .replace(':csvType', 'all')
  .replace(':monthSelect', '6');

/** Resets a process's peak memory, where the system supports it. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak then includes the server's start.
  }
}

function peakMegabytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? Number.NaN) / 1024);
}

/** Processor seconds of a process: more reliable than the clock on a busy machine. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface ReportRun {
  ms: number;
  processorSeconds: number;
  peak: number;
  /** Milliseconds of each phone's sync during the report. */
  rounds: number[];
}

type Phone = () => Promise<number>;

async function runReport(server: ServerProcess, token: string, phone: Phone | null) {
  forgetPeak(server.pid);
  const before = processorSeconds(server.pid);
  const start = performance.now();
  const { jobId } = await answerOf<ReportStartedBody>(server, 'GET', REPORT, { token });
  const run: ReportRun = { ms: Number.NaN, processorSeconds: 0, peak: 0, rounds: [] };
  let isDone = false;
  const phones = (async () => {
    while (phone !== null && !isDone) run.rounds.push(await phone());
  })();
  for (;;) {
    await delay(LOOK_MS);
    const path = API_PATHS.reportJob.replace(':jobId', jobId);
    const job = await answerOf<ReportJobBody>(server, 'GET', path, { token });
    if (job.state === 'failed') throw new Error(`the report failed: ${job.text}`);
    if (job.state !== 'done') continue;
    if (job.rows !== ROWS) throw new Error(`${job.rows} rows instead of ${ROWS}`);
    isDone = true;
    break;
  }
  run.ms = performance.now() - start;
  run.processorSeconds = processorSeconds(server.pid) - before;
  run.peak = peakMegabytes(server.pid);
  await phones;
  return run;
}

function kept(isKept: boolean): string {
  return isKept ? 'kept' : 'MISSED';
}

export async function reportFile(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-reports-'));
  await fillCountry(dataDir);
  await fillUnit(dataDir, PHONE_UNIT, PHONE_RECORDS);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, { token });
    const phone: Phone = () => phoneRound({ url: server.url, stakeDB: PHONE_UNIT, entity });
    await phone();
    const idle: number[] = [];
    for (let round = 0; round < IDLE_ROUNDS; round += 1) idle.push(await phone());

    const times: number[] = [];
    const peaks: number[] = [];
    const obvious: { ms: number; peak: number }[] = [];
    const script = join(import.meta.dirname, 'obvious.ts');
    for (let run = 0; run < RUNS; run += 1) {
      const made = await runReport(server, token, null);
      times.push(made.ms);
      console.log(
        `processor time of the server for one report: ${made.processorSeconds.toFixed(1)} s, ${Math.round(ROWS / made.processorSeconds).toLocaleString('en')} rows for each second of it`,
      );
      peaks.push(made.peak);
      const parts = [script, dataDir, join(dataDir, 'obvious.csv')];
      const { stdout } = await promisify(execFile)(process.execPath, parts);
      const [ms = Number.NaN, peak = Number.NaN] = stdout.split(' ').map(Number);
      obvious.push({ ms, peak });
    }
    const { rounds, peak: withPhones } = await runReport(server, token, phone);
    const peak = Math.max(...peaks, withPhones);
    const others = obvious.map((one) => one.peak).join(', ');
    console.log(
      `peak memory of the server: ${[...peaks, withPhones].join(', ')} MB (the last with a phone), budget ${MOST_MEMORY_MB} MB: ${kept(peak <= MOST_MEMORY_MB)}; of the obvious way: ${others} MB`,
    );
    return [
      {
        what: `report all of a country of ${UNITS} units as a file`,
        ms: median(times),
        samples: times.length,
        handled: { count: ROWS, name: 'rows' },
        baseline: {
          what: 'the obvious way (read everything, build one text, write)',
          ms: median(obvious.map(({ ms }) => ms)),
        },
        budgetMs: (ROWS / ROWS_PER_SECOND) * 1_000,
      },
      {
        what: 'a phone’s round of synchronisation meanwhile',
        ms: median(rounds),
        samples: rounds.length,
        baseline: { what: 'the same while the server is idle', ms: median(idle) },
        budgetMs: median(idle) * MOST_TIMES_SLOWER,
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
