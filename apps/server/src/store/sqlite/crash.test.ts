import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shortOrDeep } from '../../testing/deep.ts';
import { programFile } from '../../testing/programs.ts';
import { aFolder } from '../../testing/test-app.ts';
import type { DocumentStore } from '../document-store.ts';
import { BATCH_SIZE, CRASH_DATABASES } from '../testing/crash-plan.ts';
import { all } from '../testing/support.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

const WRITER = programFile('crash-writer');
const ROUNDS = shortOrDeep(2, 20);
const LONGEST_LIFE_MS = 500;

type Acknowledged = [database: string, id: string, rev: string];

/**
 * Kills the writer some time after its first acknowledgement; returns everything it acknowledged.
 */
async function killedWriter(dir: string, round: number): Promise<Acknowledged[]> {
  const child: ChildProcess = spawn(process.execPath, [WRITER, dir, `r${round}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'close');
  const started = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      resolve();
    });
  });
  await Promise.race([started, ended]);
  await delay(Math.random() * LONGEST_LIFE_MS);
  child.kill('SIGKILL');
  await ended;
  expect(complaints).toBe('');
  expect(child.signalCode).toBe('SIGKILL');
  // The text after the last line end is an incomplete line.
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Acknowledged);
}

function expectSound(file: string): void {
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
}

async function expectWhole(store: DocumentStore, acknowledged: readonly Acknowledged[]) {
  const asked = new Map<string, string[]>();
  for (const [, id, rev] of acknowledged) asked.set(id, [...(asked.get(id) ?? []), rev]);
  // The server's own databases keep a limited number of a document's revisions.
  for (const [id, revs] of asked) asked.set(id, revs.slice(-10));
  expect(await store.missingRevisions(asked)).toEqual(new Map());

  const perBatch = new Map<string, number>();
  for await (const leaves of store.snapshot({ tombstones: true })) {
    const { _id = '' } = leaves[0]?.document ?? {};
    const batch = _id.replace(/_\d+$/, '');
    if (_id !== 'counter') perBatch.set(batch, (perBatch.get(batch) ?? 0) + 1);
  }
  const halves = [...perBatch].filter(([, size]) => size !== BATCH_SIZE);
  expect(halves).toEqual([]);

  const { docCount, deletedCount, updateSeq } = await store.info();
  const changes = await all(store.changes({ since: '0' }));
  expect(changes).toHaveLength(docCount + deletedCount);
  expect(await all(store.list())).toHaveLength(docCount);
  // A database that the writer did not reach before it was killed is at its beginning.
  expect(changes.at(-1)?.seq ?? '0').toBe(updateSeq);
}

it('acknowledged writes, whole batches and sound files survive SIGKILL at any moment', async () => {
  const dir = aFolder();
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = acknowledged.length;
    acknowledged.push(...(await killedWriter(dir, round)));
    expect(acknowledged.length).toBeGreaterThan(before);
    const stores = await openSqliteStores({ dir });
    for (const name of CRASH_DATABASES) {
      const own = acknowledged.filter(([database]) => database === name);
      await expectWhole(await stores.open(name), own);
    }
    await stores.close();
    expectSound(join(dir, 'system.sqlite'));
    expectSound(join(dir, 'units', 'la_paz.sqlite'));
  }
}, 120_000);
