/**
 * Synchronisation in real Chromium with a real server process: the first download of 40,000 records
 * compared with PouchDB's default pull and, when asked, with another checkout; the same on a slowed
 * processor; the first push after it, a run without changes, 100 changes, and 200 phones at once.
 * Budgets: design, section 9.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
/** A cheap phone is about this many times slower than the machine of a developer. */
const SLOWDOWN = 4;
const PHONES = 200;
/** The server answers this many phones of one account at once (MOST_BODIES_OF_ACCOUNT has room for it). */
const PHONES_OF_ACCOUNT = 10;
/** Consecutive groups of phones: memory must not grow after the first group. */
const CROWDS = 4;

/** What another checkout must have for a comparison; as in this one. */
type Filling = typeof import('../../e2e/support/fill-unit.ts');
type Starting = typeof import('../../e2e/support/server-process.ts');
type Running = typeof import('../../e2e/support/page-bundle.ts');
type Accounts = typeof import('../../e2e/support/account-server.ts');

/** Resident memory of a process in MB, if the system reports it. */
function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

interface PhoneOptions {
  url: string;
  token: string;
  /** Runs the script that measures; another checkout has its own. */
  run?: typeof runInOrigin;
  /** By how much the page's processor is slowed. */
  slowdown?: number;
}

/** A new phone: a browser on a profile of its own. */
async function withPhone(
  { url, token, run = runInOrigin, slowdown = 1 }: PhoneOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const profile = await makeProfile();
  const { page, context } = await profile.start({ bypassCSP: true });
  try {
    await page.goto(`${url}/chrome-only.html`);
    const parts = { token, stakeDB: UNIT, stakeDb: UNIT } satisfies SyncBench & { stakeDb: string };
    await page.evaluate((handed) => Object.assign(window, { syncBench: handed }), parts);
    await run(page, '../../bench/sync/in-page.ts');
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await use(page);
  } finally {
    await context.close();
    profile.remove();
  }
}

/** Milliseconds of a first download, or of PouchDB's pull, on a new phone. */
async function timeOf(of: 'first' | 'stock', options: PhoneOptions): Promise<number> {
  let ms = Number.NaN;
  await withPhone(options, async (page) => {
    ms = (await page.evaluate((name) => window.syncBench[name]?.(), of)) ?? Number.NaN;
  });
  return ms;
}

async function inChromium(
  { url }: ServerProcess,
  token: string,
  other: PhoneOptions | null,
): Promise<Measurement[]> {
  const times = {
    first: [] as number[],
    other: [] as number[],
    stock: [] as number[],
    push: [] as number[],
    idle: [] as number[],
    hundred: [] as number[],
    updated: [] as number[],
  };
  for (let sample = 0; sample < FIRST_RUNS; sample += 1) {
    await withPhone({ url, token }, async (page) => {
      times.first.push((await page.evaluate(() => window.syncBench.first?.())) ?? Number.NaN);
      const after = (children: number) =>
        page.evaluate((count) => window.syncBench.runAfter?.(count), children);
      times.push.push((await after(1)) ?? Number.NaN);
      for (let run = 0; run < LATER_RUNS; run += 1) times.idle.push((await after(0)) ?? Number.NaN);
      for (let run = 0; run < LATER_RUNS; run += 1)
        times.hundred.push((await after(100)) ?? Number.NaN);
      times.updated.push(
        (await page.evaluate(() => window.syncBench.afterUpdate?.())) ?? Number.NaN,
      );
    });
    times.stock.push(await timeOf('stock', { url, token }));
    if (other !== null) times.other.push(await timeOf('first', other));
  }
  const slow = { url, token, slowdown: SLOWDOWN };
  const slowFirst: number[] = [];
  for (let sample = 0; sample < FIRST_RUNS; sample += 1)
    slowFirst.push(await timeOf('first', slow));
  const slowStock = await timeOf('stock', slow);
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
    ...(other === null
      ? []
      : [
          {
            ...line('the same, beside the other checkout', times.first),
            baseline: { what: 'the other checkout', ms: median(times.other) },
            budgetMs: median(times.other) / 4,
          },
        ]),
    {
      ...line(`the same on a processor slowed ${SLOWDOWN} times`, slowFirst),
      baseline: { what: 'PouchDB’s default pull, slowed too, once', ms: slowStock },
      budgetMs: slowStock / 3.5,
    },
    line('first push after it (one child)', times.push, 100),
    line('a run with nothing to do', times.idle, 50),
    line('a run with 100 changes', times.hundred, 120),
    line('the first run after an update: the whole feed', times.updated, 10_000),
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

/** Uses a server of another checkout, filled with as many records, and its own script. */
async function withOther<T>(
  folder: string | null,
  use: (other: PhoneOptions | null) => Promise<T>,
): Promise<T> {
  if (folder === null) return use(null);
  const support = join(resolve(folder), 'e2e/support');
  const { fillUnit: fill } = (await import(join(support, 'fill-unit.ts'))) as Filling;
  const { startServer: start } = (await import(join(support, 'server-process.ts'))) as Starting;
  const { runInOrigin: run } = (await import(join(support, 'page-bundle.ts'))) as Running;
  const accounts = (await import(join(support, 'account-server.ts'))) as Accounts;
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-other-'));
  await fill(dataDir, UNIT, DOCUMENTS);
  const server = await start({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await accounts.makeFirstAdmin(server, accounts.somebody('Julia'));
    return await use({ url: server.url, token, run });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function sync({ beside }: { beside: string | null }): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-sync-'));
  await fillUnit(dataDir, UNIT, DOCUMENTS);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    const before = memoryOf(server.pid);
    const lines = await withOther(beside, (other) => inChromium(server, token, other));
    const after = memoryOf(server.pid);
    console.log(`memory of the server: ${before} MB at the start, ${after} MB after the downloads`);
    lines.push(...(await manyPhones(server, token)));
    return lines;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
