/**
 * Synchronisation in real Chromium with a real server process: the first download of 40,000 records
 * compared with PouchDB's default pull, the first push after it, a run without changes, 100
 * changes, and 200 phones at once. Budgets: design, section 9.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS, type SyncCredentials } from '@crece/contract';
import type { Page } from '@playwright/test';
import {
  answerOf,
  grantByCall,
  makeFirstAdmin,
  signInByCall,
  signUpByCall,
  somebody,
} from '../../e2e/support/account-server.ts';
import { fillUnit } from '../../e2e/support/fill-unit.ts';
import { runInOrigin } from '../../e2e/support/page-bundle.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { makeProfile } from '../disk-profile.ts';
import { type Measurement, median, quantile } from '../measure.ts';
import type { SyncBench } from './in-page.ts';
import { phoneRound } from './many-phones.ts';

const UNIT = 'test_stake_gtm';
const DOCUMENTS = 40_000;
const FIRST_RUNS = 3;
const LATER_RUNS = 7;
const PHONES = 200;
/** The server answers this many phones of one account at once (MOST_BODIES_OF_ACCOUNT has room for it). */
const PHONES_OF_ACCOUNT = 10;
/** Consecutive groups of phones: memory must not grow after the first group. */
const CROWDS = 4;

/** Resident memory of a process in MB, if the system reports it. */
function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

/** A new phone: a browser on a profile of its own. */
async function withPhone(
  url: string,
  token: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const profile = await makeProfile();
  const { page, context } = await profile.start({ bypassCSP: true });
  try {
    await openPage(page, url, token);
    await use(page);
  } finally {
    await context.close();
    profile.remove();
  }
}

async function openPage(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/chrome-only.html`);
  const parts: SyncBench = { token, stakeDB: UNIT };
  await page.evaluate((handed) => Object.assign(window, { syncBench: handed }), parts);
  await runInOrigin(page, '../../bench/sync/in-page.ts');
}

async function inChromium(server: ServerProcess, token: string): Promise<Measurement[]> {
  const times = {
    first: [] as number[],
    stock: [] as number[],
    push: [] as number[],
    idle: [] as number[],
    hundred: [] as number[],
  };
  for (let sample = 0; sample < FIRST_RUNS; sample += 1) {
    await withPhone(server.url, token, async (page) => {
      times.first.push((await page.evaluate(() => window.syncBench.first?.())) ?? Number.NaN);
      const after = (children: number) =>
        page.evaluate((count) => window.syncBench.runAfter?.(count), children);
      times.push.push((await after(1)) ?? Number.NaN);
      for (let run = 0; run < LATER_RUNS; run += 1) times.idle.push((await after(0)) ?? Number.NaN);
      for (let run = 0; run < LATER_RUNS; run += 1)
        times.hundred.push((await after(100)) ?? Number.NaN);
    });
    await withPhone(server.url, token, async (page) => {
      times.stock.push((await page.evaluate(() => window.syncBench.stock?.())) ?? Number.NaN);
    });
  }
  const line = (what: string, samples: readonly number[], budgetMs?: number): Measurement => ({
    what,
    ms: median(samples),
    samples: samples.length,
    ...(budgetMs === undefined ? {} : { budgetMs }),
  });
  const stock = median(times.stock);
  return [
    {
      ...line(`first download of ${DOCUMENTS.toLocaleString('en')} records`, times.first),
      handled: { count: DOCUMENTS, name: 'records' },
      baseline: { what: 'PouchDB’s default pull of the same unit', ms: stock },
      budgetMs: stock / 8,
    },
    line('first push after it (one child)', times.push, 100),
    line('a run with nothing to do', times.idle, 50),
    line('a run with 100 changes', times.hundred, 120),
  ];
}

async function manyPhones(server: ServerProcess, token: string): Promise<Measurement[]> {
  const targetOf = async (of: string) => {
    const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, {
      token: of,
    });
    return { url: server.url, stakeDB: UNIT, entity };
  };
  const target = await targetOf(token);
  const targets: Awaited<ReturnType<typeof targetOf>>[] = [];
  for (let account = 0; account < PHONES / PHONES_OF_ACCOUNT; account += 1) {
    const person = somebody(`Phone${account}`);
    const { user } = await signUpByCall(server, person);
    await grantByCall({ url: server.url, adminToken: token }, user, ['user', 'sync']);
    const { token: one } = await signInByCall(server, person);
    targets.push(await targetOf(one));
  }
  const alone: number[] = [];
  for (let run = 0; run < LATER_RUNS; run += 1) alone.push(await phoneRound(target));
  const together: number[] = [];
  const memory: (number | null)[] = [];
  for (let crowd = 0; crowd < CROWDS; crowd += 1) {
    const rounds = Array.from({ length: PHONES }, (_, phone) =>
      phoneRound(targets[phone % targets.length] ?? target),
    );
    together.push(...(await Promise.all(rounds)));
    memory.push(memoryOf(server.pid));
  }
  console.log(`memory of the server after each crowd of ${PHONES} phones: ${memory.join(', ')} MB`);
  const share = median(alone) * PHONES;
  return [
    {
      what: 'one phone alone pulls 1,000 and pushes 50',
      ms: median(alone),
      samples: alone.length,
    },
    {
      what: `${PHONES} phones at once, p95 (the share of one: ${PHONES} × the time alone)`,
      ms: quantile(together, 0.95),
      samples: together.length,
      baseline: { what: 'one phone’s share', ms: share },
      budgetMs: 3 * share,
    },
  ];
}

export async function sync(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-sync-'));
  await fillUnit(dataDir, UNIT, DOCUMENTS);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    const before = memoryOf(server.pid);
    const lines = await inChromium(server, token);
    const after = memoryOf(server.pid);
    console.log(`memory of the server: ${before} MB at the start, ${after} MB after the downloads`);
    lines.push(...(await manyPhones(server, token)));
    return lines;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
