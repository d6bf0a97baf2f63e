/**
 * Memory of a real server process: a minute after four crowds of 200 phones, by 200 desks at once,
 * and by a workbook that unpacks to far more than it weighs. Budgets: 350, 150 more, 150 more MB.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { aSheet, aWorkbook } from '../../apps/server/src/imports/testing/a-workbook.ts';
import {
  answerOf,
  grantByCall,
  makeFirstAdmin,
  signInByCall,
  signUpByCall,
  somebody,
} from '../../e2e/support/account-server.ts';
import { fillUnit } from '../../e2e/support/fill-unit.ts';
import { type ServerProcess, startServer } from '../../e2e/support/server-process.ts';
import type { Measurement } from '../measure.ts';
import { phoneRound } from '../sync/many-phones.ts';

const UNIT = 'test_stake_gtm';
const DOCUMENTS = 3_000;
const PHONES = 200;
const PHONES_OF_ACCOUNT = 10;
const CROWDS = 4;
const DESKS = 200;
/** The server answers two desks of an account at once. */
const DESKS_OF_ACCOUNT = 2;
const BUDGETS_MB = { crowds: 350, desks: 150, workbook: 150 } as const;
const LATER_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** A size of a process in MB (`VmRSS` now, `VmHWM` its most); not a number where none is told. */
function memoryOf({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/** The most memory that the server has during some work. */
async function mostDuring(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  let most = memoryOf(server);
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(server));
  }, LOOK_EVERY_MS);
  try {
    await work();
    return most;
  } finally {
    clearInterval(timer);
  }
}

type Role = 'sync' | 'admin';

async function aPerson(server: ServerProcess, adminToken: string, name: string, role: Role) {
  const person = somebody(name);
  const { user } = await signUpByCall(server, person);
  await grantByCall({ url: server.url, adminToken }, user, ['user', role]);
  return (await signInByCall(server, person)).token;
}

async function crowds(server: ServerProcess, adminToken: string): Promise<number> {
  const targets: { url: string; stakeDB: string; entity: string }[] = [];
  for (let account = 0; account < PHONES / PHONES_OF_ACCOUNT; account += 1) {
    const token = await aPerson(server, adminToken, `Phone${account}`, 'sync');
    const { entity } = await answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, { token });
    targets.push({ url: server.url, stakeDB: UNIT, entity });
  }
  const phones = Array.from({ length: PHONES }, (_, phone) => {
    const target = targets[phone % targets.length];
    if (target === undefined) throw new Error('no account');
    return target;
  });
  for (let crowd = 0; crowd < CROWDS; crowd += 1) {
    const rounds = await Promise.allSettled(
      phones.map(async (target) => {
        const headers = { authorization: `JWT ${target.entity}` };
        const unit = `${target.url}${SYNC_PATH}/${target.stakeDB}`;
        for (const path of ['', '/_snapshot']) {
          const answer = await fetch(`${unit}${path}`, { headers });
          if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
          await answer.arrayBuffer();
        }
        await phoneRound(target);
      }),
    );
    // On a busy machine the server cuts some that take nothing for a minute.
    const cut = rounds.filter(({ status }) => status === 'rejected').length;
    console.log(`after crowd ${crowd + 1}: ${Math.round(memoryOf(server))} MB, ${cut} phones cut`);
  }
  await delay(LATER_MS);
  return memoryOf(server);
}

async function desks(server: ServerProcess, adminToken: string): Promise<number> {
  const tokens: string[] = [];
  for (let account = 0; account < DESKS / DESKS_OF_ACCOUNT; account += 1) {
    tokens.push(await aPerson(server, adminToken, `Desk${account}`, 'admin'));
  }
  const ask = (token: string) =>
    fetch(`${server.url}${API_PATHS.desk}`, { headers: { authorization: `JWT ${token}` } });
  // The thread of the desk, and its counts, are there before.
  await (await ask(adminToken)).arrayBuffer();
  const before = memoryOf(server);
  const most = await mostDuring(server, () =>
    Promise.all(
      Array.from({ length: DESKS }, async (_, desk) => {
        const answer = await ask(tokens[desk % tokens.length] ?? '');
        if (!answer.ok) throw new Error(`a desk: ${answer.status}`);
        await answer.arrayBuffer();
      }),
    ),
  );
  return most - before;
}

async function workbook(server: ServerProcess, token: string): Promise<number> {
  const texts = `<sst>${'<si><t>a</t></si>'.repeat(2_600_000)}</sst>`;
  const file = aWorkbook(texts, aSheet('<row><c t="s"><v>0</v></c></row>'));
  const before = memoryOf(server);
  const most = await mostDuring(server, async () => {
    const form = new FormData();
    form.set('key', new Blob([new Uint8Array(file)]), 'a.xlsx');
    const address = `${server.url}${API_PATHS.upload.replace(':stakeDB', UNIT)}?dryRun=true`;
    const headers = { authorization: `JWT ${token}` };
    const answer = await fetch(address, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`the workbook: ${answer.status}`);
  });
  return most - before;
}

export async function crowd(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-crowd-'));
  await fillUnit(dataDir, UNIT, DOCUMENTS);
  const server = await startServer({ CRECE_DATA_DIR: dataDir });
  const line = (what: string, megabytes: number, budgetMs: number): Measurement => ({
    what,
    ms: megabytes,
    samples: 1,
    unit: 'MB',
    budgetMs,
  });
  try {
    const token = await makeFirstAdmin(server, somebody('Julia'));
    console.log(`at the start: ${Math.round(memoryOf(server))} MB`);
    const byWorkbook = await workbook(server, token);
    const byDesks = await desks(server, token);
    const afterCrowds = await crowds(server, token);
    console.log(`the most of all: ${Math.round(memoryOf(server, 'VmHWM'))} MB`);
    return [
      line('a workbook of 106 KB, more than before', byWorkbook, BUDGETS_MB.workbook),
      line(`${DESKS} desks at once, more than before`, byDesks, BUDGETS_MB.desks),
      line(`a minute after ${CROWDS} crowds of ${PHONES} phones`, afterCrowds, BUDGETS_MB.crowds),
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
