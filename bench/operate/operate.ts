/**
 * A server of a country: 290 units with 1,000,000 records. Its start, memory and answers, and an encrypted
 * backup that the server makes by itself while phones write. Budgets: a backup of 30 MB a second and of at
 * most four times a plain copy; pushes meanwhile at most 1.5 times as long at the 95th percentile.
 * Takes a quarter of an hour and 4 GB of disk.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { databasesFolder, openDataStores } from '../../apps/server/src/start/data-folder.ts';
import { answerOf, makeFirstAdmin, somebody } from '../../e2e/support/account-server.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import { type Measurement, median, quantile } from '../measure.ts';
import { recordsOf, SCREENINGS_PER_CHILD } from '../reports/country.ts';

const UNITS = 290;
const RECORDS = Number(process.env['CRECE_TEST_RECORDS'] ?? 1_000_000);
const CHILDREN_PER_UNIT = Math.ceil(RECORDS / UNITS / (1 + SCREENINGS_PER_CHILD));
const BATCH = 4_000;
const STARTS = 3;
const ASKED = 50;
const PHONES = 10;
const PAUSE_MS = 200;
/** So long phones write to a server without a backup. */
const QUIET_MS = 20_000;
/** More records than they write in that time. */
const OTHERS = 1_000_000;
const LOOK_EVERY_MS = 20;
const MEGABYTE = 1_000_000;
const BUDGET = { bytesPerMs: (30 * MEGABYTE) / 1_000, copies: 4, pushes: 1.5 } as const;

const unitsOfCatalogue = (): string[] =>
  BUILT_IN_CATALOGUE.countries
    .flatMap(({ stakes }) => stakes.map(({ stakeDB }) => stakeDB))
    .slice(0, UNITS);

async function fill(dataDir: string): Promise<string[]> {
  const units = unitsOfCatalogue();
  if (units.length < UNITS) throw new Error(`the catalogue has ${units.length} units only`);
  const stores = await openDataStores(dataDir);
  for (const unit of units) {
    const store = await stores.open(`unit_${unit}`);
    const records = [...recordsOf(unit, CHILDREN_PER_UNIT)];
    for (let from = 0; from < records.length; from += BATCH) {
      await store.write(records.slice(from, from + BATCH));
    }
  }
  await stores.close();
  return units;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

function memoryOf({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}

/** Phones that push five new records at a time to units in turn; each push has its time. */
class Phones {
  readonly pushes: { at: number; ms: number }[] = [];
  readonly #entity: string;
  readonly #url: string;
  readonly #units: readonly string[];
  readonly #running: Promise<void>[];
  #next: number;
  #isStopped = false;

  /** `from`: the number of their first record, past those of other phones. */
  constructor(url: string, entity: string, units: readonly string[], from = 0) {
    this.#next = from;
    this.#url = url;
    this.#entity = entity;
    this.#units = units;
    this.#running = Array.from({ length: PHONES }, () => this.#write());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** The 95th percentile of the pushes begun in a time. */
  between(from: number, until: number): { p95: number; count: number } {
    const times = this.pushes.filter(({ at }) => at >= from && at < until).map(({ ms }) => ms);
    return { p95: quantile(times, 0.95), count: times.length };
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      await this.#push();
      await delay(PAUSE_MS);
    }
  }

  #records(unit: string) {
    return Array.from({ length: 5 }, () => {
      this.#next += 1;
      const digest = this.#next.toString(16).padStart(32, '0');
      return {
        ...{ _id: `chld_${unit}_${1_780_000_000_000 + this.#next}_0a1b2c`, gender: 'Boy' },
        ...{ firstName: 'Bench', lastName: 'Muchos', birthDate: '2025-05-01', memberStatus: 'Yes' },
        ...{ _rev: `1-${digest}`, _revisions: { start: 1, ids: [digest] } },
      };
    });
  }

  async #push(): Promise<void> {
    const unit = this.#units[this.#next % this.#units.length] ?? '';
    const body = JSON.stringify({ new_edits: false, docs: this.#records(unit) });
    const headers = { authorization: `JWT ${this.#entity}`, 'content-type': 'application/json' };
    const at = performance.now();
    const answer = await fetch(`${this.#url}${SYNC_PATH}/${unit}/_bulk_docs`, {
      ...{ method: 'POST', headers, body },
    });
    const answers = (await answer.json()) as { ok?: boolean }[];
    if (!answers.every(({ ok }) => ok === true)) throw new Error(JSON.stringify(answers));
    this.pushes.push({ at, ms: performance.now() - at });
  }
}

async function askedOften(url: string, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const start = performance.now();
    await (await fetch(`${url}${path}`)).text();
    times.push(performance.now() - start);
  }
  return times;
}

async function starts(dataDir: string): Promise<Measurement[]> {
  const times: number[] = [];
  let memory = 0;
  let ready: number[] = [];
  for (let run = 0; run < STARTS; run += 1) {
    const start = performance.now();
    const server = await startServer({ CRECE_DATA_DIR: dataDir });
    times.push(performance.now() - start);
    if (run === STARTS - 1) {
      ready = await askedOften(server.url, API_PATHS.ready);
      await delay(30_000);
      memory = memoryOf(server);
    }
    await server.stop();
  }
  return [
    { what: 'a start, until /health answers', ms: median(times), samples: STARTS },
    { what: 'memory at rest', ms: memory, samples: 1, unit: 'MB' },
    { what: 'GET /ready', ms: median(ready), samples: ASKED },
    { what: 'GET /ready, 95th percentile', ms: quantile(ready, 0.95), samples: ASKED },
  ];
}

/** A plain copy to the same disk, until it is there. */
function copyTime(dataDir: string, to: string): number {
  const start = performance.now();
  execFileSync('cp', ['-r', databasesFolder(dataDir), to]);
  execFileSync('sync', ['-f', to]);
  const took = performance.now() - start;
  rmSync(to, { recursive: true });
  return took;
}

/** When the server began its backup, when it was whole, and how large the file is. */
async function watchBackup(
  folder: string,
): Promise<{ began: number; ended: number; size: number }> {
  let began: number | null = null;
  for (;;) {
    const names = readdirSync(folder);
    // Beside backups stands the list of erasures too.
    const isBegun = names.some((name) => name.includes('.backup.age'));
    if (began === null && isBegun) began = performance.now();
    const whole = names.find((name) => name.endsWith('.backup.age'));
    if (whole !== undefined && began !== null) {
      return { began, ended: performance.now(), size: statSync(join(folder, whole)).size };
    }
    await delay(LOOK_EVERY_MS);
  }
}

/** What phones may sync with, and the 95th percentile of their pushes without a backup. */
async function pushesAlone(dataDir: string, units: readonly string[]) {
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, { token });
    const phones = new Phones(server.url, entity, units);
    await delay(QUIET_MS);
    await phones.stop();
    return { entity, ...phones.between(0, performance.now()) };
  } finally {
    await server.stop();
  }
}

async function backup(dataDir: string, beside: string, units: readonly string[]) {
  const folder = join(beside, 'backups');
  mkdirSync(folder);
  const { entity, ...before } = await pushesAlone(dataDir, units);
  const recipients = await identityToRecipient(await generateIdentity());
  const server = await startServer({
    ...{ CRECE_DATA_DIR: dataDir, CRECE_BACKUP_DIR: folder, CRECE_BACKUP_RECIPIENTS: recipients },
  });
  try {
    const phones = new Phones(server.url, entity, units, OTHERS);
    const { began, ended, size } = await watchBackup(folder);
    const most = memoryOf(server, 'VmHWM');
    await phones.stop();
    const meanwhile = phones.between(began, ended);
    return { ms: ended - began, size, most, before, meanwhile };
  } finally {
    await server.stop();
  }
}

export async function operate(): Promise<Measurement[]> {
  const beside = mkdtempSync(join(tmpdir(), 'crece-bench-operate-'));
  const dataDir = join(beside, 'data');
  try {
    mkdirSync(dataDir);
    const filling = performance.now();
    const units = await fill(dataDir);
    const bytes = sizeOf(databasesFolder(dataDir));
    console.log(
      `${UNITS} units, ${(UNITS * CHILDREN_PER_UNIT * (1 + SCREENINGS_PER_CHILD)).toLocaleString('en')} records, ${Math.round(bytes / MEGABYTE)} MB, written in ${Math.round((performance.now() - filling) / 1_000)} s`,
    );
    const lines = await starts(dataDir);
    const copy = copyTime(dataDir, join(beside, 'copy'));
    const made = await backup(dataDir, beside, units);
    console.log(`the backup has ${Math.round(made.size / MEGABYTE)} MB`);
    const { before, meanwhile } = made;
    return [
      ...lines,
      {
        ...{ what: 'an encrypted backup by the running server', ms: made.ms, samples: 1 },
        ...{
          handled: { count: bytes / MEGABYTE, name: 'MB' },
          budgetMs: bytes / BUDGET.bytesPerMs,
        },
      },
      {
        ...{ what: 'the same beside a plain copy', ms: made.ms / copy, samples: 1 },
        ...{ unit: '×', budgetMs: BUDGET.copies },
      },
      { what: 'the most memory of the server meanwhile', ms: made.most, samples: 1, unit: 'MB' },
      { what: 'a push without a backup, 95th percentile', ms: before.p95, samples: before.count },
      { what: 'a push meanwhile, 95th percentile', ms: meanwhile.p95, samples: meanwhile.count },
      {
        ...{ what: 'pushes meanwhile beside those before', ms: meanwhile.p95 / before.p95 },
        ...{ samples: meanwhile.count, unit: '×', budgetMs: BUDGET.pushes },
      },
    ];
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
