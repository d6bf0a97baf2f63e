/**
 * Pushes that are expensive to check, against a real server process: one record with many versions
 * of 1,000 ancestors each, compared with a plain push of the same size. Measures processor time of
 * the server, and how long `GET /health` waited meanwhile. Budgets: 0.5 s and 0.2 s.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { answerOf, makeFirstAdmin, somebody } from '../../e2e/support/account-server.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { type Measurement, median } from '../measure.ts';

const UNIT = 'test_stake_gtm';
const RUNS = 5;
const ANCESTORS = 1_000;
const BUDGET = { cpuMs: 500, healthMs: 200 } as const;
const HEALTH_EVERY_MS = 10;
/** Characters of a plain record, about as many as one with several measurements and notes. */
const NOTE = 'x'.repeat(1_500);
/** Linux's processor time ticks per second. */
const TICKS = 100;

let made = 0;
const hex = (place: number) => place.toString(16).padStart(32, '0');

function aChild(id: string, ids: readonly string[], comments = '') {
  return {
    _id: id,
    _rev: `${ids.length}-${ids[0]}`,
    _revisions: { start: ids.length, ids },
    firstName: 'Bench',
    lastName: 'Muchos',
    gender: 'Boy',
    birthDate: '2025-05-01',
    memberStatus: 'Unknown',
    comments,
  };
}

function newId(): string {
  made += 1;
  return `chld_${UNIT}_${1_700_000_000_000 + made}_bounds`;
}

/** One new record with this many versions without a common ancestor. */
function branches(count: number): string {
  const id = newId();
  const version = (branch: number) =>
    aChild(
      id,
      Array.from({ length: ANCESTORS }, (_, age) => hex((made * 1_000 + branch) * ANCESTORS + age)),
    );
  return JSON.stringify({
    new_edits: false,
    docs: Array.from({ length: count }, (_, i) => version(i)),
  });
}

/** Records of one revision each, in total as long as a body. */
function plain(characters: number): string {
  const docs: unknown[] = [];
  for (let length = 0; length < characters; ) {
    const child = aChild(newId(), [hex(made)], NOTE);
    docs.push(child);
    length += JSON.stringify(child).length;
  }
  return JSON.stringify({ new_edits: false, docs });
}

/** Milliseconds of processor time of a process; null when the system does not report it. */
function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return ((user + system) * 1_000) / TICKS;
  } catch {
    return null;
  }
}

interface Taken {
  ms: number;
  /** The longest response time of `GET /health` meanwhile, and before in an idle server. */
  healthMs: number;
  cpuMs: number | null;
}

async function healthTime(url: string): Promise<number> {
  const start = performance.now();
  await (await fetch(`${url}/health`)).text();
  return performance.now() - start;
}

async function push(server: ServerProcess, entity: string, body: string): Promise<Taken> {
  const before = cpuOf(server.pid);
  const start = performance.now();
  let isOver = false;
  const pushed = fetch(`${server.url}${SYNC_PATH}/${UNIT}/_bulk_docs`, {
    method: 'POST',
    headers: { authorization: `JWT ${entity}`, 'content-type': 'application/json' },
    body,
  }).then(async (answer) => {
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.text();
    isOver = true;
    return performance.now() - start;
  });
  let healthMs = 0;
  while (!isOver) {
    healthMs = Math.max(healthMs, await healthTime(server.url));
    await delay(HEALTH_EVERY_MS);
  }
  const after = cpuOf(server.pid);
  return {
    ms: await pushed,
    healthMs,
    cpuMs: before === null || after === null ? null : after - before,
  };
}

function told(what: string, taken: readonly Taken[], beside: readonly Taken[]): Measurement[] {
  const cpu = taken.flatMap(({ cpuMs }) => cpuMs ?? []);
  const plainCpu = beside.flatMap(({ cpuMs }) => cpuMs ?? []);
  const health = taken.map(({ healthMs }) => healthMs);
  const baseline = { what: 'a plain push of the same size' };
  return [
    {
      what: `${what}: until it is answered`,
      ms: median(taken.map(({ ms }) => ms)),
      samples: taken.length,
      baseline: { ...baseline, ms: median(beside.map(({ ms }) => ms)) },
    },
    ...(cpu.length === 0
      ? []
      : [
          {
            what: `${what}: processor time of the server`,
            ms: median(cpu),
            samples: cpu.length,
            baseline: { ...baseline, ms: median(plainCpu) },
            budgetMs: BUDGET.cpuMs,
          },
        ]),
    {
      what: `${what}: longest answer of /health meanwhile`,
      ms: median(health),
      samples: health.length,
      baseline: { ...baseline, ms: median(beside.map(({ healthMs }) => healthMs)) },
      budgetMs: BUDGET.healthMs,
    },
  ];
}

export async function pushes(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-push-'));
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, { token });
    // Warm-up: compiles the code and opens the unit before measuring.
    await push(server, entity, branches(5));
    const lines: Measurement[] = [];
    for (const count of [10, 20, 50, 99]) {
      const [many, usual]: [Taken[], Taken[]] = [[], []];
      for (let run = 0; run < RUNS; run += 1) {
        const body = branches(count);
        many.push(await push(server, entity, body));
        usual.push(await push(server, entity, plain(body.length)));
      }
      lines.push(...told(`${count} versions of one record with 1,000 ancestors each`, many, usual));
    }
    return lines;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
